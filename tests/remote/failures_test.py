# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Processes that fail while others wait for them: the job ends with an error, and nobody hangs.

usage: failures_test.py ENGINE PROGRAM MPIRUN [OPTION...], as CMakeLists.txt beside it calls it.
"""

import subprocess
import sys
import unittest

ENGINE, PROGRAM, *MPIRUN = sys.argv[1:]
LINKS = ((), ("network",)) if ENGINE == "mpi" else ((),)
SECONDS = 60


class failures_test(unittest.TestCase):
    def run_job(self, *arguments):
        return subprocess.run([*MPIRUN, PROGRAM, *arguments], capture_output=True, text=True,
                              errors="replace", timeout=SECONDS, check=False)

    def test_all_end(self):
        for how in ("throw", "kill", "exit"):
            for waiting in ("barrier", "poll"):
                for link in LINKS:
                    with self.subTest(how=how, waiting=waiting, link=link):
                        done = self.run_job(how, waiting, *link)
                        self.assertNotEqual(done.returncode, 0)

    def test_an_exception_is_said(self):
        done = self.run_job("throw", "barrier")
        self.assertIn("processing element 2 of 3 left its world by an exception", done.stderr)

    def test_after_the_end_of_mpi(self):
        done = self.run_job("finalized", "barrier")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("MPI_Finalize was called", done.stderr)

    @unittest.skipUnless(ENGINE == "ipc", "of memory that processes open to each other")
    def test_all_learn_what_one_lacks(self):
        for how, own in (("no_memory", "allocate_for_processes failed"),
                         ("no_opening", "open_memory failed")):
            with self.subTest(how=how):
                done = self.run_job(how)
                self.assertEqual(done.returncode, 0, done.stderr)
                lines = done.stderr.splitlines()
                self.assertEqual(sum(line.startswith(own) for line in lines), 1, done.stderr)
                told = f"world failed: processing element 2: {own}"
                self.assertEqual(sum(line.startswith(told) for line in lines), 2, done.stderr)

    @unittest.skipUnless(ENGINE == "ipc", "of an engine for one machine")
    def test_several_machines_are_refused(self):
        done = self.run_job("machines", "barrier")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("(several_machines)"), 3, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
