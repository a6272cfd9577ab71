# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether calls know their caller's file and line: compiles places.cpp to PTX, in checked mode and
for the profile, by the given command. nvcc 13 takes the place of a condition that it evaluates for
the call, so that a header's place can stand in the message. Needs no GPU."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE = Path(__file__).with_name("places.cpp")
COMMAND = []
LIBRARY = re.compile(r"/diatomic/(?!sync/)")  # locks and barriers are made from atomics
LINE = re.compile(r"st\.param\.b32\s+\[param\d+\+8\], (\d+);")


def ptx(mode):
    return subprocess.run([*COMMAND, mode, str(SOURCE), "-ptx", "-o", "-"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def files(text):
    arrays = re.findall(r"\.b8 \S+\[\d+\] = \{([^}]*)\}", text)
    strings = {bytes(int(byte) for byte in array.split(",")).rstrip(b"\0") for array in arrays}
    return {s.decode() for s in strings if re.search(rb"\.[ch]pp$", s)}


class places_test(unittest.TestCase):
    def check_files(self, text):
        self.assertIn(str(SOURCE), files(text))
        self.assertEqual([file for file in files(text) if LIBRARY.search(file)], [])

    def test_checked_mode(self):
        self.check_files(ptx("-DDIATOMIC_CHECKED=1"))

    def test_profile(self):
        text = ptx("-DDIATOMIC_PROFILED=1")
        self.check_files(text)
        lines = SOURCE.read_text(encoding="utf-8").splitlines()
        calls = set(range(lines.index("  // first") + 2, lines.index("  // last") + 1))
        self.assertGreater(len(calls), 50)
        self.assertEqual(calls - {int(line) for line in LINE.findall(text)}, set())


if __name__ == "__main__":
    COMMAND = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
