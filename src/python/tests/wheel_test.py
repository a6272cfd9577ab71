# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the wheel: built from this tree, installed elsewhere, used as a user would.

  wheel_test.py VENV CXX [TEST...]    VENV is a Python environment with the wheel's build backend

The exit status is 77, which counts as skipped, if there is no such environment.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
VERSION = re.search(r"project\(diatomic VERSION ([0-9.]+)",
                    (ROOT / "CMakeLists.txt").read_text()).group(1)
venv, cxx = None, None


def call(*command, **options):
    return subprocess.run([str(word) for word in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


class wheel_test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = Path(cls.folder.name).resolve()
        cls.wheel = cls.build_wheel(ROOT, cls.work / "wheels")
        cls.site = cls.work / "site"
        installed = call(venv / "bin" / "pip", "install", "--quiet", "--no-index", "--no-deps",
                         "--disable-pip-version-check", "--target", cls.site, cls.wheel)
        if installed.returncode:
            raise RuntimeError(installed.stdout)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def build_wheel(cls, source, folder):
        built = call(venv / "bin" / "pip", "wheel", "--quiet", "--no-index", "--no-deps",
                     "--disable-pip-version-check", "--no-build-isolation", "-w", folder,
                     "-C", f"build-dir={cls.work / 'build'}", source)
        if built.returncode:
            raise RuntimeError(built.stdout)
        return next(folder.glob("*.whl"))

    def python(self, *arguments):
        return call(venv / "bin" / "python", *arguments, cwd=self.work,
                    env={**os.environ, "PYTHONPATH": str(self.site)})

    def value_of(self, expression):
        asked = self.python("-c", f"import diatomic, json; print(json.dumps({expression}))")
        self.assertEqual(asked.returncode, 0, asked.stdout)
        return json.loads(asked.stdout)

    def test_is_for_every_machine_and_has_the_version(self):
        self.assertEqual(self.wheel.name, f"diatomic-{VERSION}-py3-none-any.whl")
        self.assertEqual(self.value_of("diatomic.__version__"), VERSION)
        self.assertEqual(self.python("-m", "diatomic", "--version").stdout.strip(), VERSION)

    def test_has_every_file_that_is_for_users(self):
        files = set(zipfile.ZipFile(self.wheel).namelist())
        folders = [ROOT / "include", *ROOT.glob("backends/*/include"),
                   *ROOT.glob("backends/transports/*/include")]
        expected = {f"diatomic/include/{path.relative_to(folder).as_posix()}"
                    for folder in folders for path in folder.rglob("*.hpp")}
        expected |= {f"diatomic/share/diatomic/{path.relative_to(ROOT / 'backends').as_posix()}"
                     for path in ROOT.glob("backends/rtc/**/*") if path.is_file()}
        expected |= {f"diatomic/share/diatomic/{path.relative_to(ROOT / 'scripts').as_posix()}"
                     for path in (ROOT / "scripts/cuda-on-cpu",
                                  *ROOT.glob("scripts/cuda_source/*.[ph]*"))}
        expected |= {"diatomic/py.typed", "diatomic/share/cmake/diatomic/diatomic-config.cmake",
                     f"diatomic-{VERSION}.dist-info/licenses/LICENSE"}
        self.assertGreater(len(expected), 100)
        self.assertEqual(expected - files, set())
        compiled = [name for name in files if name.endswith((".so", ".a", ".pyc"))]
        self.assertEqual(compiled, [])

    def test_the_parser_is_an_extra(self):
        asked = self.value_of("__import__('importlib.metadata').metadata.requires('diatomic')")
        self.assertEqual([re.split(r"[ >;]", line)[0] for line in asked
                          if re.search(r"extra == .cuda-on-cpu.", line)],
                         ["tree-sitter", "tree-sitter-cuda"])

    def test_the_command_needs_the_parser(self):
        (self.work / "shadow").mkdir()
        (self.work / "shadow/tree_sitter.py").write_text("raise ImportError\n")
        said = call(self.site / "diatomic/share/diatomic/cuda-on-cpu",
                    ROOT / "tests/package/find_package/program.cu", cwd=self.work,
                    env={**os.environ, "PYTHONPATH": str(self.work / "shadow")})
        self.assertEqual(said.returncode, 2)
        self.assertIn("'diatomic[cuda-on-cpu]'", said.stdout)

    def test_a_program_is_compiled_with_its_flags(self):
        flags = self.python("-m", "diatomic", "--cflags").stdout.split()
        self.assertIn(f"-I{self.site}/diatomic/include", flags)
        program = self.work / "atomics"
        made = call(cxx, *flags, ROOT / "tests" / "package" / "atomics.cpp", "-o", program)
        self.assertEqual(made.returncode, 0, made.stdout)
        self.assertEqual(call(program).returncode, 0)

    def test_functions_and_command_line_agree(self):
        for option, expression in (("--include", "diatomic.get_include()"),
                                   ("--cmake-dir", "diatomic.get_cmake_dir()")):
            printed = self.python("-m", "diatomic", option).stdout.strip()
            self.assertEqual(printed, self.value_of(expression))
            self.assertTrue(Path(printed).is_dir(), printed)
        self.assertEqual(self.value_of("diatomic.cflags('cuda')"),
                         self.python("-m", "diatomic", "--cflags", "cuda").stdout.split())
        backends = sorted(p.parent.name for p in ROOT.glob("backends/*/backend.cmake"))
        self.assertEqual(self.value_of("diatomic.BACKENDS"), backends)

    def test_flags_of_compilers_at_run_time(self):
        compilers = self.value_of("diatomic.RTC_COMPILERS")
        self.assertEqual(compilers, sorted(p.stem for p in (ROOT / "backends/rtc").glob("*.flags")))
        for name in compilers:
            flags = self.value_of(f"diatomic.rtc_flags('{name}')")
            printed = self.python("-m", "diatomic", "--rtc-flags", name).stdout.split()
            self.assertEqual(printed, flags)
            written = (ROOT / "backends/rtc" / f"{name}.flags").read_text().split("\n")
            self.assertEqual([f for f in written if f and f not in flags and f[0] != "#"], [])
            folders = [Path(flag[2:]) for flag in flags if flag.startswith("-I")]
            self.assertEqual([f for f in folders if not f.is_dir()], [])
            self.assertTrue((folders[0] / "diatomic" / "diatomic.hpp").is_file())

    def test_unknown_names_are_refused(self):
        for name, expression, text in (
                ("--cflags", "cflags", "diatomic has no backend 'metal'; it has cuda, hip, host"),
                ("--rtc-flags", "rtc_flags", "diatomic has no flags for 'metal'; it has those")):
            said = self.python("-m", "diatomic", name, "metal")
            self.assertEqual(said.returncode, 2)
            self.assertIn(text, said.stdout)
            raised = self.python("-c", f"import diatomic; diatomic.{expression}('metal')")
            self.assertNotEqual(raised.returncode, 0)
            self.assertIn(f"ValueError: {text}", raised.stdout)
        self.assertIn("one of the arguments", self.python("-m", "diatomic").stdout)

    def test_a_source_archive_makes_the_same_wheel(self):
        made = call(venv / "bin" / "python", "-c", "import sys, scikit_build_core.build as b; "
                    "b.build_sdist(sys.argv[1], {'build-dir': sys.argv[1]})", self.work / "sdist",
                    cwd=ROOT)
        self.assertEqual(made.returncode, 0, made.stdout)
        archive = next((self.work / "sdist").glob(f"diatomic-{VERSION}.tar.gz"))
        self.assertLess(archive.stat().st_size, 3 << 20)
        again = self.build_wheel(archive, self.work / "again")
        self.assertEqual(sorted(zipfile.ZipFile(again).namelist()),
                         sorted(zipfile.ZipFile(self.wheel).namelist()))


if __name__ == "__main__":
    venv, cxx = Path(sys.argv[1]).absolute(), sys.argv[2]
    if not (venv / "complete").is_file():
        print("skipped: there is no Python environment with the packages that build a wheel")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
