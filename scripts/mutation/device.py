# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Named mutants of GPU code: each is built with the test that the list names, and run on the
GPU.

A mutant gets a build tree of its own. One test is asked, and no objects are compared: the test
fails, or the mutant survives."""

import os
import re
import shlex
import shutil
import time
from concurrent.futures import ThreadPoolExecutor

from .mutants import MutationError
from .trial import Verdict, reason


class Device:
    def __init__(self, root, work, machine, options):
        self.root, self.work, self.machine, self.options = root, work, machine, options
        self.backend = options.backend

    def configured(self, tree):
        build = tree / "build"
        done = self.machine.run(
            ["cmake", "-S", tree, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             f"-DDIATOMIC_BACKEND={self.backend}", "-DDIATOMIC_INSTALL=OFF",
             "-DDIATOMIC_LOOP_SUITES=", "-DDIATOMIC_SINGLE_HEADER_SUITES=",
             *shlex.split(self.options.cmake)], self.work)
        if done.status != 0:
            raise MutationError(f"cmake failed:\n{done.output[-3000:]}")
        return build

    def tried(self, tree, by):
        """(None, "") if the test passes, or how it fails."""
        build = self.configured(tree)
        of_code = by.startswith("codegen.")
        target = f"write_cases_{self.backend}" if of_code else f"test_{by}"
        name = by if of_code else f"{self.backend}.{by}"
        done = self.machine.run(["cmake", "--build", build, "-j1", "--target", target], build)
        if done.status != 0:
            return "does not compile", reason(done)
        done = self.machine.run(
            ["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", "--timeout",
             f"{self.options.timeout:g}", "-R", f"^{re.escape(name)}$"], build,
            environment={"DIATOMIC_TEST_SCALE": str(self.options.scale)})
        if "out of 1\n" not in done.output or "***Skipped" in done.output:
            return "does not run", f"{name} is skipped, or not there"
        return (None, "") if done.status == 0 else ("fails", reason(done))

    def copied(self, name):
        tree = self.work / "trees" / name
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(self.root, tree, copy_function=os.link,
                        ignore=shutil.ignore_patterns("build*", ".*"))
        return tree

    def check_unchanged(self, by):
        """Ends the run if the test fails on the unchanged sources."""
        how, why = self.tried(self.copied(f"unchanged_{by}"), by)
        if how not in (None, "does not run"):
            raise MutationError(f"{self.backend}.{by} {how} on the unchanged sources: {why}")

    def verdict(self, mutant):
        tree = self.copied(mutant.id[:6])
        changed = tree / mutant.file
        changed.unlink()
        changed.write_text(mutant.text)
        try:
            how, why = self.tried(tree, mutant.by)
        except TimeoutError:
            return Verdict("unfinished")
        finally:
            if not self.options.keep:
                shutil.rmtree(tree, ignore_errors=True)
        if how in ("does not compile", "does not run"):
            return Verdict("invalid" if how == "does not compile" else "unfinished", how=why)
        return Verdict("killed", mutant.by, why) if how else Verdict("survived", mutant.by)


def judge_on_device(device, mutants, tell):
    """Judges up to `jobs` mutants at a time; calls tell(mutant, verdict, s)."""

    def one(mutant):
        start = time.monotonic()
        tell(mutant, device.verdict(mutant), time.monotonic() - start)

    with ThreadPoolExecutor(device.options.jobs) as pool:
        work = [pool.submit(device.check_unchanged, by) for by in sorted({m.by for m in mutants})]
        work += [pool.submit(one, mutant) for mutant in mutants]
        for future in work:
            future.result()
