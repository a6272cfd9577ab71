# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts/race-check says of the program twins.

usage: report_test.py TWINS
"""

import os
import re
import subprocess
import sys
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TWINS = sys.argv.pop(1)


def race_check(*arguments):
    run = subprocess.run([ROOT / "scripts/race-check", *arguments], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def line_of(text):
    lines = (ROOT / "tests/race_check/twins.cpp").read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if text in line)


class report_test(unittest.TestCase):
    def test_a_right_program(self):
        status, said, _ = race_check("--seeds", "3", TWINS, "missing_barrier", "right")
        self.assertEqual(status, 0)
        self.assertRegex(said, r"^\nraces: 0, failed runs: 0 of 3; checked: seeds 0 to 2, 1 launch")

    def test_two_plain_accesses(self):
        status, said, _ = race_check("--seeds", "3", TWINS, "missing_barrier", "wrong")
        self.assertEqual(status, 1)
        self.assertRegex(said, rf"twins.cpp:{line_of('*shared = 1;')}: plain write of 8 bytes, by "
                               "block 0, thread 0")
        self.assertRegex(said, rf"twins.cpp:{line_of('= *shared;')}: plain read of 8 bytes, by "
                               "block 0, thread 1")
        self.assertIn("object: 0 bytes into 64 bytes of the block's shared memory\n", said)
        self.assertIn("hint: order the two: __syncwarp(), or for several warps sync_block()", said)
        self.assertIn("races: 1, failed runs: 0 of 3; ", said)
        repeat = re.search(r"repeat: .*--seed (\d) ", said)
        self.assertLess(int(repeat[1]), 3)

    def test_a_narrow_scope(self):
        status, said, _ = race_check("--seeds", "2", TWINS, "narrow_acquire", "wrong")
        self.assertEqual(status, 1)
        self.assertIn("scope too narrow:", said)
        self.assertIn("load, acquire, block scope, by block 1, thread 0", said)
        self.assertIn("store, release, device scope, by block 0, thread 0", said)
        self.assertIn("hint: use device_scope for both\n", said)

    def test_hints_of_what_is_missing(self):
        for name, hint in (("narrow_fence", "scopes are device_scope: an operation or a fence"),
                           ("missing_release", "operations release and acquire: an operation"),
                           ("plain_next_to_atomic", "; or make the plain access atomic")):
            status, said, _ = race_check("--seeds", "2", TWINS, name, "wrong")
            self.assertEqual(status, 1)
            self.assertIn(hint, said)
            self.assertRegex(said, "object: 16 bytes into 48 bytes allocated at .*twins.cpp:"
                                   f"{line_of('device_array<words> memory(1)')}\n")

    def test_a_word_of_a_spread_array(self):
        status, said, _ = race_check("--seeds", "2", TWINS, "plain_next_to_spread_word", "right")
        self.assertEqual(status, 0, said)
        status, said, _ = race_check("--seeds", "2", TWINS, "plain_next_to_spread_word", "wrong")
        self.assertEqual(status, 1)
        self.assertRegex(said, rf"twins.cpp:{line_of('w[1] = 2;')}: plain write of 8 bytes, by "
                               "block 1, thread 0")
        self.assertIn("store_add, relaxed, device scope, by block 0, thread 0", said)
        self.assertRegex(said, "object: 128 bytes into 136 bytes allocated at .*twins.cpp:"
                               f"{line_of('spread_array<std::uint64_t> table(2)')}\n")

    def test_mixed_sizes(self):
        status, said, _ = race_check("--seeds", "2", TWINS, "mixed_sizes", "wrong")
        self.assertEqual(status, 1)
        self.assertIn("mixed sizes:", said)
        self.assertEqual(said.count("store_add, relaxed, device scope"), 2)

    @unittest.mock.patch.dict(os.environ, {"DIATOMIC_STRICT_BARRIERS": "1"})
    def test_a_failure_is_not_clean(self):
        status, said, _ = race_check("--seeds", "2", TWINS, "divergent_barrier", "wrong")
        self.assertEqual(status, 1)
        self.assertIn("races: 0, failed runs: 2 of 2; ", said)
        self.assertIn("barrier not reached", said)

    def test_a_run_without_an_end(self):
        status, _, said = race_check("--seeds", "1", "--timeout", "0.5", "sleep", "60")
        self.assertEqual(status, 2)
        self.assertIn("race-check: sleep: nothing is checked: it was not compiled with", said)
        self.assertIn("it ended with status unknown: no end in 0.5 s\n", said)

    def test_bad_input(self):
        for option, value in (("--seeds", "0"), ("--seed", "-1"), ("--seed", "4294967296"),
                              ("--timeout", "0"), ("--timeout", "nan"), ("--seed", ""),
                              ("--sede", "1"), ("-O2", TWINS)):
            status, said, why = race_check(option, value, TWINS, "missing_barrier", "right")
            self.assertEqual((status, said), (2, ""), (option, value))
            self.assertIn("race-check: error: ", why)
            self.assertIn(option, why)
        status, _, said = race_check("/nonexistent")
        self.assertEqual(status, 2)
        self.assertRegex(said, r"^race-check: /nonexistent: neither a source \(.*\) nor a program: "
                               "No such file or directory\n$")
        self.assertEqual(race_check()[0], 2)


if __name__ == "__main__":
    unittest.main()
