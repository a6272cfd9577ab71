# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the names at the scope `diatomic::` are those of public_names.txt, all documented, and
that code with both `using namespace diatomic` and `using namespace std` may use others.

    names_test.py CLANG
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include"
INCLUDES = [f"-I{HEADERS}", f"-I{ROOT / 'backends/host/include'}",
            f"-I{ROOT / 'backends/transports/peer/include'}"]
# Namespaces that are no part of the interface. Those of a release end in its version.
INNER = {"backends", "detail", "transports"}
RELEASE = r"(?:on_host(?:_checked|_profiled)?_)?v\d+_\d+_\d+(?:_by_peer)?"
CLANG = "clang++"


def compiled(source, *options):
    command = [CLANG, "-fsyntax-only", "-DDIATOMIC_BACKEND=host", *INCLUDES, *options, str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def declared_names(*options):
    """Every name that the headers declare in `diatomic`, or in the backend's part of it."""
    includes = [path.relative_to(HEADERS).as_posix() for path in sorted(HEADERS.rglob("*.hpp"))
                if path.parent.name != "modes"]  # which others include, with the mode's macro
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "all.cpp"
        source.write_text("".join(f"#include <{path}>\n" for path in includes), encoding="utf-8")
        result = compiled(source, "-std=c++17", "-Xclang", "-ast-list", *options)
    if result.returncode != 0:
        raise RuntimeError(result.stderr)
    # Template parameters, in CamelCase, are listed as if they stood outside their template.
    names = re.findall(rf"^diatomic::(?:{RELEASE}::)?([a-z]\w*)$", result.stdout, re.M)
    return {name for name in names if not re.fullmatch(RELEASE, name)} - INNER


def documented_text():
    """The headers that a page of the reference shows."""
    pages = "".join(path.read_text(encoding="utf-8")
                    for path in (ROOT / "docs/site/reference").glob("*.md"))
    groups = set(re.findall(r"\{doxygengroup\} (\w+)", pages))
    for path in sorted((HEADERS / "diatomic").rglob("*.hpp")):
        relative = path.relative_to(HEADERS / "diatomic").with_suffix("")
        if "_".join(relative.parts) in groups:
            yield path.read_text(encoding="utf-8")


class names_test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        listed = (ROOT / "tests/names/public_names.txt").read_text(encoding="utf-8").splitlines()
        cls.public = [line for line in listed if line and not line.startswith("#")]
        cls.declared = declared_names()
        cls.in_modes = (declared_names("-DDIATOMIC_CHECKED=1") |
                        declared_names("-DDIATOMIC_PROFILED=1"))

    def test_no_other_name_is_at_the_scope(self):
        self.assertGreater(len(self.declared), 200)
        self.assertEqual(sorted((self.declared | self.in_modes) - set(self.public)), [],
                         "add it to public_names.txt if users are to have it, or move it inside")

    def test_every_public_name_is_there(self):
        self.assertEqual(sorted(set(self.public) - self.declared), [])
        self.assertEqual(self.public, sorted(set(self.public)))

    def test_every_public_name_is_documented(self):
        words = set(re.findall(r"\w+", "".join(documented_text())))
        self.assertEqual(sorted(set(self.public) - words), [])

    def test_both_using_directives_of_cxx_20(self):
        result = compiled(ROOT / "tests/names/user_names.cpp", "-std=c++20")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_the_atomics_leave_names_of_std_to_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "names.cpp"
            source.write_text("namespace std {}\nusing namespace std;\nint array[3];\n"
                              "#include <diatomic/diatomic.hpp>\n"
                              "int first() { return array[0]; }\n",
                              encoding="utf-8")
            result = compiled(source, "-std=c++17")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_settings_and_macros_that_are_refused(self):
        scope = "a macro is named like a scope or a space"
        modes = "DIATOMIC_PROFILED is 0 or 1; 1 excludes checked mode and the race check"
        refused = [([f"-D{name}=1"], scope) for name in (
            "warp", "block", "cluster", "device", "system", "global", "shared")]
        refused += [(["-DDIATOMIC_CHECKED=3"], "DIATOMIC_CHECKED is 0, 1, or 2"),
                    (["-DDIATOMIC_CHECKED=-1"], "DIATOMIC_CHECKED is 0, 1, or 2"),
                    (["-DDIATOMIC_PROFILED=2"], modes),
                    (["-DDIATOMIC_PROFILED=1", "-DDIATOMIC_CHECKED=1"], modes),
                    (["-DDIATOMIC_PROFILED=1", "-DDIATOMIC_CHECKED=2"], modes),
                    (["-DDIATOMIC_PROFILED=1", "-DDIATOMIC_RACE_CHECK=1"], modes),
                    (["-DDIATOMIC_COARSE_GRAINED=2"], "DIATOMIC_COARSE_GRAINED is 0 or 1"),
                    (["-DDIATOMIC_FORCE_LOOP=2"], "DIATOMIC_FORCE_LOOP is 0 or 1"),
                    (["-DDIATOMIC_RACE_CHECK=3"], "DIATOMIC_RACE_CHECK is 0, 1, or 2"),
                    (["-DDIATOMIC_HOST_TURNS=2"], "DIATOMIC_HOST_TURNS is 0 or 1")]
        header = HEADERS / "diatomic/core/vocabulary.hpp"
        for options, text in refused:
            result = compiled(header, "-xc++", "-std=c++17", "-E", "-o", "/dev/null", *options)
            self.assertIn(text, result.stderr, options)

    def test_headers_of_modes_alone(self):
        for name in ("call_sites", "calls", "checked", "functions", "members", "profile_counts",
                     "profiled"):
            result = compiled(HEADERS / f"diatomic/modes/{name}.hpp", "-xc++", "-std=c++17", "-E",
                              "-o", "/dev/null")
            self.assertIn("this header is a mode's", result.stderr, name)


if __name__ == "__main__":
    CLANG = sys.argv.pop(1) if len(sys.argv) > 1 else CLANG
    unittest.main()
