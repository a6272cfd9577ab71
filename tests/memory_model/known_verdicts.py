#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the encoding of the PTX memory model by litmus tests whose verdicts are known.

usage: known_verdicts.py [--z3 FOLDER]

The tests are in known_verdicts.txt. Both versions of the model must have their verdicts. Then each
axiom and each rule of the model is left out in turn: some verdict must change, or a test is
missing.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import model
import ptx

# Device, cluster and block of each thread.
PLACES = {
    "block": [(0, 0, 0)] * 4,
    "cluster": [(0, 0, k) for k in range(4)],
    "device": [(0, k, k) for k in range(4)],
    "devices": [(k, k, k) for k in range(4)],
    "two_and_one": [(0, 0, 0), (0, 0, 0), (0, 1, 1)],
}

# The Fence-SC axiom forbids nothing that the others allow: base causality that leads from a fence
# back to itself has a release pattern and an acquire pattern in it, whose write then precedes
# itself, or it can be avoided by another Fence-SC order. NVIDIA's formal model leaves this axiom
# out too.
IMPLIED = ("fence_sc",)


class NamedRegisters(ptx.Reader):
    """Leaves every register in the outputs, by its name."""

    def step(self, state, opcode, operands):
        state = super().step(state, opcode, operands)
        if state is not None:
            state.outputs = tuple(state.registers.items())
        return state


@dataclass
class Test:
    """A litmus test."""

    name: str
    places: list
    is_expected: bool
    outcome: list  # (thread or None, register or object, value)
    threads: list  # of each thread its paths

    def combinations(self):
        """The threads, for each combination of their paths."""
        found = [[]]
        for paths, place in zip(self.threads, self.places):
            found = [before + [model.Thread(path, *place)] for before in found for path in paths]
        return found

    def is_allowed(self, without=None, version="isa"):
        for threads in self.combinations():
            execution = model.Execution(threads, without, version)
            conditions = []
            for thread, name, value in self.outcome:
                if thread is None:
                    found = execution.final_word(name)
                else:
                    registers = dict(threads[thread].path.outputs)
                    found = execution.result(thread, registers[name])
                conditions.append(found == value)
            if execution.is_possible(model.z3.And(*conditions)):
                return True
        return False


def outcome_of(text):
    for part in text.split():
        name, value = part.split("=")
        thread, _, register = name.rpartition(":")
        yield (int(thread) if thread else None), register, int(value)


def tests():
    found = []
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("  "):
            found[-1].threads.append(NamedRegisters(ptx.instructions(line)).paths())
        elif line and not line.startswith("#"):
            name, place, verdict, outcome = (part.strip() for part in line.split("|"))
            found.append(Test(name, PLACES[place], {"allowed": True, "forbidden": False}[verdict],
                              list(outcome_of(outcome)), []))
    return found


def mistakes(all_tests, version):
    """How many verdicts are not as expected, and how many rules no verdict depends on."""
    wrong = 0
    for test in all_tests:
        if test.is_allowed(version=version) != test.is_expected:
            print(f"{test.name}: the model {'forbids' if test.is_expected else 'allows'} it")
            wrong += 1
    print(f"{version}: {len(all_tests)} litmus tests, "
          f"{sum(not t.is_expected for t in all_tests)} of them forbidden")
    for rule in (*model.AXIOMS, *model.RULES):
        changed = next((test.name for test in all_tests
                        if test.is_allowed(rule, version) != test.is_expected), None)
        print(f"without {rule}: {changed + ' changes' if changed else 'no verdict changes'}")
        wrong += (changed is None) != (rule in IMPLIED)
    return wrong


def main():
    all_tests = tests()
    return 1 if sum(mistakes(all_tests, version) for version in model.VERSIONS) else 0


if __name__ == "__main__":
    sys.exit(main())
