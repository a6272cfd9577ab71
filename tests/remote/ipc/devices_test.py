# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which device each process of the transport ipc has, and what start-up refuses, on all of them.

usage: devices_test.py PROGRAM MPIRUN PROCESSES_FLAG, as ../CMakeLists.txt calls it. The
devices are those of an emulator of AMD GPUs; without it the exit status is 77.
"""

import os
import subprocess
import sys
import unittest

PROGRAM, MPIRUN, FLAG = sys.argv[1:]
SECONDS = 60


def run_job(*processes, options=("-1", "0")):
    """Runs the program once for each dictionary, which is the environment of one process."""
    command = [MPIRUN]
    for i, variables in enumerate(processes):
        command += [":"] * (i > 0) + [FLAG, "1", "env"]
        command += [f"{name}={value}" for name, value in variables.items()] + [PROGRAM, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    return done.returncode, sorted(done.stdout.splitlines())


def sees(devices, first_bus=1):
    return {"HIP_EMU_DEVICES": devices, "DIATOMIC_TEST_FIRST_BUS": first_bus}


class devices_test(unittest.TestCase):
    def expect_refusal(self, job, name, count=3):
        status, lines = job
        self.assertNotEqual(status, 0)
        self.assertEqual(sum(f"({name})" in line for line in lines), count, lines)

    def test_processes_share_one_device(self):
        self.assertEqual(run_job(sees(1), sees(1), sees(1)),
                         (0, ["0 on 0 sees 10", "1 on 0 sees 20", "2 on 0 sees 0"]))

    def test_each_has_the_device_of_its_number(self):
        self.assertEqual(run_job(sees(2), sees(2), sees(2), options=("-1", "1")),
                         (0, ["0 on 0 sees 10", "1 on 1 sees 20", "2 on 0 sees 0"]))

    def test_a_device_by_its_number(self):
        self.assertEqual(run_job(sees(3), sees(3), options=("2", "0")),
                         (0, ["0 on 2 sees 10", "1 on 2 sees 0"]))
        self.expect_refusal(run_job(sees(3), sees(2), options=("2", "0")),
                            "hipErrorInvalidDevice", 2)

    def test_one_device_of_two_names(self):
        self.assertEqual(run_job(sees(1, 2), {**sees(2, 1)}, options=("-1", "0")),
                         (0, ["0 on 0 sees 10", "1 on 1 sees 0"]))

    def test_no_device(self):
        self.expect_refusal(run_job(sees(1), sees(1), sees(0)), "no_device")

    def test_links_that_have_not_all_atomics(self):
        self.expect_refusal(run_job(sees(2), sees(2), sees(2)), "no_peer_atomics")

    def test_links_of_threads(self):
        self.expect_refusal(run_job(sees(2), options=("-1", "0", "threads")), "no_peer_atomics", 1)
        self.assertEqual(run_job(sees(2), options=("-1", "1", "threads")),
                         (0, ["0 on 0", "1 on 1"]))

    def test_devices_that_others_do_not_see(self):
        jobs = sees(1, 1), sees(1, 2), sees(1, 3)
        self.expect_refusal(run_job(*jobs), "unseen_device")
        self.assertEqual(run_job(*jobs, options=("-1", "1")),
                         (0, ["0 on 0 sees 10", "1 on 0 sees 20", "2 on 0 sees 0"]))


if __name__ == "__main__":
    if "HIP_EMU_ARCH" not in os.environ:
        print("the devices are those of an emulator")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
