# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs commands within limits of number, time and memory."""

import contextlib
import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass


@dataclass
class Outcome:
    status: int | None  # None: it ran past the limit
    output: str
    seconds: float


def limits(memory):
    """Limits that a child process sets first: no core files; bounded output and memory."""
    def set_them():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    return set_them


class Machine:
    """Runs commands, at most `jobs` at a time, and ends them at `deadline` (time.monotonic())."""

    def __init__(self, jobs, deadline):
        self.slots = threading.Semaphore(jobs)
        self.deadline = deadline
        self.children = set()

    @property
    def is_over(self):
        return self.deadline is not None and time.monotonic() > self.deadline

    def run(self, command, directory, timeout=None, environment=None, memory=None):
        with self.slots, tempfile.TemporaryFile() as output:
            if self.is_over:
                raise TimeoutError
            start = time.monotonic()
            with subprocess.Popen(
                    [str(word) for word in command], cwd=directory, stdin=subprocess.DEVNULL,
                    stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                    env={**os.environ, **(environment or {})}, preexec_fn=limits(memory)) as child:
                self.children.add(child.pid)
                status = self.status_of(child, timeout)
                self.children.discard(child.pid)
            seconds = time.monotonic() - start
            output.seek(0)
            return Outcome(status, output.read(16 << 20).decode(errors="replace"), seconds)

    def end(self, signal_number, _):
        """Signal handler that ends the tool, and also the processes that it has started."""
        for pid in list(self.children):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        os.write(2, f"mutate: ended by signal {signal_number}\n".encode())
        os._exit(128 + signal_number)

    def status_of(self, child, timeout):
        left = None if self.deadline is None else max(1.0, self.deadline - time.monotonic())
        limit = min((t for t in (timeout, left) if t is not None), default=None)
        try:
            return child.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            if self.is_over:
                raise TimeoutError from None
            return None
