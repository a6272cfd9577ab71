# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each call is counted once: in a program and a library with hidden symbols, and after a fork.

    processes_test.py COMPILER OPTION...
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from fixtures import in_folder

SOURCE = Path(__file__).with_name("processes.cpp")
COMMAND = []


class processes_test(in_folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        built = tempfile.TemporaryDirectory()
        cls.addClassCleanup(built.cleanup)
        options = [*COMMAND, "-DDIATOMIC_PROFILED=1", "-fvisibility=hidden", str(SOURCE)]
        library, cls.program = Path(built.name) / "libpart.so", Path(built.name) / "program"
        subprocess.run([*options, "-DPART", "-fPIC", "-shared", "-o", library], check=True)
        subprocess.run([*options, "-o", cls.program, library, "-pthread",
                        f"-Wl,-rpath,{built.name}"], check=True)

    def counts(self, name):
        """For each file that the processes wrote: the calls, by their names."""
        environment = {**os.environ, "DIATOMIC_PROFILE_FILE": str(self.folder / name)}
        subprocess.run([self.program], env=environment, check=True)
        told = []
        for path in self.folder.glob("*.json"):
            tables = json.loads(path.read_text())["tables"]
            self.assertEqual(len(tables), 1)
            told.append({site["call"]: site["calls"] for site in tables[0]["sites"]})
            path.unlink()
        return sorted(told, key=len)

    def test_a_file_for_each_process(self):
        self.assertEqual(self.counts("a.%p.json"),
                         [{"store_sub": 2}, {"store_add": 5, "store_or": 3}])

    def test_the_files_have_the_numbers_of_their_processes(self):
        environment = {**os.environ, "DIATOMIC_PROFILE_FILE": str(self.folder / "a.%p.json")}
        with subprocess.Popen([self.program], env=environment) as program:
            self.assertEqual(program.wait(), 0)
        own = json.loads((self.folder / f"a.{program.pid}.json").read_text())
        self.assertEqual({site["call"] for site in own["tables"][0]["sites"]},
                         {"store_add", "store_or"})
        self.assertEqual(own["program"], str(self.program.resolve()))

    def said(self, path):
        """What the program says of its profile, and the names of the profiles in its folder."""
        environment = {**os.environ, "DIATOMIC_PROFILE_FILE": path}
        if not path:
            del environment["DIATOMIC_PROFILE_FILE"]
        ran = subprocess.run([self.program], env=environment, cwd=self.folder,
                             stderr=subprocess.PIPE, text=True, check=True)
        return ran.stderr, [found.name for found in self.folder.glob("*.json")]

    def test_it_says_where_the_profile_is(self):
        name = "diatomic_profile.json"
        self.assertEqual(self.said(""), (
            f"diatomic: the contention profile is in {name}; scripts/profile --read shows it\n",
            [name]))
        calls = {site["call"] for table in json.loads((self.folder / name).read_text())["tables"]
                 for site in table["sites"]}
        self.assertEqual(calls, {"store_add", "store_or"})

    def test_it_says_that_there_is_none(self):
        for path in ("/dev/full", "/nonexistent/a.json"):
            self.assertEqual(self.said(path), (
                f"diatomic: the contention profile could not be written to {path}\n", []))
        self.assertEqual(self.said("a.json"), ("", ["a.json"]))

    def test_one_file_is_of_the_first_process(self):
        self.assertEqual(self.counts("a.json"), [{"store_add": 5, "store_or": 3}])


if __name__ == "__main__":
    COMMAND = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
