# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trial of one mutant: its tree, its builds, the results of its tests."""

import hashlib
import json
import os
import re
import shutil
import threading

from .builds import COPIED, in_origin

MOST_COMPARED = 12  # programs whose objects are compared when optimised
MOST_SANITIZED = 6  # tests that are run under each of the sanitizers
ONE_BY_ONE = 3  # tests that are run alone, as most mutants die by one of them


class Verdict:
    """killed, survived, equivalent, indistinct, unreached, invalid or unfinished; by which test
    and how."""

    def __init__(self, word, by="", how=""):
        self.word, self.by, self.how = word, by, how


class Trial:
    """One mutant in its tree. An answer is one of

      same     its objects are those of the unchanged sources
      passes   the test runs and does not see it
      killed   the test fails; how and why follow
      error    it does not compile; what the compiler said follows

    A static_assert of a test that fails kills. Any other error of the compiler does only if the
    changed code compiles in another test's program: else it is no program, and the mutant invalid.
    """

    def __init__(self, judge, mutant):
        self.judge, self.mutant, self.machine = judge, mutant, judge.machine
        self.tree = judge.work / "trees" / mutant.id[:6]
        self.is_over = False
        self.compiled = {}
        self.copy()

    def copy(self):
        shutil.rmtree(self.tree, ignore_errors=True)
        for part in COPIED:
            shutil.copytree(in_origin(self.judge.work) / part, self.tree / part,
                            copy_function=os.link)
        changed = self.tree / self.mutant.file
        changed.unlink()
        changed.write_text(self.mutant.text)

    def verdict(self):
        plain = self.judge.stages["plain"]
        tests = [t for t in plain.tests if any(self.concerns(plain, u) for u in t.units)]
        if not tests:
            return Verdict("unreached", how="no test depends on this file")
        if not self.compiles_alone():
            return Verdict("invalid", how="does not compile by itself")
        self.judge.build_originals(plain, tests)
        tests = self.judge.ordered(self.judge.relevant(tests, self.mutant), self.mutant)
        cases = [t for t in tests if t.must_not_compile]
        tests = [t for t in tests if not t.must_not_compile][:self.judge.options.tests]
        answers = {}
        verdict = self.stage(plain, tests[:ONE_BY_ONE], answers, more_follow=True)
        if not verdict and self.is_equivalent(tests, answers):
            verdict = Verdict("equivalent", how="same objects when optimised")
        verdict = verdict or self.stage(plain, tests[ONE_BY_ONE:], answers) or \
            self.unless_same(plain, tests, cases, answers)
        if verdict:
            return verdict
        differing = [t for t in tests if answers[t.name][0] != "same"]
        if self.is_same_optimised("o1", differing[:MOST_COMPARED]):
            return Verdict("equivalent", how="same objects when optimised")
        if self.is_same_optimised("o2", differing[:MOST_COMPARED]):
            return Verdict("indistinct", how="same objects when optimised for what tests call")
        return self.sanitized(differing) or Verdict("survived", how=f"{len(differing)} tests")

    def is_equivalent(self, tests, answers):
        """Asked early, as it spares the tests: whether optimised objects are the same, of more
        tests if they are of the first."""
        first = [t for t in tests if answers.get(t.name, ["same"])[0] == "passes"]
        return bool(first) and self.is_same_optimised("o1", first) and \
            self.is_same_optimised("o1", tests[:MOST_COMPARED])

    def unless_same(self, plain, tests, cases, answers):
        """The verdict where no object differs; else that of the cases that must not compile."""
        same = all(answers[t.name][0] == "same" for t in tests)
        if same and any(self.judge.covers(t, self.mutant) == 1 for t in tests):
            return Verdict("equivalent", how="same objects")
        verdict = self.stage(plain, cases, {})
        if same and not verdict:
            return Verdict("unreached", how="no test program has instructions from this line")
        return verdict

    def sanitized(self, tests):
        """The verdict of the sanitizers: of the tests that have the line, if any have it, without
        their second variant."""
        covering = [t for t in tests if self.judge.covers(t, self.mutant) == 1]
        names = {t.name for t in covering or tests}
        names = {n for n in names if n.removesuffix("_loops") not in names - {n}}
        for name in ("asan", "tsan"):
            if name in self.judge.stages:
                stage = self.judge.stages[name]
                stage.prepare()
                chosen = [t for t in stage.tests if t.name in names]
                chosen = self.judge.ordered(chosen, self.mutant)[:MOST_SANITIZED]
                verdict = self.stage(stage, chosen, {})
                if verdict:
                    return verdict
        return None

    def concerns(self, stage, unit):
        return self.mutant.file in stage.dependencies(unit)

    def compiles_alone(self):
        """Whether the changed file compiles with no test around it. Asked of a mutant first."""
        plain = self.judge.stages["plain"]
        units = [u for t in plain.tests for u in t.units if self.concerns(plain, u)]
        units.sort(key=lambda u: not u.source.endswith("/" + self.mutant.file))
        if not units:
            return True
        key = f"alone {self.mutant.id} {plain.key(units[0])}"
        if key not in self.judge.journal.known:
            alone = self.compile_alone(plain, units[0], self.tree) or \
                not self.compile_alone(plain, units[0], in_origin(self.judge.work))
            self.judge.journal.add(key, [alone])
        return self.judge.journal.known[key][0]

    def compile_alone(self, stage, unit, tree):
        command = stage.compile_command(unit, tree)
        if not self.mutant.file.endswith(".cpp"):
            place = self.tree / f"alone_{tree.name}.cpp"
            place.write_text(f'#include "{tree / self.mutant.file}"\n')
            command[command.index("-c") + 1] = str(place)
        return self.machine.run([*command, "-fsyntax-only"], stage.bin).status == 0

    # ---- the tests of a stage

    def stage(self, stage, tests, answers, more_follow=False):
        """Adds the tests' answers by name; the verdict, if it is found. The first few are asked one
        by one, unless there are answers already."""
        by_name = {test.name: test for test in tests}
        alone = [] if answers else tests[:ONE_BY_ONE]
        for test in alone:
            answers[test.name] = self.answer(stage, test)
            if answers[test.name][0] == "killed":
                return self.killed(stage, test, answers[test.name])
        states = [answer[0] for answer in answers.values()]
        if states.count("error") > 1 and "passes" not in states:
            return self.broken(answers)
        rest = {test.name: self.judge.helpers.submit(self.late_answer, stage, test)
                for test in tests[len(alone):]}
        for name, future in rest.items():
            answers[name] = future.result()
        killers = [name for name in rest if answers[name][0] == "killed"]
        if killers:
            return self.killed(stage, by_name[killers[0]], answers[killers[0]])
        states = [answer[0] for answer in answers.values()]
        if "error" not in states or more_follow:
            return None
        if "passes" not in states:
            return self.broken(answers)
        broken = next(name for name, answer in answers.items() if answer[0] == "error")
        self.judge.count_kill(self.mutant, broken)
        return Verdict("killed", broken, answers[broken][2])

    def broken(self, answers):
        """The verdict where no test's program compiles that has the changed code in it."""
        return Verdict("invalid", how=next(a[2] for a in answers.values() if a[0] == "error"))

    def late_answer(self, stage, test):
        if self.is_over:
            return ["passes", "", ""]  # the result is no longer needed
        answer = self.answer(stage, test)
        if answer[0] == "killed":
            self.is_over = True
        return answer

    def killed(self, stage, test, answer):
        self.judge.count_kill(self.mutant, test.name)
        name = test.name if stage.name == "plain" else f"{test.name} ({stage.name})"
        return Verdict("killed", name, ": ".join(filter(None, answer[1:])))

    def answer(self, stage, test):
        key = self.judge.key(stage, test, self.mutant.id)
        known = self.judge.journal.known.get(key)
        if known is None:
            known = self.find_answer(stage, test)
            self.judge.journal.add(key, known)
        if known[0] == "killed" and not self.judge.is_trusted(stage, test):
            return ["passes", "", ""]
        return known

    def find_answer(self, stage, test):
        answer = self.build_and_run(stage, test)
        for unit in test.units:
            if stage.users[unit.object] == 1:
                (self.tree / stage.name / unit.object).unlink(missing_ok=True)
        return answer

    def build_and_run(self, stage, test):
        same = True
        for unit in test.units:
            if not self.concerns(stage, unit) and not unit.needs:
                stage.original(unit)
                continue
            state, words = self.compile_once(stage, unit)
            if state in ("killed", "error"):
                return [state, "does not compile", words]
            same = same and state == "same"
        if test.must_not_compile:
            how, why = check_case(stage, test, self.tree)
            return ["killed", how, why] if how else ["passes", "", ""]
        if same and stage.name == "plain":
            return ["same", "", ""]
        return self.run_test(stage, test)

    def run_test(self, stage, test):
        for program in test.programs:
            (self.tree / stage.name / program).parent.mkdir(parents=True, exist_ok=True)
            with stage.lock("link", program, str(self.tree)):
                done = self.machine.run(stage.link_command(program, self.tree),
                                        self.tree / stage.name)
            if done.status != 0:
                return ["killed", "does not link", done.output[-300:]]
        how, why = self.judge.run(stage, test, self.tree)
        if how and test.serial:  # other processes may have made it fail
            how, why = self.judge.run(stage, test, self.tree)
        for program in test.programs if len(test.programs) == 1 else []:
            (self.tree / stage.name / program).unlink(missing_ok=True)
        return ["killed", how, why] if how else ["passes", "", ""]

    def compile_once(self, stage, unit):
        """same, compiled, killed (an assertion at compile time) or error; the compiler's words."""
        with stage.lock("compile", unit.object, str(self.tree)):
            key = (stage.name, unit.object)
            if key not in self.compiled:
                self.compiled[key] = self.compile(stage, unit)
            return self.compiled[key]

    def compile(self, stage, unit):
        done = stage.compile(unit, self.tree)
        if done.status == 0:
            same = stage.name not in ("asan", "tsan") and stage.is_same(unit, self.tree)
            if stage.name in ("o1", "o2"):
                (self.tree / stage.name / unit.object).unlink()
            return ("same" if same else "compiled"), ""
        stage.original(unit)  # ends the run if it is not the change that does not compile
        first = next((line for line in done.output.splitlines() if "error" in line), "no words")
        first = first.replace(f"{self.tree}/", "")
        by_test = re.search(r"(?m)^\S*/(?:tests|docs)/\S+ error: static assertion failed",
                            done.output)
        return ("killed" if by_test else "error"), first

    # ---- whether optimised objects are the same

    def is_same_optimised(self, name, tests):
        """Whether each object that differs does not differ when it is optimised."""
        plain, stage = self.judge.stages["plain"], self.judge.stages[name]
        stage.prepare()
        objects = {u.object for t in tests for u in t.units if self.concerns(plain, u)}
        key = hashlib.sha1("\0".join([self.mutant.id, name, *sorted(
            stage.key(stage.units[o]) for o in objects)]).encode()).hexdigest()
        if key not in self.judge.journal.known:
            place = in_origin(self.judge.work) / "plain"
            small_first = sorted(objects, key=lambda o: ((place / o).stat().st_size
                                                         if (place / o).exists() else 0, o))
            self.judge.journal.add(key, [self.are_same(stage, small_first)])
        return self.judge.journal.known[key][0]

    def are_same(self, stage, objects):
        """Compares the first objects one at a time, because most differences are among them."""
        found = threading.Event()

        def is_same(output):
            if found.is_set():
                return False
            same = self.compile_once(stage, stage.units[output])[0] == "same"
            if not same:
                found.set()
            return same

        return all(map(is_same, objects[:ONE_BY_ONE])) and \
            all(self.judge.helpers.map(is_same, objects[ONE_BY_ONE:]))


def check_case(stage, test, tree):
    """Runs a test whose case must not compile, with the tree's compile command for it."""
    unit = test.units[0]
    folder = tree / stage.name / "cases" / test.name
    folder.mkdir(parents=True, exist_ok=True)
    command = stage.compile_command(unit, tree)
    quoted = " ".join("'" + w.replace("'", "'\\''") + "'" for w in command)
    entry = {"file": unit.source, "directory": str(stage.bin), "command": quoted}
    (folder / "compile_commands.json").write_text(json.dumps([entry]))
    words = [f"COMMANDS={folder}/compile_commands.json" if w.startswith("COMMANDS=") else w
             for w in test.command]
    done = stage.machine.run(words, folder, 600)
    return (None, "") if done.status == 0 else ("fails", reason(done))


def reason(done):
    """One line of what a failed test wrote."""
    lines = [line.strip() for line in done.output.splitlines() if line.strip()]
    for pattern in (r"^SUMMARY: ", r"runtime error: ", r"^WARNING: ThreadSanitizer",
                    r"^\[  FAILED  \]", r"[Ee]rror"):
        for line in lines:
            if re.search(pattern, line):
                return line[:200]
    last = lines[-1][:200] if lines else "no words"
    return f"status {done.status}: {last}"
