# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code of the calls in calls.cpp: no kernel applies a float atomic to symmetric memory that the
chip ignores on fine-grained memory.

usage: code_test.py COMPILER OPTION..., as tests.cmake calls it. It needs no GPU.
"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMAND = sys.argv[1:]

# The instructions that each chip ignores on fine-grained memory: AMD's table "GPU atomics
# operation". gfx942 ignores none of those that it has.
IGNORED = {
    "gfx908": r"add_f32|pk_add_f16",
    "gfx90a": r"add_f32|pk_add_f16|(add|min|max)_f64",
    "gfx942": None,
    "gfx1100": r"(add|min|max)_f32",
}


def assembly(side, *options):
    command = [*COMMAND, "-x", "hip", f"--cuda-{side}-only", "-S", "-O1", *options, "-o", "-",
               HERE / "calls.cpp"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def float_atomics(text):
    """The float atomics of each kernel or function that has one, by its name."""
    found = {}
    name = None
    for line in text.splitlines():
        if label := re.match(r"(_Z\w+):", line):
            name = label[1]
        instruction = re.match(r"\s+(?:global|flat|buffer)_atomic_(\w*f(?:16|32|64)\w*|f\w+)\s",
                               line)
        if instruction:
            found.setdefault(name, set()).add(instruction[1])
    return found


class code_test(unittest.TestCase):
    def test_chips(self):
        for chip, ignored in IGNORED.items():
            with self.subTest(chip=chip):
                self.check(chip, ignored)

    def test_chips_with_ordinary_memory(self):
        """The macro is about other memory."""
        for chip, ignored in IGNORED.items():
            with self.subTest(chip=chip):
                self.check(chip, ignored, "-DDIATOMIC_COARSE_GRAINED=1")

    def check(self, chip, ignored, *options):
        found = float_atomics(assembly("device", f"--offload-arch={chip}", *options))
        wrong = {name for name, atomics in found.items()
                 if ignored and any(re.fullmatch(ignored, a) for a in atomics)}
        others = {name for name in found if "wrong_kernel" not in name}
        if ignored:
            # The kernels with wrong hints show that such instructions are found.
            self.assertTrue(wrong - others)
            self.assertFalse(wrong & others)
        else:
            self.assertTrue(others)

    def test_scatter_add_adds_in_ordinary_memory(self):
        """Its kernels give the hint `coarse_grained`, so their memory must not be symmetric."""
        text = assembly("host", "-DSCATTER_ADD=1", "--offload-arch=gfx90a")
        self.assertRegex(text, r"\bhipMalloc\b")
        self.assertRegex(text, r"\bhipMemcpy\b")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
