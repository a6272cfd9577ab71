# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs the tests of one mutant after another, until one of them fails."""

import hashlib
import json
import re
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from .builds import ENVIRONMENT, in_origin
from .mutants import MutationError
from .trial import Trial, Verdict, check_case, reason

PLAIN_WORDS = set("include src diatomic core atomics sync collectives algorithms containers "
                  "detail kernel kernels hpp cpp".split())
SKIPPED = 77
MEMORY = 12 << 30  # bytes that a test may allocate


class Journal:
    """Test results of mutants, saved in a file, so that a later run continues an ended one."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.known = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        for line in path.read_text().splitlines() if path.exists() else []:
            try:
                key, *answer = json.loads(line)
            except ValueError:
                continue  # the last line of a run that was ended
            self.known[key] = answer
        self.file = open(path, "a", encoding="utf-8")

    def add(self, key, answer):
        with self.lock:
            self.known[key] = answer
            self.file.write(json.dumps([key, *answer]) + "\n")
            self.file.flush()


class Judge:
    def __init__(self, stages, work, machine, journal, options):
        self.stages = {stage.name: stage for stage in stages}
        self.root = stages[0].root
        self.work, self.machine, self.journal, self.options = work, machine, journal, options
        self.helpers = ThreadPoolExecutor(options.jobs)
        self.kills = {}
        self.guard = threading.Lock()
        self.can_fix_addresses = shutil.which("setarch") is not None and \
            machine.run(["setarch", "-R", "true"], work).status == 0

    # ---- one mutant

    def judge(self, mutant):
        trial = Trial(self, mutant)
        try:
            return trial.verdict()
        except TimeoutError:
            return Verdict("unfinished")
        finally:
            if not self.options.keep:
                shutil.rmtree(trial.tree, ignore_errors=True)

    def compiling(self, candidates, count):
        """The first `count` of the candidates that compile by themselves."""
        chosen = []
        with ThreadPoolExecutor(self.options.jobs) as pool:
            while candidates and len(chosen) < count:
                some, candidates = candidates[:count], candidates[count:]
                for mutant, good in zip(some, pool.map(self.compiles_alone, some)):
                    if good and len(chosen) < count:
                        chosen.append(mutant)
        return chosen

    def compiles_alone(self, mutant):
        trial = Trial(self, mutant)
        try:
            return trial.compiles_alone()
        finally:
            shutil.rmtree(trial.tree, ignore_errors=True)

    def ordered(self, tests, mutant):
        """The order of the tests: those likely to kill the mutant early first; for a named mutant,
        the test that the list names."""
        words = set(re.split(r"[/_.]", mutant.file)) - PLAIN_WORDS
        about_orders = "order" in mutant.old_line(self.root)

        def weight(test):
            named = len(words & set(re.split(r"[._]", test.name)))
            kills = self.kills.get((mutant.file, test.name), 0)
            covers = 2 * self.covers(test, mutant)
            # A variant with loops after the plain one, and long lists of types last.
            late = test.must_not_compile * 2 + test.serial
            slow = sum(s in test.name for s in ("_loops", "conformance", "numbers", "program"))
            program = mutant.file.startswith("src/") and "program" in test.name
            orders = about_orders and "races" in test.name
            likely = 2 * named + covers + min(kills, 3) + 2 * program + 4 * orders
            return (test.name != f"host.{mutant.by}", late, -likely, slow, test.name)

        return sorted(tests, key=weight)

    def build_originals(self, stage, tests):
        """Builds the tests' objects from the unchanged sources. So it is known which tests have
        instructions of a mutant's line, and a test that has none is not built for the mutant."""
        units = {u.object: u for t in tests for u in t.units if not t.must_not_compile}
        list(self.helpers.map(stage.original, units.values()))

    def relevant(self, tests, mutant):
        """The tests whose programs have the line, if any do and it cannot affect others."""
        if not mutant.is_in_function(self.root) or \
                all(self.covers(test, mutant) != 1 for test in tests):
            return tests
        return [t for t in tests if self.covers(t, mutant) != 0 and not t.must_not_compile]

    def covers(self, test, mutant):
        """Whether the program has instructions of the line: 1 or 0; between if it is not built."""
        plain = self.stages["plain"]
        lines = [plain.lines_with_code(unit, mutant.file) for unit in test.units
                 if mutant.file in plain.dependencies(unit)]
        if any(found and mutant.line in found for found in lines):
            return 1
        return 0.5 if any(found is None for found in lines) else 0

    def count_kill(self, mutant, test):
        with self.guard:
            key = (mutant.file, test)
            self.kills[key] = self.kills.get(key, 0) + 1

    # ---- running a test

    def run(self, stage, test, tree):
        """Runs the test's program from the tree: (None, "") if it passes, or how it failed."""
        place = tree / stage.name
        here = place / "run" / test.name
        here.mkdir(parents=True, exist_ok=True)
        command = [w.replace(f"{stage.bin}/", f"{place}/") for w in test.command]
        command[0] = str(stage.place(tree, test.program))
        limit = self.options.timeout * stage.patience
        environment = {"DIATOMIC_TEST_SCALE": str(self.options.scale), "TMPDIR": str(here),
                       **ENVIRONMENT, **test.environment}
        sanitized = any("-fsanitize" in w for unit in test.units for w in unit.command)
        if sanitized and self.can_fix_addresses:
            command = ["setarch", "-R", *command]  # ThreadSanitizer needs fixed addresses
        done = self.machine.run(command, here, limit, environment,
                                memory=None if sanitized else MEMORY)
        shutil.rmtree(here, ignore_errors=True)
        if done.status is None:
            return "timeout", f"no end within {limit:g} s"
        if done.status in (0, SKIPPED):
            return None, ""
        return ("crash" if done.status < 0 else "fails"), reason(done)

    def is_trusted(self, stage, test):
        """Whether the test passes where nothing is changed. Asked when it first kills something."""
        with stage.lock("trusted", test.name):
            key = self.key(stage, test, "")
            if key not in self.journal.known:
                how, why = self.run_original(stage, test)
                self.journal.add(key, [how is None, why])
                if how is not None:
                    print(f"mutate: {test.name} ({stage.name}) {how} on the unchanged sources and "
                          f"is left out: {why}", file=sys.stderr, flush=True)
            return self.journal.known[key][0]

    def run_original(self, stage, test):
        tree = in_origin(self.work)
        for unit in test.units:
            stage.original(unit)
        if test.must_not_compile:
            return check_case(stage, test, tree)
        for program in test.programs:
            with stage.lock("link", program):
                done = self.machine.run(stage.link_command(program, tree), tree / stage.name)
            if done.status != 0:
                raise MutationError(f"{program} does not link unchanged:\n{done.output[-2000:]}")
        return self.run(stage, test, tree)

    def key(self, stage, test, mutant_id):
        parts = [mutant_id, stage.name, test.name, str(self.options.scale),
                 str(self.options.timeout)]
        parts += sorted({stage.key(unit) for unit in test.units})
        return hashlib.sha1("\0".join(parts).encode()).hexdigest()


def judge_all(judge, mutants, tell):
    """Judges up to `jobs` mutants at a time; calls tell(mutant, verdict, s)."""

    def one(mutant):
        start = time.monotonic()
        verdict = Verdict("unfinished") if judge.machine.is_over else judge.judge(mutant)
        tell(mutant, verdict, time.monotonic() - start)

    with ThreadPoolExecutor(judge.options.jobs) as pool:
        for future in [pool.submit(one, mutant) for mutant in mutants]:
            future.result()
    judge.helpers.shutdown()
