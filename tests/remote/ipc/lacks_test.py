# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes of which one lacks what an array needs, or all what the transport needs: all learn it.

usage: lacks_test.py PROGRAM LAUNCHER [OPTION...], as ../CMakeLists.txt calls it.
"""

import subprocess
import sys
import unittest

PROGRAM, *LAUNCHER = sys.argv[1:]


class lacks_test(unittest.TestCase):
    def run_job(self, what):
        return subprocess.run([*LAUNCHER, PROGRAM, what], capture_output=True, text=True,
                              errors="replace", timeout=60, check=False)

    def test_all_learn_what_one_lacks(self):
        for what, own in (("memory", "allocate_for_processes failed"),
                          ("opening", "open_memory failed")):
            with self.subTest(what=what):
                done = self.run_job(what)
                self.assertEqual(done.returncode, 0, done.stderr)
                lines = done.stderr.splitlines()
                self.assertEqual(sum(line.startswith(own) for line in lines), 1, done.stderr)
                told = f"world failed: processing element 2: {own}"
                self.assertEqual(sum(line.startswith(told) for line in lines), 2, done.stderr)

    def test_several_machines_are_refused(self):
        done = self.run_job("machine")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("(several_machines)"), 3, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
