#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the litmus forms, as a compiler emits them, with the PTX memory model.

usage: forms_test.py [--z3 FOLDER] [--every] [--weaken]
                     WRITE_FORMS FOLDER ARCHITECTURE... -- COMPILER OPTION...
  WRITE_FORMS   the program of write_forms.cpp
  FOLDER        where the kernels, their PTX and the table of the forms are left
  COMPILER OPTION   the compiler, as it is called for all architectures; the last option ends with
                `=`, after which comes the architecture
  --every       each ordering at each scope and in each space; both versions of the model
  --weaken      makes each order and scope of the emitted PTX one step weaker instead: some outcome
                that the API forbids must become possible

For each form, placement and architecture, what the API forbids must be forbidden by the model for
the emitted PTX; and what a chip showed (tests/litmus/sightings.hpp, docs/litmus.md) must be
allowed. Ends with 77 if there is no COMPILER, or no z3 (solver.py).
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import model
import ptx
import weaker

ROOT = Path(__file__).resolve().parents[2]

# Device, cluster and block of each role.
PLACES = {
    "same_warp": lambda roles: [(0, 0, 0)] * roles,
    "same_block": lambda roles: [(0, 0, 0)] * roles,
    "same_cluster": lambda roles: [(0, 0, k) for k in range(roles)],
    "different_blocks": lambda roles: [(0, k, k) for k in range(roles)],
    "two_and_one": lambda roles: [(0, 0, 0), (0, 0, 0), (0, 1, 1)],
    "two_devices": lambda roles: [(0 if k < roles // 2 else 1, k, k) for k in range(roles)],
}

# What docs/litmus.md says beside its tables: shape, form and placement of weak outcomes there.
SEEN_BESIDES = [
    ("message_passing", "seq_cst_block", "different_blocks"),
    ("2_2W", "seq_cst_block", "different_blocks"),
    ("message_passing", "acquire_release_device_block", "different_blocks"),
    ("message_passing", "acquire_release_block_device", "different_blocks"),
    ("message_passing", "acquire_release_warp", "different_blocks"),
    ("message_passing", "relaxed_block", "same_block"),
    ("R", "relaxed_block", "same_block"),
    ("load_buffering", "relaxed_block", "same_block"),
    ("S", "relaxed_block", "same_block"),
    ("message_handed_on", "acquire_release_block_device", "different_blocks"),
]


def tables_of_document():
    """The tables of docs/litmus.md as {(shape, form, placement): was it seen?}."""
    forms = {"relaxed": "relaxed", "acquire and release": "acquire_release",
             "acq_rel fences": "fences"}
    found, columns = {}, []
    text = (ROOT / "docs/litmus.md").read_text(encoding="utf-8")
    for line in text[text.index("## Observed outcomes"):text.index("On x86-64")].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| shape"):
            columns = [column.partition(", ") for column in cells[1:]]
        shape = re.match(r"\| `(\w+)`", line)
        if not shape:
            continue
        for (how, _, scope), cell in zip(columns, cells[1:]):
            place = "different_blocks" if scope else "two_devices"
            if cell and cell != "none":
                found[shape[1], f"{forms[how]}_{scope or 'system'}", place] = cell != "forbidden"
    return found


def situations(form, roles, architecture):
    """Where the threads are, and the state spaces that the objects are in for each of them."""
    for name, places in PLACES.items():
        if name == "two_and_one" and roles != 3:
            continue
        is_one_block = name in ("same_warp", "same_block")
        if form["space"] != "shared":
            yield name, places(roles), [frozenset(["global"])] * roles
        if form["space"] == "shared" and is_one_block or (
                form["space"] == "unspecified" and name == "same_block"):
            yield name, places(roles), [frozenset(["shared"])] * roles
        if form["space"] == "unspecified" and name == "same_cluster" and architecture >= 90:
            # In the first role's block; for the others in neither space.
            yield name, places(roles), [frozenset(["shared"])] + [frozenset()] * (roles - 1)


class Judge:
    """Asks the model, each question once."""

    def __init__(self, versions):
        self.versions = versions
        self.verdicts = {}
        self.paths = {}

    def paths_of(self, body, stride, spaces):
        key = (tuple(map(str, body)), spaces)
        if key not in self.paths:
            self.paths[key] = ptx.Reader(body, stride=stride, spaces=spaces).paths()
        return self.paths[key]

    def is_allowed(self, shape, bodies, places, spaces):
        """Whether some way through the bodies leads to one of the shape's weak outcomes."""
        combinations = [[]]
        for body, place, space in zip(bodies, places, spaces):
            combinations = [c + [model.Thread(path, *place)] for c in combinations
                            for path in self.paths_of(body, 256, space)]
        answers = [self.answers(shape, threads) for threads in combinations]
        if not any(is_other_possible for _, is_other_possible in answers):
            raise RuntimeError(f"{shape['shape']}: the model allows no outcome at all")
        return any(is_possible for is_possible, _ in answers)

    def answers(self, shape, threads):
        """Whether the threads can come to a weak outcome, and whether to another one."""
        key = (shape["shape"], *(self.seen_by_model(t, threads) for t in threads))
        if key not in self.verdicts:
            answers = {self.ask(shape, threads, version) for version in self.versions}
            if len(answers) != 1:
                raise RuntimeError(f"the versions of the model differ: {shape['shape']} {threads}")
            self.verdicts[key] = answers.pop()
        return self.verdicts[key]

    @staticmethod
    def seen_by_model(thread, threads):
        """A thread, with the scopes as what they are for: the threads that they include."""
        events = tuple((e.kind, e.order, e.location, e.stored, e.stores_if, e.depends,
                        e.scope and tuple(thread.is_in(e.scope, other) for other in threads))
                       for e in thread.path.events)
        return events, thread.path.conditions, thread.path.outputs

    @staticmethod
    def ask(shape, threads, version):
        results = {}
        for t, thread in enumerate(threads):
            for number, value in thread.path.outputs:
                results[f"r{number}"] = (t, value)
        execution = model.Execution(threads, version=version)

        def value_of(place):
            if place in results:
                return execution.result(*results[place])
            # A register that no role has stored to is 0.
            return execution.final_word(place[1:]) if place[0] == "w" else execution.constant(0)

        values = [value_of(place) for place in shape["places"]]
        weak = model.z3.Or(*(model.z3.And(*(v == w for v, w in zip(values, outcome)))
                             for outcome in shape["weak"]))
        return execution.is_possible(weak), execution.is_possible(model.z3.Not(weak))


def compiled(options):
    """The shapes, and for each architecture the kernels."""
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    source, table = folder / "kernels.cu", folder / "forms.json"
    subprocess.run([options.write_forms, source, table] + ["every"] * options.every, check=True)
    kernels = {}
    for architecture in options.architectures:
        output = folder / f"{architecture}.ptx"
        *compiler, last = options.compiler
        subprocess.run([*compiler, last + architecture, source, "-o", output], check=True)
        kernels[architecture] = ptx.kernels(output.read_text())
    return json.loads(table.read_text()), kernels


def bodies_of(kernels, shape, form):
    return [kernels[f"form_{shape['shape']}__{form['form']}__{role}"]
            for role in range(shape["roles"])]


def check(options, shapes, kernels):
    """The verdicts of all forms. Returns the number of mistakes."""
    judge = Judge(model.VERSIONS if options.every else ("isa",))
    document = tables_of_document()
    told = {key: True for key in SEEN_BESIDES} | document
    unused = set(told)
    mistakes, forms = 0, set()
    counts = Counter()
    for architecture in options.architectures:
        for shape in shapes:
            for form in shape["forms"]:
                bodies = bodies_of(kernels[architecture], shape, form)
                for place, places, spaces in situations(form, shape["roles"],
                                                        int(architecture[3:])):
                    key = (shape["shape"], form["form"], place)
                    forms.add(key[:2])
                    is_promised = place in form["forbidden"]
                    # What one chip showed must be allowed on its architecture.
                    is_told = told.get(key) if architecture == "sm_90" else None
                    is_seen = architecture == "sm_90" and (place in form["seen"] or is_told is True)
                    unused.discard(key)
                    is_allowed = judge.is_allowed(shape, bodies, places, spaces)
                    name = " ".join((architecture, *key))
                    if is_promised and is_allowed:
                        print(f"{name}: the API forbids it, and the model allows it")
                        mistakes += 1
                    if is_seen and not is_allowed or is_told is False and is_allowed:
                        print(f"{name}: {'seen' if is_seen else 'forbidden'} by docs/litmus.md, "
                              f"and the model {'allows' if is_allowed else 'forbids'} it")
                        mistakes += 1
                    verdict = "allowed" if is_allowed else "forbidden"
                    promised = "promised to be forbidden" if is_promised else (
                        "seen" if is_seen else "neither promised nor seen")
                    counts[f"{verdict}, {promised}"] += 1
    if "sm_90" in options.architectures and unused:
        print(f"docs/litmus.md tells of no form here: {sorted(unused)}")
        mistakes += len(unused)
    print(f"{len(forms)} forms, {sum(counts.values())} times placed and compiled "
          f"({' '.join(options.architectures)}), {len(judge.verdicts)} different questions:")
    for what, count in sorted(counts.items()):
        print(f"  {count} {what}")
    return mistakes


def main():
    arguments = sys.argv[1:]
    end = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--weaken", action="store_true")
    parser.add_argument("write_forms")
    parser.add_argument("folder")
    parser.add_argument("architectures", nargs="+")
    options = parser.parse_args(arguments[:end])
    options.compiler = arguments[end + 1:]
    if not options.compiler or not shutil.which(options.compiler[0]):
        print(f"skipped: there is no {' '.join(options.compiler[:1]) or 'compiler'} here")
        return 77
    shapes, kernels = compiled(options)
    if options.weaken:
        judge = Judge(("isa",))
        return 1 if sum(weaker.check(judge, shapes, kernels[a], situations, bodies_of, a)
                        for a in options.architectures) else 0
    return 1 if check(options, shapes, kernels) else 0


if __name__ == "__main__":
    sys.exit(main())
