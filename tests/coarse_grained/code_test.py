# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code of the sums in interfaces.cpp, on gfx90a: DIATOMIC_COARSE_GRAINED=1 makes those native whose
memory the call does not declare as any, and changes no function that both builds share.

usage: code_test.py COMPILER OPTION..., as CMakeLists.txt calls it. It needs no GPU.
"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMAND = sys.argv[1:]

FUNCTION = re.compile(r"^define .*@(_Z\w+)\((?:.*\n)+?\}$", re.M)
VARIABLE = re.compile(r"^@(_Z\w+) = .*$", re.M)
# Numbers of metadata, attributes and types.
NUMBER = re.compile(r"[!#]\d+|(?<=[\w\"])\.\d+\b|, comdat.*")


def compiled(value, *options):
    command = [*COMMAND, "-x", "hip", "--offload-arch=gfx90a", "--cuda-device-only", "-S",
               f"-DDIATOMIC_COARSE_GRAINED={value}", *options, "-o", "-", HERE / "interfaces.cpp"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def kernels(text):
    """The atomics in global memory of each kernel, by its name."""
    found = {}
    for name, code in re.findall(r"^([a-z]\w*):.*\n((?:.*\n)*?)\.Lfunc_end", text, re.M):
        found[name] = re.findall(r"(?:global|flat)_atomic_\w+", code)
    return found


def symbols(text):
    """The normalised definition of each mangled function and variable."""
    return {found[1]: NUMBER.sub("", found[0])
            for pattern in (FUNCTION, VARIABLE) for found in pattern.finditer(text)}


class code_test(unittest.TestCase):
    def test_kernels(self):
        plain, ordinary = (kernels(compiled(value, "-O1")) for value in (0, 1))
        self.assertEqual(plain.keys(), ordinary.keys())
        self.assertGreater(len(plain), 20)
        for name, atomics in ordinary.items():
            with self.subTest(name=name):
                is_loop = any("cmpswap" in a for a in atomics)
                is_native = any(re.search(r"_add_f\d+|_pk_add_f16", a) for a in atomics)
                was_loop = any("cmpswap" in a for a in plain[name])
                self.assertEqual(was_loop, name != "with_tag")
                if name.endswith("_elsewhere"):
                    self.assertEqual((is_loop, is_native), (True, False))
                    self.assertEqual(atomics, plain[name])
                elif name == "half_in_array":  # its last element may have no neighbour
                    self.assertEqual((is_loop, is_native), (True, True))
                else:
                    self.assertEqual((is_loop, is_native), (False, True))

    def test_shared_functions(self):
        """The linker keeps one of all functions with the same symbol, so their code must be equal.
        Without passes, functions that are always inlined stay."""
        options = ["-O0", "-emit-llvm", "-Xclang", "-disable-llvm-passes"]
        plain, ordinary = (symbols(compiled(value, *options)) for value in (0, 1))
        both = plain.keys() & ordinary.keys()
        self.assertTrue(any("10atomic_ref" in name for name in both))
        self.assertTrue(any("6atomicI" in name for name in both))
        self.assertFalse([name for name in both if plain[name] != ordinary[name]])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
