# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weakens one order or scope of emitted PTX: an outcome that the API forbids must become possible.

Each instruction of each form is weakened by one step, alone: an order to the next weaker ones, a
fence to a weaker one or to none, a strong operation to a weak one, a scope to the next narrower
one. An order that can be weakened in all forms is superfluous, or a litmus form is missing: that is
a mistake. In some forms each can be: a form does not need the order of every instruction.
"""

from collections import Counter

import ptx

ORDERS = {
    ("ld", "acquire"): ["relaxed"], ("st", "release"): ["relaxed"], ("red", "release"): ["relaxed"],
    ("atom", "acquire"): ["relaxed"], ("atom", "release"): ["relaxed"],
    ("atom", "acq_rel"): ["acquire", "release"],
    ("ld", "relaxed"): ["weak"], ("st", "relaxed"): ["weak"],
    ("fence", "sc"): ["acq_rel"], ("fence", "acq_rel"): ["acquire", "release", None],
    ("fence", "acquire"): [None], ("fence", "release"): [None],
}
SCOPES = {"sys": "gpu", "gpu": "cluster", "cluster": "cta"}


def kind_of(body, k, form):
    """The instruction; of a fence also the operation that brings it, if no call does."""
    _, opcode, _ = body[k]
    name, *parts = opcode.split(".")
    kind = ".".join([name] + [p for p in parts if p in ptx.ORDERS])
    memory = [line[1] for line in body if not isinstance(line, str)
              and line[1].split(".")[0] in ("ld", "st", "atom", "red", "fence")
              and ".param" not in line[1] and ".u64" not in line[1]]
    # In forms of both, the roles of seq_cst operations begin with a fence, those of fences do not.
    is_of_operation = form.startswith("seq_cst_") and not form.startswith("seq_cst_fences") or (
        form.startswith("fence_to_seq_cst") and memory[0].startswith("fence"))
    if kind == "fence.sc" and is_of_operation:
        following = next(line[1] for line in body[k + 1:] if not isinstance(line, str)
                         and line[1].split(".")[0] in ("ld", "st", "atom", "red"))
        kind += " of " + ".".join(following.split(".")[:2])
    return kind


def weakened(body, form):
    """Each way to weaken one instruction: its kind, the change, the place and the new body."""
    for k, line in enumerate(body):
        if isinstance(line, str):
            continue
        predicate, opcode, operands = line
        name, *parts = opcode.split(".")
        kind = kind_of(body, k, form)

        def replaced(old, new):
            changed = ".".join([name] + [new if p == old else p for p in parts])
            return body[:k] + [(predicate, changed, operands)] + body[k + 1:]

        for order in [p for p in parts if (name, p) in ORDERS]:
            for weaker in ORDERS[name, order]:
                if weaker is None:
                    yield kind, "left out", body[:k] + body[k + 1:]
                else:
                    yield kind, f"to {weaker}", replaced(order, weaker)
        for scope in [p for p in parts if p in SCOPES and name != "bra"]:
            yield kind, f".{scope} to .{SCOPES[scope]}", replaced(scope, SCOPES[scope])


def is_broken(judge, shape, form, bodies, situations):
    return any(judge.is_allowed(shape, bodies, places, spaces)
               for place, places, spaces in situations if place in form["forbidden"])


def check(judge, shapes, kernels, situations, bodies_of, architecture):
    """Weakens all forms of one architecture. Returns the number of mistakes."""
    tried, broken, example = Counter(), Counter(), {}
    for shape in shapes:
        for form in shape["forms"]:
            bodies = bodies_of(kernels, shape, form)
            places = list(situations(form, shape["roles"], int(architecture[3:])))
            if not form["forbidden"]:
                continue
            for role, body in enumerate(bodies):
                for kind, change, changed in weakened(body, form["form"]):
                    tried[kind, change] += 1
                    new = bodies[:role] + [changed] + bodies[role + 1:]
                    if is_broken(judge, shape, form, new, places):
                        broken[kind, change] += 1
                        example.setdefault((kind, change), f"{shape['shape']} {form['form']}")
    mistakes = 0
    print(f"{architecture}: {sum(tried.values())} weakened instructions, "
          f"{sum(broken.values())} of them noticed; {len(tried)} kinds:")
    for key in sorted(tried):
        kind, change = key
        print(f"  {kind} {change}: {broken[key]} of {tried[key]}"
              f"{', as in ' + example[key] if key in example else ': NEVER noticed'}")
        mistakes += broken[key] == 0
    return mistakes
