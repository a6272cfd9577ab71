# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whatever one process does wrong, every other one gets an error that names it, soon.

usage: failures_test.py WAITING[,WAITING...] WAYS PROGRAM LAUNCHER FLAG NUMBER [OPTION...]

CMakeLists.txt calls it. The status is 77 if there is no device. WAITING is where others wait
(failures.cpp) when a process ends, with "@network" if the link is the transport's network. WAYS is
"all", or "nvshmem", whose start-up also refuses unequal numbers of processes per GPU.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

ALL_WAITING, WAYS, PROGRAM, *LAUNCHER = sys.argv[1:]
PES = int(LAUNCHER[2])
WAITING = [tuple(waiting.split("@")) for waiting in ALL_WAITING.split(",")]
LINKS = sorted({waiting[1:] for waiting in WAITING})
COLLECTIVE = ("barrier", "gather", "constructor", "release")
# What the last process does (failures.cpp). Each of these ends all.
ENDS = ("throw", "kill", "exit", "std_exit")
# After these all go on, and before that each gets an error that begins so.
GO_ON = {"catch": None,
         "size": f"symmetric_array: (1 elements here, and processing element {PES - 1} says 2|"
                 "2 elements here, and processing element 0 says 1)$",
         "capacity": f"mailboxes: the capacity of processing element {PES - 1} is 0;",
         "too_much": ".*out.of.memory", "starve": None, "worlds": None,
         "first_worlds": None, "own_world": None, "unwinding": None}
SECONDS = 30  # a job that takes longer hangs; most take 1 or 2, and under load more
TOLD = r"^ends: world failed: .*\((pe_left|other_call)\)$"


class failures_test(unittest.TestCase):
    slowest = (0, "none")

    @classmethod
    def tearDownClass(cls):
        print(f"slowest job: {cls.slowest[0]:.1f} s, {cls.slowest[1]}", file=sys.stderr)

    def run_job(self, *arguments, pes=PES):
        # Launchers that run at once each have their own folder: CMakeLists.txt says why.
        folder = os.path.join(tempfile.gettempdir(), "-".join(arguments))
        os.makedirs(folder, exist_ok=True)
        start = time.monotonic()
        job = subprocess.Popen([*LAUNCHER[:2], str(pes), *LAUNCHER[3:], PROGRAM, *arguments],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               errors="replace", env={**os.environ, "TMPDIR": folder})
        try:
            _, said = job.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            job.send_signal(signal.SIGTERM)  # the launcher ends its processes
            try:
                _, said = job.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                job.kill()
                _, said = job.communicate()
            return None, said
        failures_test.slowest = max(failures_test.slowest, (time.monotonic() - start, arguments))
        return job.returncode, said

    def check_jobs(self, jobs, check):
        """Calls `check(what, status, output)` for each job. Launchers take a second or two."""
        with ThreadPoolExecutor(max_workers=4) as several:
            for job, (status, said) in zip(jobs, several.map(lambda job: self.run_job(*job), jobs)):
                with self.subTest(job=job):
                    self.assertIsNotNone(status, f"hangs: {said}")
                    check(job[0], status, said)

    def test_an_end_ends_all(self):
        def check(what, status, said):
            self.assertNotEqual(status, 0, said)
            if what == "std_exit":
                self.assertRegex(said, f"process(ing element)? {PES - 1} ends within its world")

        self.check_jobs([(what, *waiting) for what in ENDS for waiting in WAITING], check)

    def test_an_exception_is_said(self):
        _, said = self.run_job("throw", "barrier")
        self.assertIn(f"processing element {PES - 1} of {PES} left its world by an exception", said)

    @unittest.skipIf(WAYS != "nvshmem", "any number will do")
    def test_unequal_numbers_per_gpu_are_refused(self):
        if DEVICES == 1:
            self.skipTest("one GPU")
        status, said = self.run_job("start", "none", pes=DEVICES + 1)
        self.assertNotIn(status, (0, None), said)
        self.assertEqual(said.count("(placement)"), DEVICES + 1, said)

    def test_a_status_stays(self):
        self.assertEqual(self.run_job("status", "none")[0], 7)

    def test_all_are_told(self):
        def check(what, status, said):
            self.assertNotEqual(status, 0, said)
            told = PES - 1 if what == "leave" else PES
            self.assertEqual(len(re.findall(TOLD, said, re.M)), told, said)
            if what == "leave":
                left = f"processing element {PES - 1} has left its world"
                self.assertEqual(said.count(left), told, said)
            if what == "values":
                first = "processing element 0 gathers 4 bytes"
                last = f"processing element {PES - 1} gathers 400 bytes"
                self.assertEqual(said.count(f"{last}; {first}"), 1, said)
                self.assertEqual(said.count(f"{first}; {last}"), 1, said)

        self.check_jobs([(what, waiting, *link) for what in ("leave", "catch_one")
                         for waiting in COLLECTIVE for link in LINKS] +
                        [(what, "none", *link) for what in ("values", "merge", "swap", "send")
                         for link in LINKS], check)

    def test_all_go_on(self):
        def check(what, status, said):
            self.assertEqual(status, 0, said)
            self.assertEqual(len(re.findall(r"^\[\d+\] went on$", said, re.M)), PES, said)
            if GO_ON[what] is not None:
                error = r"^\[\d+\] (?:" + GO_ON[what] + ")"
                self.assertEqual(len(re.findall(error, said, re.M)), PES, said)

        self.check_jobs([(what, "none", *link) for what in GO_ON for link in LINKS], check)


if __name__ == "__main__":
    found = subprocess.run([PROGRAM, "devices"], stdout=subprocess.PIPE, text=True, check=False)
    if found.returncode == 77:
        sys.exit(77)
    DEVICES = int(found.stdout)
    unittest.main(argv=sys.argv[:1])
