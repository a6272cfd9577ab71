# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes that fail while others wait for them: the job ends with an error, and nobody hangs.

usage: failures_test.py WAITING[,WAITING...] PROGRAM LAUNCHER [OPTION...], as CMakeLists.txt beside it
calls it. Ends with status 77 if there is no device. WAITING is how others wait (failures.cpp), with
"@network" where the link is to be the engine's network.
"""

import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

ALL_WAITING, PROGRAM, *LAUNCHER = sys.argv[1:]
# What the last process does (failures.cpp), and where the others are then.
WAYS = ("throw", "kill", "exit", "std_exit")
WAITING = [tuple(waiting.split("@")) for waiting in ALL_WAITING.split(",")]
SECONDS = 60


class failures_test(unittest.TestCase):
    def run_job(self, *arguments):
        return subprocess.run([*LAUNCHER, PROGRAM, *arguments], capture_output=True, text=True,
                              errors="replace", timeout=SECONDS, check=False)

    def test_all_end(self):
        jobs = [(how, *waiting) for how in WAYS for waiting in WAITING]
        # Launchers take a second or two to notice an end, and no processor meanwhile.
        with ThreadPoolExecutor(max_workers=4) as several:
            for job, done in zip(jobs, several.map(lambda job: self.run_job(*job), jobs)):
                with self.subTest(job=job):
                    self.assertNotEqual(done.returncode, 0)

    def test_an_exception_is_said(self):
        done = self.run_job("throw", "barrier")
        self.assertIn("processing element 2 of 3 left its world by an exception", done.stderr)

    def test_a_status_stays(self):
        self.assertEqual(self.run_job("status", "none").returncode, 7)


if __name__ == "__main__":
    if subprocess.run([PROGRAM, "devices"], check=False).returncode == 77:
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
