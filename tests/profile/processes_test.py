# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each call is counted once: in a program and a library with hidden symbols, and after a fork.

    processes_test.py COMPILER OPTION...
"""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from fixtures import in_folder

SOURCE = Path(__file__).with_name("processes.cpp")
COMMAND = []


class processes_test(in_folder):
    def setUp(self):
        super().setUp()
        options = [*COMMAND, "-DDIATOMIC_PROFILED=1", "-fvisibility=hidden", str(SOURCE)]
        library = self.folder / "libpart.so"
        subprocess.run([*options, "-DPART", "-fPIC", "-shared", "-o", library], check=True)
        subprocess.run([*options, "-o", self.folder / "program", library, "-pthread",
                        f"-Wl,-rpath,{self.folder}"], check=True)

    def counts(self, name):
        """For each file that the processes wrote: the calls, by their names."""
        environment = {**os.environ, "DIATOMIC_PROFILE_FILE": str(self.folder / name)}
        subprocess.run([self.folder / "program"], env=environment, check=True)
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

    def test_one_file_is_of_the_first_process(self):
        self.assertEqual(self.counts("a.json"), [{"store_add": 5, "store_or": 3}])


if __name__ == "__main__":
    COMMAND = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
