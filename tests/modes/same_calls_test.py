# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that each mode accepts the same calls: those of calls.py, each in its own line.

    same_calls_test.py COMPILER... [--nvcc NVCC] -- OPTIONS...

All calls of all functions, with operands and tags that fit and others, are one source, compiled
without code generation; a line that an error names is a refused call.
"""

import re
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

from calls import ACCEPTED_BY_NVCC, KERNEL, REFUSED_BY_NVCC, SOURCE, calls

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include/diatomic"
MODES = {"checked": ["-DDIATOMIC_CHECKED=1"], "profiled": ["-DDIATOMIC_PROFILED=1"],
         "loops": ["-DDIATOMIC_FORCE_LOOP=1"],
         "race check": ["-DDIATOMIC_RACE_CHECK=1", "-fsanitize=thread"]}
AT = re.compile(r"<stdin>:(\d+):\d+: (?:error|note|  required|  recursively required)")
COMPILERS, NVCC, OPTIONS = [], [], []


def refused(compiler, lines, mode):
    """The calls that the compiler refuses in this mode."""
    head = SOURCE + "void calls(values& v) {\n"
    # -w would hide g++'s errors about narrowing; notes of clang's warnings look like an error's.
    limits = ["-ferror-limit=0", "-w"] if "clang" in compiler else ["-fmax-errors=0"]
    command = [compiler, "-std=c++17", "-fsyntax-only", *limits, *OPTIONS, *mode, "-xc++", "-"]
    source = head + "".join(f"{{ {line}; }}\n" for line in lines) + "}\n"
    run = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    first = head.count("\n") + 1
    numbers = {int(number) - first for number in AT.findall(run.stderr)}
    return {lines[n] for n in numbers if n in range(len(lines))}


def functions():
    """The functions and members that the headers of the atomics declare."""
    paths = [*(HEADERS / "atomics").glob("*.hpp"),
             HEADERS / "atomics/detail/atomic_ref_updates.hpp"]
    text = "".join(path.read_text(encoding="utf-8") for path in paths
                   if path.name != "accessors.hpp")
    return set(re.findall(r"DIATOMIC_FUNCTION [^(]*?(\w+)\(", text))


class same_calls_test(unittest.TestCase):
    maxDiff = None

    def test_modes(self):
        lines = calls()
        for compiler in COMPILERS:
            few = {"checked": MODES["checked"]}  # the other modes have the same overloads
            modes = {"plain": [], **(MODES if "clang" in compiler else few)}
            with ThreadPoolExecutor(cpu_count()) as pool:
                found = dict(zip(modes, pool.map(lambda mode: refused(compiler, lines, mode),
                                                 modes.values())))
            plain = found.pop("plain")
            self.assertGreater(len(lines) - len(plain), 1000)
            self.assertGreater(len(plain), 1000)
            for name, other in found.items():
                with self.subTest(compiler=compiler, mode=name):
                    self.assertEqual([call for call in lines if call in other - plain], [],
                                     "refused in this mode alone")
                    # An error within a function is said of its first call alone.
                    accepted = [call for call in lines if call in plain - other]
                    self.assertLess(len(accepted), 50, accepted)
                    self.assertEqual([call for call in accepted
                                      if not refused(compiler, [call], modes[name])], [],
                                     "accepted in this mode alone")

    def test_nvcc(self):
        def accepts(mode, *lines):
            command = [*NVCC, "-std=c++17", "-arch=sm_90", "-w", *OPTIONS, *mode, "--ptx", "-x",
                       "cu", "-", "-o", "/dev/null"]
            source = KERNEL + "".join(f"{{ {line}; }}\n" for line in lines) + "}\n"
            run = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
            return run.returncode == 0
        if not NVCC:
            self.skipTest("no nvcc")
        for mode in ([], MODES["checked"], MODES["profiled"]):
            self.assertTrue(accepts(mode, *ACCEPTED_BY_NVCC), mode)
        for mode in ([], MODES["checked"]):
            self.assertEqual([call for call in REFUSED_BY_NVCC if accepts(mode, call)], [], mode)

    def test_every_function_is_called(self):
        public = (ROOT / "tests/names/public_names.txt").read_text(encoding="utf-8").split()
        called = set(re.findall(r"\w+", "".join(calls())))
        self.assertEqual(functions() & set(public) - called, set())


if __name__ == "__main__":
    split = sys.argv.index("--")
    COMPILERS, OPTIONS = sys.argv[1:split], sys.argv[split + 1:]
    if "--nvcc" in COMPILERS:
        NVCC = [COMPILERS.pop()]
        COMPILERS.remove("--nvcc")
    unittest.main(argv=sys.argv[:1])
