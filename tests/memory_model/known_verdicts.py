#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests the encoding of the PTX memory model by litmus tests whose verdicts are known.

usage: known_verdicts.py [--z3 FOLDER]

Each test is some threads, in PTX, and an outcome that the model allows or forbids: those of the PTX
ISA's chapter and of the paper by Lustig et al., and the cycles of the literature (MP, SB, LB, IRIW, ...)
with orders and scopes. Then each axiom and each rule of the model is left out in turn: some verdict
must change, or a test is missing. Ends with 77 if there is no z3.
"""

import sys

import model
import ptx

# Where the threads are.
BLOCK = [(0, 0, 0)] * 4
CLUSTER = [(0, 0, k) for k in range(4)]
DEVICE = [(0, k, k) for k in range(4)]
DEVICES = [(k, k, k) for k in range(4)]
TWO_AND_ONE = [(0, 0, 0), (0, 0, 0), (0, 1, 1)]

FORBIDDEN, ALLOWED = False, True


def mp(first, second, third, fourth):
    """Message passing: data, then a flag; the flag, then the data."""
    return [f"{first}; {second}", f"{third}; {fourth}"]


X1, Y1 = "st.relaxed.{s}.u32 [x], 1", "st.relaxed.{s}.u32 [y], 1"
RELEASE_Y1, ACQUIRE_Y = "st.release.{s}.u32 [y], 1", "ld.acquire.{s}.u32 a, [y]"
READ_X, READ_Y = "ld.relaxed.{s}.u32 b, [x]", "ld.relaxed.{s}.u32 a, [y]"
WEAK_X1, WEAK_READ_X = "st.weak.u32 [x], 1", "ld.weak.u32 b, [x]"
FENCE, FENCE_SC = "fence.acq_rel.{s}", "fence.sc.{s}"
MP = "1:a=1 1:b=0"


def scoped(threads, *scopes):
    """The scopes of the threads; one for all."""
    return [t.replace("{s}", scopes[k % len(scopes)]) for k, t in enumerate(threads)]


def between(first, fence, second):
    return f"{first}; {fence}; {second}" if fence else f"{first}; {second}"


def sb(fence0, fence1):
    return [between("st.relaxed.{s}.u32 [x], 1", fence0, "ld.relaxed.{s}.u32 a, [y]"),
            between("st.relaxed.{s}.u32 [y], 1", fence1, "ld.relaxed.{s}.u32 a, [x]")]


def lb(fence):
    return [between("ld.relaxed.{s}.u32 a, [x]", fence, "st.relaxed.{s}.u32 [y], 1"),
            between("ld.relaxed.{s}.u32 a, [y]", fence, "st.relaxed.{s}.u32 [x], 1")]


def two_writes(fence):
    return [between("st.relaxed.{s}.u32 [x], 1", fence, "st.relaxed.{s}.u32 [y], 2"),
            between("st.relaxed.{s}.u32 [y], 1", fence, "st.relaxed.{s}.u32 [x], 2")]


def r(fence):
    return [between("st.relaxed.{s}.u32 [x], 1", fence, "st.relaxed.{s}.u32 [y], 1"),
            between("st.relaxed.{s}.u32 [y], 2", fence, "ld.relaxed.{s}.u32 a, [x]")]


def iriw(load, fence):
    return ["st.relaxed.{s}.u32 [x], 1", "st.relaxed.{s}.u32 [y], 1",
            between(f"ld.{load}.{{s}}.u32 a, [x]", fence, f"ld.{load}.{{s}}.u32 b, [y]"),
            between(f"ld.{load}.{{s}}.u32 a, [y]", fence, f"ld.{load}.{{s}}.u32 b, [x]")]


IRIW = "2:a=1 2:b=0 3:a=1 3:b=0"
SB = "0:a=0 1:a=0"
LB = "0:a=1 1:a=1"
RELEASING = mp(WEAK_X1, RELEASE_Y1, ACQUIRE_Y, WEAK_READ_X)
CORR = ["st.relaxed.{s}.u32 [x], 1", "ld.relaxed.{s}.u32 a, [x]; ld.relaxed.{s}.u32 b, [x]"]
INCREMENTS = ["atom.relaxed.{s}.add.u32 a, [x], 1"] * 2
HANDED_ON = ["st.weak.u32 [x], 1; st.release.{s}.u32 [y], 1",
             "ld.acquire.{s}.u32 a, [y]; st.release.{t}.u32 [z], 1",
             "ld.acquire.{t}.u32 a, [z]; ld.weak.u32 b, [x]"]
ISA2 = "1:a=1 2:a=1 2:b=0"


def handed_on(near, far):
    return [t.replace("{s}", near).replace("{t}", far) for t in HANDED_ON]


def by_way_of(middle, last="ld.acquire.gpu.u32 a, [y]; ld.weak.u32 b, [x]"):
    """MP in which a third thread writes the flag in between."""
    return ["st.weak.u32 [x], 1; st.release.gpu.u32 [y], 1", middle, last]


# name, threads, where they are, outcome, verdict
TESTS = [
    # Message passing.
    ("MP", scoped(mp(X1, Y1, READ_Y, READ_X), "gpu"), DEVICE, MP, ALLOWED),
    ("MP+weak", mp(WEAK_X1, "st.weak.u32 [y], 1", "ld.weak.u32 a, [y]", WEAK_READ_X), DEVICE, MP,
     ALLOWED),
    ("MP+rel+acq", scoped(RELEASING, "gpu"), DEVICE, MP, FORBIDDEN),
    ("MP+rel+acq, block", scoped(RELEASING, "cta"), BLOCK, MP, FORBIDDEN),
    ("MP+rel+acq, block, from afar", scoped(RELEASING, "cta"), CLUSTER, MP, ALLOWED),
    ("MP+rel+acq, cluster", scoped(RELEASING, "cluster"), CLUSTER, MP, FORBIDDEN),
    ("MP+rel+acq, cluster, from afar", scoped(RELEASING, "cluster"), DEVICE, MP, ALLOWED),
    ("MP+rel+acq, device, from afar", scoped(RELEASING, "gpu"), DEVICES, MP, ALLOWED),
    ("MP+rel+acq, system", scoped(RELEASING, "sys"), DEVICES, MP, FORBIDDEN),
    ("MP+rel+acq, wide and narrow", scoped(RELEASING, "gpu", "cta"), DEVICE, MP, ALLOWED),
    ("MP+rel+acq, narrow and wide", scoped(RELEASING, "cta", "gpu"), DEVICE, MP, ALLOWED),
    ("MP+rel+acq, wide and wider", scoped(RELEASING, "gpu", "sys"), DEVICE, MP, FORBIDDEN),
    ("MP+rel", scoped(mp(X1, RELEASE_Y1, READ_Y, READ_X), "gpu"), DEVICE, MP, ALLOWED),
    ("MP+acq", scoped(mp(X1, Y1, ACQUIRE_Y, READ_X), "gpu"), DEVICE, MP, ALLOWED),
    ("MP+rel+weak", scoped(mp(X1, RELEASE_Y1, "ld.weak.u32 a, [y]", READ_X), "gpu"), DEVICE, MP,
     ALLOWED),
    ("MP+fences", scoped(mp(f"{WEAK_X1}; {FENCE}", Y1, f"{READ_Y}; {FENCE}", WEAK_READ_X), "sys"),
     DEVICE, MP, FORBIDDEN),  # the ISA's
    ("MP+fences, of two blocks", scoped(mp(f"{WEAK_X1}; {FENCE}", Y1, f"{READ_Y}; {FENCE}",
                                           WEAK_READ_X), "cta"), DEVICE, MP, ALLOWED),
    ("MP+fences+weak flag", scoped(mp(f"{WEAK_X1}; {FENCE}", "st.weak.u32 [y], 1",
                                      f"ld.weak.u32 a, [y]; {FENCE}", WEAK_READ_X), "sys"),
     DEVICE, MP, ALLOWED),
    ("MP+fence+acq", scoped(mp(f"{X1}; {FENCE}", Y1, ACQUIRE_Y, READ_X), "gpu"), DEVICE, MP,
     FORBIDDEN),
    ("MP+rel+fence", scoped(mp(X1, RELEASE_Y1, f"{READ_Y}; {FENCE}", READ_X), "gpu"), DEVICE, MP,
     FORBIDDEN),
    ("MP+fence", scoped(mp(f"{X1}; {FENCE}", Y1, READ_Y, READ_X), "gpu"), DEVICE, MP, ALLOWED),
    ("MP+fence.sc+membar", scoped(mp(f"{X1}; {FENCE_SC}", Y1, f"{READ_Y}; membar.sys", READ_X), "sys"),
     DEVICE, MP, FORBIDDEN),
    ("MP+volatile", ["st.weak.u32 [x], 1; fence.acq_rel.sys; st.volatile.u32 [y], 1",
                     "ld.volatile.u32 a, [y]; fence.acq_rel.sys; ld.weak.u32 b, [x]"], DEVICES, MP,
     FORBIDDEN),
    ("MP+narrow fences+wide flag", scoped(mp(f"{WEAK_X1}; {FENCE}", "st.relaxed.sys.u32 [y], 1",
                                             f"ld.relaxed.sys.u32 a, [y]; {FENCE}", WEAK_READ_X),
                                          "cta"), DEVICE, MP, ALLOWED),
    # Release and acquire patterns of two operations, release sequences.
    ("release, then a write", ["st.weak.u32 [x], 1; st.release.gpu.u32 [y], 2; "
                               "st.relaxed.gpu.u32 [y], 1",
                               "ld.acquire.gpu.u32 a, [y]; ld.weak.u32 b, [x]"], DEVICE, MP, FORBIDDEN),
    ("release, then a write elsewhere", ["st.weak.u32 [x], 1; st.release.gpu.u32 [z], 2; "
                                         "st.relaxed.gpu.u32 [y], 1",
                                         "ld.acquire.gpu.u32 a, [y]; ld.weak.u32 b, [x]"], DEVICE, MP,
     ALLOWED),
    ("read, then an acquire", ["st.weak.u32 [x], 1; st.release.gpu.u32 [y], 1",
                               "ld.relaxed.gpu.u32 a, [y]; ld.acquire.cta.u32 c, [y]; "
                               "ld.acquire.gpu.u32 d, [y]; ld.weak.u32 b, [x]",
                               "st.relaxed.gpu.u32 [y], 2"], DEVICE, "1:a=1 1:c=2 1:d=2 1:b=0",
     FORBIDDEN),
    ("release sequence", by_way_of("atom.relaxed.gpu.add.u32 a, [y], 2"), DEVICE, "2:a=3 2:b=0",
     FORBIDDEN),
    ("release sequence of two", by_way_of("atom.relaxed.gpu.add.u32 a, [y], 2; "
                                          "atom.relaxed.gpu.exch.b32 b, [y], 7"), DEVICE,
     "1:a=1 1:b=3 2:a=7 2:b=0", FORBIDDEN),
    ("no release sequence by a store", by_way_of("st.relaxed.gpu.u32 [y], 3"), DEVICE, "2:a=3 2:b=0",
     ALLOWED),
    ("no release sequence by a load and a store", by_way_of(
        "ld.relaxed.gpu.u32 a, [y]; add.u32 b, a, 2; st.relaxed.gpu.u32 [y], b"), DEVICE,
     "2:a=3 2:b=0", ALLOWED),
    ("release sequence by a narrow atomic", by_way_of("atom.relaxed.cta.add.u32 a, [y], 2"), DEVICE,
     "2:a=3 2:b=0", ALLOWED),
    ("a compare-exchange that succeeds", by_way_of("atom.relaxed.gpu.cas.b32 a, [y], 1, 3"), DEVICE,
     "2:a=3 2:b=0", FORBIDDEN),
    ("a compare-exchange that fails writes nothing", by_way_of("atom.relaxed.gpu.cas.b32 a, [y], 5, 3"),
     DEVICE, "2:a=3", FORBIDDEN),
    ("MP by atomics", ["st.weak.u32 [x], 1; red.release.gpu.add.u32 [y], 1",
                       "atom.acquire.gpu.add.u32 a, [y], 0; ld.weak.u32 b, [x]"], DEVICE, MP, FORBIDDEN),
    ("an atomic, then a fence", ["st.weak.u32 [x], 1; st.release.gpu.u32 [y], 1",
                                 "atom.relaxed.gpu.add.u32 a, [y], 2; fence.acq_rel.gpu; "
                                 "ld.weak.u32 b, [x]"], DEVICE, MP, FORBIDDEN),
    ("a reduction does not acquire", ["st.weak.u32 [x], 1; st.release.gpu.u32 [y], 1",
                                      "red.relaxed.gpu.add.u32 [y], 2; fence.acq_rel.gpu; "
                                      "ld.weak.u32 b, [x]; ld.relaxed.gpu.u32 c, [y]"], DEVICE,
     "1:b=0 1:c=3 y=3", ALLOWED),
    # Store buffering.
    ("SB", scoped(sb("", ""), "gpu"), DEVICE, SB, ALLOWED),
    ("SB+fences", scoped(sb(FENCE, FENCE), "gpu"), DEVICE, SB, ALLOWED),
    ("SB+fence.scs", scoped(sb(FENCE_SC, FENCE_SC), "gpu"), DEVICE, SB, FORBIDDEN),
    ("SB+fence.sc+fence", scoped(sb(FENCE_SC, FENCE), "gpu"), DEVICE, SB, ALLOWED),
    ("SB+fence.scs, block, from afar", scoped(sb(FENCE_SC, FENCE_SC), "cta"), DEVICE, SB, ALLOWED),
    ("SB+fence.scs, wide and wider", scoped(sb(FENCE_SC, FENCE_SC), "gpu", "sys"), DEVICE, SB,
     FORBIDDEN),
    ("SB+fence.scs, wide and narrow", scoped(sb(FENCE_SC, FENCE_SC), "gpu", "cta"), DEVICE, SB,
     ALLOWED),
    ("SB+fence.scs, weak accesses", ["st.weak.u32 [x], 1; fence.sc.gpu; ld.weak.u32 a, [y]",
                                     "st.weak.u32 [y], 1; fence.sc.gpu; ld.weak.u32 a, [x]"], DEVICE,
     SB, FORBIDDEN),
    ("SB+rel+acq", ["st.release.gpu.u32 [x], 1; ld.acquire.gpu.u32 a, [y]",
                    "st.release.gpu.u32 [y], 1; ld.acquire.gpu.u32 a, [x]"], DEVICE, SB, ALLOWED),
    # Load buffering.
    ("LB", scoped(lb(""), "gpu"), DEVICE, LB, ALLOWED),
    ("LB+fences", scoped(lb(FENCE), "gpu"), DEVICE, LB, FORBIDDEN),
    ("LB+acq+rel", ["ld.acquire.gpu.u32 a, [x]; st.release.gpu.u32 [y], 1",
                    "ld.acquire.gpu.u32 a, [y]; st.release.gpu.u32 [x], 1"], DEVICE, LB, FORBIDDEN),
    ("LB+acq+rel, block, from afar", ["ld.acquire.cta.u32 a, [x]; st.release.cta.u32 [y], 1",
                                      "ld.acquire.cta.u32 a, [y]; st.release.cta.u32 [x], 1"], DEVICE,
     LB, ALLOWED),
    ("LB+data", ["ld.weak.u32 a, [x]; st.weak.u32 [y], a", "ld.weak.u32 a, [y]; st.weak.u32 [x], a"],
     DEVICE, "0:a=42 1:a=42", FORBIDDEN),  # the ISA's
    ("LB+data, one", ["ld.weak.u32 a, [x]; st.weak.u32 [y], a", "ld.weak.u32 a, [y]; st.weak.u32 [x], 1"],
     DEVICE, LB, ALLOWED),
    ("LB by way of atomics", ["ld.relaxed.gpu.u32 a, [x]; fence.acq_rel.gpu; st.relaxed.gpu.u32 [y], 1",
                              "atom.relaxed.gpu.add.u32 c, [y], 2",
                              "ld.relaxed.gpu.u32 a, [y]; fence.acq_rel.gpu; st.relaxed.gpu.u32 [x], 1",
                              "atom.relaxed.gpu.add.u32 c, [x], 2"], DEVICE, "0:a=3 2:a=3", FORBIDDEN),
    # Cycles that only seq_cst forbids.
    ("IRIW", scoped(iriw("relaxed", ""), "gpu"), DEVICE, IRIW, ALLOWED),
    ("IRIW+acquires", scoped(iriw("acquire", ""), "gpu"), DEVICE, IRIW, ALLOWED),
    ("IRIW+fences", scoped(iriw("relaxed", FENCE), "gpu"), DEVICE, IRIW, ALLOWED),
    ("IRIW+fence.scs", scoped(iriw("relaxed", FENCE_SC), "gpu"), DEVICE, IRIW, FORBIDDEN),
    ("2+2W", scoped(two_writes(""), "gpu"), DEVICE, "x=1 y=1", ALLOWED),
    ("2+2W+fences", scoped(two_writes(FENCE), "gpu"), DEVICE, "x=1 y=1", ALLOWED),
    ("2+2W+fence.scs", scoped(two_writes(FENCE_SC), "gpu"), DEVICE, "x=1 y=1", FORBIDDEN),
    ("R", scoped(r(""), "gpu"), DEVICE, "y=2 1:a=0", ALLOWED),
    ("R+fences", scoped(r(FENCE), "gpu"), DEVICE, "y=2 1:a=0", ALLOWED),
    ("R+fence.scs", scoped(r(FENCE_SC), "gpu"), DEVICE, "y=2 1:a=0", FORBIDDEN),
    # Messages of other forms.
    ("S", ["st.relaxed.gpu.u32 [x], 2; st.relaxed.gpu.u32 [y], 1",
           "ld.relaxed.gpu.u32 a, [y]; st.relaxed.gpu.u32 [x], 1"], DEVICE, "1:a=1 x=2", ALLOWED),
    ("S+rel+acq", ["st.relaxed.gpu.u32 [x], 2; st.release.gpu.u32 [y], 1",
                   "ld.acquire.gpu.u32 a, [y]; st.relaxed.gpu.u32 [x], 1"], DEVICE, "1:a=1 x=2",
     FORBIDDEN),
    ("S+rel+acq, weak", ["st.weak.u32 [x], 2; st.release.gpu.u32 [y], 1",
                         "ld.acquire.gpu.u32 a, [y]; st.weak.u32 [x], 1"], DEVICE, "1:a=1 x=2",
     FORBIDDEN),
    ("WRC", ["st.relaxed.gpu.u32 [x], 1", "ld.relaxed.gpu.u32 a, [x]; st.release.gpu.u32 [y], 1",
             "ld.acquire.gpu.u32 a, [y]; ld.relaxed.gpu.u32 b, [x]"], DEVICE, "1:a=1 2:a=1 2:b=0",
     FORBIDDEN),
    ("WRC+narrow", ["st.relaxed.cta.u32 [x], 1",
                    "ld.relaxed.cta.u32 a, [x]; st.release.gpu.u32 [y], 1",
                    "ld.acquire.gpu.u32 a, [y]; ld.relaxed.gpu.u32 b, [x]"], DEVICE,
     "1:a=1 2:a=1 2:b=0", ALLOWED),
    ("ISA2", handed_on("gpu", "gpu"), DEVICE, ISA2, FORBIDDEN),
    ("ISA2, block then device", handed_on("cta", "gpu"), TWO_AND_ONE, ISA2, FORBIDDEN),
    ("ISA2, block then device, from afar", handed_on("cta", "gpu"), DEVICE, ISA2, ALLOWED),
    ("ISA2, block only", handed_on("cta", "cta"), TWO_AND_ONE, ISA2, ALLOWED),
    # One location.
    ("CoRR", scoped(CORR, "sys"), DEVICES, "1:a=1 1:b=0", FORBIDDEN),  # the ISA's
    ("CoRR, block, from afar", scoped(CORR, "cta"), DEVICE, "1:a=1 1:b=0", ALLOWED),
    ("CoRR+weak", ["st.weak.u32 [x], 1", "ld.weak.u32 a, [x]; ld.weak.u32 b, [x]"], DEVICE,
     "1:a=1 1:b=0", ALLOWED),
    ("CoWW", ["st.weak.u32 [x], 1; st.weak.u32 [x], 2"], DEVICE, "x=1", FORBIDDEN),
    ("CoWR", ["st.relaxed.gpu.u32 [x], 1; ld.relaxed.gpu.u32 a, [x]", "st.relaxed.gpu.u32 [x], 2"],
     DEVICE, "0:a=2 x=1", FORBIDDEN),
    ("CoWR, own write", ["st.weak.u32 [x], 1; ld.weak.u32 a, [x]"], DEVICE, "0:a=0", FORBIDDEN),
    ("CoRW, own write", ["ld.weak.u32 a, [x]; st.weak.u32 [x], 1"], DEVICE, "0:a=1", FORBIDDEN),
    ("CoRW", ["ld.relaxed.gpu.u32 a, [x]; st.relaxed.gpu.u32 [x], 1", "st.relaxed.gpu.u32 [x], 2"],
     DEVICE, "0:a=2 x=2", FORBIDDEN),
    ("CoRW, block, from afar", ["ld.relaxed.cta.u32 a, [x]; st.relaxed.cta.u32 [x], 1",
                                "st.relaxed.cta.u32 [x], 2"], DEVICE, "0:a=2 x=2", ALLOWED),
    # Atomicity.
    ("increments", scoped(INCREMENTS, "sys"), DEVICE, "x=1", FORBIDDEN),  # the ISA's
    ("increments, narrow and wide", scoped(INCREMENTS, "cta", "gpu"), DEVICE, "x=1", ALLOWED),
    ("increments, narrow and wide, one block", scoped(INCREMENTS, "cta", "gpu"), BLOCK, "x=1",
     FORBIDDEN),
    ("increment against a store", ["atom.relaxed.gpu.add.u32 a, [x], 1", "st.relaxed.gpu.u32 [x], 2"],
     DEVICE, "0:a=0 x=1", FORBIDDEN),
    ("increment against a weak store", ["atom.relaxed.gpu.add.u32 a, [x], 1", "st.weak.u32 [x], 2"],
     DEVICE, "0:a=0 x=1", ALLOWED),
    ("two compare-exchanges", ["atom.relaxed.gpu.cas.b32 a, [x], 0, 1",
                               "atom.relaxed.gpu.cas.b32 a, [x], 0, 2"], DEVICE, "0:a=0 1:a=0",
     FORBIDDEN),
    ("a branch not taken", ["ld.relaxed.gpu.u32 a, [x]; setp.ne.s32 p, a, 0; @p bra end; "
                            "st.relaxed.gpu.u32 [y], 1; end: ret", "st.relaxed.gpu.u32 [x], 1"],
     DEVICE, "0:a=1 y=1", FORBIDDEN),
]


def threads_of(sources, places):
    """Each combination of the threads' paths."""
    combinations = [[]]
    for source, (device, cluster, block) in zip(sources, places):
        paths = Names(ptx.instructions(source)).paths()
        combinations = [c + [model.Thread(p, device, cluster, block)] for c in combinations
                        for p in paths]
    return combinations


class Names(ptx.Reader):
    """Leaves every register in the outputs, by its name."""

    def paths(self):
        self.left = []
        return super().paths()

    def step(self, state, opcode, operands):
        state = super().step(state, opcode, operands)
        if state is not None:
            state.outputs = tuple(state.registers.items())
        return state


def is_allowed(sources, places, outcome, without=None, version="isa"):
    for threads in threads_of(sources, places):
        execution = model.Execution(threads, without, version)
        conditions = []
        for part in outcome.split():
            name, value = part.split("=")
            if ":" in name:
                thread, register = name.split(":")
                found = execution.result(int(thread), dict(threads[int(thread)].path.outputs)[register])
            else:
                found = execution.final_word(name)
            conditions.append(found == int(value))
        if execution.is_possible(model.z3.And(*conditions)):
            return True
    return False


# The Fence-SC axiom forbids nothing that the others allow: base causality that leads from a fence back
# to itself has a release pattern and an acquire pattern in it, whose write then precedes itself, or it
# can be avoided by another Fence-SC order. NVIDIA's formal model leaves this axiom out too. Where all
# of program order is base causality, Causality and Coherence forbid what SC-per-location does.
IMPLIED = {"isa": ("fence_sc", "sc_per_location"), "paper": ("fence_sc",)}


def mistakes(version):
    """How many verdicts are not as expected."""
    wrong = 0
    for name, sources, places, outcome, expected in TESTS:
        if is_allowed(sources, places, outcome, version=version) != expected:
            print(f"{name}: {outcome} is {'forbidden' if expected else 'allowed'}, and should not be")
            wrong += 1
    print(f"{version}: {len(TESTS)} litmus tests, {sum(not t[4] for t in TESTS)} of them forbidden")
    for left_out in (*model.AXIOMS, *model.RULES):
        changed = next((name for name, sources, places, outcome, expected in TESTS
                        if is_allowed(sources, places, outcome, left_out, version) != expected), None)
        print(f"without {left_out}: {changed + ' changes' if changed else 'no verdict changes'}")
        if (changed is None) != (left_out in IMPLIED[version]):
            wrong += 1
    return wrong


if __name__ == "__main__":
    sys.exit(1 if sum(mistakes(version) for version in model.VERSIONS) else 0)
