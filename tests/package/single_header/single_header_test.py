# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/single_header: one file has the tree's headers, and means what they mean.

  single_header_test.py LANGUAGE SOURCE "COMPILER OPTION..." [TEST...]

The compiler gets a source as it is, with the options of the backend that LANGUAGE names. SOURCE is
what the single header and the tree must make the same code of.
"""

import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from assembly import differences, parts
from assembly_test import assembly_test  # noqa: F401: unittest finds it here

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "scripts" / "single_header"
PACKAGE = ROOT / "tests" / "package"
TO_ASSEMBLY = {"CXX": ["-S"], "CUDA": ["-ptx"], "HIP": ["-S", "--cuda-device-only"]}
FOLDERS = [ROOT / "include",
           *(p.parent for p in sorted(ROOT.glob("backends/*/include/diatomic")))]
FROM_TREE = [f"-I{folder}" for folder in FOLDERS]
language, source, compiler = None, None, None


def headers():
    return [path.relative_to(folder).as_posix() for folder in FOLDERS
            for path in sorted(folder.rglob("*.hpp"))]


def call(*command, cwd=None):
    return subprocess.run([str(word) for word in command], cwd=cwd, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


class single_header_test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = Path(cls.folder.name)
        for name, contents in (("one", "atomics"), ("all", "all")):
            made = call(SCRIPT, "--with", contents, cls.work / f"{name}.hpp")
            if made.returncode:
                raise RuntimeError(made.stdout)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def compile(self, *arguments):
        return call(*shlex.split(compiler), "-std=c++17", *arguments, cwd=self.work)

    def forward(self, single):
        """A folder where each header of the tree stands for the single one."""
        folder = self.work / f"as_{single}"
        for header in headers():
            path = folder / header
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f'#pragma once\n#include "{self.work / single}.hpp"\n')
        return folder

    def source(self, text):
        path = self.work / "source.cpp"
        path.write_text(text)
        return path

    def test_has_every_header_once(self):
        text = (self.work / "all.hpp").read_text()
        for header in headers():
            # But for what redirects names in all that follows or is for whole CUDA programs, a file
            # of its own to be asked for, and what needs a transport, or only transports use.
            left_out = re.search(r"_everywhere\.|/compat/(words|integers|floats|vectors|groups)\."
                                 r"|/compat/(functions|halves|runtime_names)\.|/cuda_runtime/"
                                 r"|cuda_(runtime|language)\.|/compat/detail/(cuda_f|group_)\w+\."
                                 r"|cooperative_groups\.|^diatomic/remote/|/thread_stack\.", header)
            times = 0 if left_out else 1
            with self.subTest(header=header):
                self.assertEqual(len(re.findall(rf"^// ---- {header}$", text, re.M)), times)
        self.assertEqual(re.findall(r"#\s*include\s*(?:[<\"]diatomic/|DIATOMIC_).*", text), [])
        self.assertEqual(text.count("#pragma once"), 1)
        self.assertEqual(text.count("SPDX-License-Identifier"), 1)
        version = re.search(r"project\(diatomic VERSION ([0-9.]+)",
                            (ROOT / "CMakeLists.txt").read_text()).group(1)
        self.assertIn(f"Diatomic {version} in one file", text[:1000])

    def test_atomics_need_no_other_header(self):
        text = (self.work / "one.hpp").read_text()
        # Only the contention profile copies tables from GPUs.
        self.assertEqual(re.findall(r"#\s*include <((?:boost|hip|cuda)[^>]*)", text),
                         ["cuda_runtime_api.h", "hip/hip_runtime_api.h"])
        for name in ("class spin_mutex", "class semaphore", "class atomic_ref", "fetch_add("):
            self.assertEqual((name, name in text), (name, True))

    def test_code_is_that_of_the_tree(self):
        made = []
        uses_all = "/runtime/" in source.read_text()
        for includes in (FROM_TREE, [f"-I{self.forward('all' if uses_all else 'one')}"]):
            output = self.work / "source.s"
            compiled = self.compile("-w", *TO_ASSEMBLY[language], *includes, source, "-o", output)
            self.assertEqual(compiled.returncode, 0, compiled.stdout)
            made.append(parts(output.read_text(), language == "CUDA"))
        self.assertGreater(sum(part.count("\n") for part in made[0].values()), 200)
        self.assertEqual(differences(*made)[:3], [])
        # The hooks of desul_lock_arrays.hpp have a kernel only if the source calls them.
        self.assertEqual([name for name in made[0] if "set_device_locks" in name], [])

    def test_links_from_two_sources(self):
        program = self.work / "two"
        units = [ROOT / "tests" / "headers" / name
                 for name in ("many_units.cpp", "first_unit.cpp", "second_unit.cpp")]
        libraries = ["-lboost_context", "-pthread"] if language == "CXX" else []
        warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion",
                    "-Wshadow", "-Werror"] if language == "CXX" else []
        made = self.compile(*warnings, f"-I{self.forward('all')}", *units, "-o", program,
                            *libraries)
        self.assertEqual(made.returncode, 0, made.stdout)
        self.assertEqual(call(program).returncode, 0)

    def test_a_source_without_kernels_names_the_runtime(self):
        if language != "CUDA":
            self.skipTest("for CUDA, whose headers g++ reads as they are")
        unit = PACKAGE / "cxx_sources" / "cxx_alone.cpp"
        options = shlex.split(compiler)
        toolkit = Path(options[0]).resolve().parent.parent / "include"
        made = call("g++", "-std=c++17", "-fsyntax-only", "-DDIATOMIC_RUNTIME_BACKEND=cuda",
                    f"-I{self.forward('all')}", f"-I{toolkit}", unit)
        self.assertEqual(made.returncode, 0, made.stdout)

    def refuses(self, text, *arguments):
        refused = call(SCRIPT, *arguments, cwd=self.work)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn(text, refused.stdout)

    def test_bad_options_are_refused(self):
        self.refuses("unknown backend 'metal'; known: cuda, hip, host, all",
                     "--backend", "metal", "x.hpp")
        self.refuses("--with runtime: atomics or all", "--with", "runtime", "x.hpp")
        self.refuses("cannot be written: No such file or directory", "nowhere/x.hpp")
        self.refuses("the following arguments are required: OUTPUT")
        self.refuses("unrecognized arguments: --fast", "--fast", "x.hpp")

    def does_not_compile(self, text, *arguments):
        made = self.compile("-E", "-o", self.work / "source.o", *arguments)  # as far as #error
        self.assertNotEqual(made.returncode, 0)
        self.assertIn(text, made.stdout)

    def test_another_backend_is_refused(self):
        other = {"CXX": "hip", "CUDA": "hip", "HIP": "cuda"}[language]
        self.assertEqual(call(SCRIPT, "--backend", other, self.work / "other.hpp").returncode, 0)
        define = ["-DDIATOMIC_BACKEND=cuda"] if language == "CXX" else []
        self.does_not_compile(f"made by single_header --backend {other}, for other compilers than "
                              "this; make one with --backend all", *define,
                              self.source('#include "other.hpp"\n'))

    def test_two_in_one_source_are_refused(self):
        self.does_not_compile("a second single header in one source; include one of them alone",
                              self.source('#include "one.hpp"\n#include "all.hpp"\n'))


if __name__ == "__main__":
    language, source, compiler = sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3]
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
