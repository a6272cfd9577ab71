# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a thread does, read from PTX: its memory operations and fences in program order.

A kernel is executed with symbolic values: what a load or an atomic returns is unknown, and a
branch that depends on it is followed both ways. Each way is a `Path`. Loops are followed a few
times round. Instructions that are not known here are an error, not ignored.

Values are integers, or tuples: ("read", event number), ("address", name, offset), and operators on
values, such as ("add", a, b). Truth values are bool, or tuples such as ("eq", a, b), ("not", p).
"""

import re
from dataclasses import dataclass, field, replace

SCOPES = ("cta", "cluster", "gpu", "sys")
ORDERS = ("weak", "relaxed", "acquire", "release", "acq_rel", "sc")
# A compare-exchange loop goes round once more for each store of another thread that comes in
# between: no litmus test has more than two of these.
MOST_ROUNDS = 3


class Unreadable(Exception):
    """PTX that is not understood here."""


@dataclass(frozen=True)
class Event:
    """A memory operation, or a fence. An atomic is one event, which reads and (may) write."""

    kind: str  # "load", "store", "atom", "red", "fence"
    order: str
    scope: object  # none: a weak operation
    location: object = None
    stored: object = None  # the value
    stores_if: object = True  # false or unknown for a compare-exchange
    depends: frozenset = frozenset()  # earlier events, whose values it takes or the path depends on
    text: str = field(default="", compare=False)

    @property
    def reads(self):
        return self.kind in ("load", "atom", "red")

    @property
    def writes(self):
        return self.kind in ("store", "atom", "red")


@dataclass(frozen=True)
class Path:
    """One way through a kernel: its events, what must hold, and what it leaves in registers."""

    events: tuple
    conditions: tuple
    outputs: tuple  # (number, value)


def reads_of(value):
    """The events whose values a value is made of."""
    if not isinstance(value, tuple):
        return frozenset()
    if value[0] == "read":
        return frozenset([value[1]])
    return frozenset().union(*(reads_of(part) for part in value[1:]))


def kernels(text):
    """The instructions of each kernel in the PTX of a source, by the kernel's name."""
    text = re.sub(r"//[^\n]*", "", text)
    found = {}
    for name, body in re.findall(r"\.entry\s+(\w+)\s*\([^)]*\)[^{]*\{(.*?)\n\}", text, re.DOTALL):
        found[name] = instructions(body)
    return found


def instructions(body):
    """Labels (a string each) and instructions (predicate, opcode, operands) of some PTX."""
    found = []
    for statement in re.split(r"[;\n]", body.replace("{", "\n").replace("}", "\n")):
        statement = statement.strip()
        label = re.match(r"([$\w]+):\s*", statement)
        if label:
            found.append(label[1])
            statement = statement[label.end():]
        if not statement or statement.startswith("."):
            continue
        predicate = re.match(r"@(!?[%\w]+)\s+", statement)
        if predicate:
            statement = statement[predicate.end():]
        opcode, *operands = statement.split(maxsplit=1)
        operands = [operand.strip() for operand in operands[0].split(",")] if operands else []
        found.append((predicate[1] if predicate else None, opcode, operands))
    return found


def is_constant(value):
    return isinstance(value, (int, bool))


COMPARISONS = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b}


def compare(how, a, b):
    if is_constant(a) and is_constant(b):
        return COMPARISONS[how](a, b)
    return ("eq", a, b) if how == "eq" else ("not", ("eq", a, b))


def negated(truth):
    return not truth if isinstance(truth, bool) else ("not", truth)


def add(a, b):
    if is_constant(a) and is_constant(b):
        return (a + b) % 2 ** 32
    for first, second in ((a, b), (b, a)):
        if isinstance(first, tuple) and first[0] == "address":
            if not is_constant(second):
                raise Unreadable("an address that depends on what was read")
            return ("address", first[1], first[2] + second)
        if first == 0:
            return second
    return ("add", a, b)


@dataclass
class State:
    """A thread on its way through a kernel."""

    registers: dict
    events: tuple = ()
    conditions: tuple = ()
    outputs: tuple = ()
    at: int = 0
    rounds: int = 0

    def copy(self, **changes):
        return replace(self, registers=dict(self.registers), **changes)


class Reader:
    """Follows the ways through one kernel.

    A kernel's first parameter is the address of the objects, which lie `stride` bytes apart and are
    called 0, 1, ..., or of a pointer to them; the second one is the address of what it stores its
    results to. `spaces` are the state spaces that the objects are in.
    """

    def __init__(self, body, stride=1, spaces=frozenset(["global"])):
        self.body = body
        self.labels = {line: i for i, line in enumerate(body) if isinstance(line, str)}
        self.stride = stride
        self.spaces = spaces

    def paths(self):
        """All of them; none that goes round a loop more often than MOST_ROUNDS."""
        found, open_states = [], [State({})]
        while open_states:
            state = open_states.pop()
            while state is not None:
                if state.at == len(self.body):
                    found.append(Path(state.events, state.conditions, state.outputs))
                    break
                line = self.body[state.at]
                state.at += 1
                if isinstance(line, str):
                    continue
                predicate, opcode, operands = line
                if predicate is not None:
                    truth = self.value(state, predicate.lstrip("!"))
                    if predicate.startswith("!"):
                        truth = negated(truth)
                    if not isinstance(truth, bool):
                        open_states.append(state.copy(
                            conditions=state.conditions + (negated(truth),)))
                        state.conditions += (truth,)
                    elif not truth:
                        continue
                state = self.step(state, opcode, operands)
        return found

    def value(self, state, operand):
        if re.fullmatch(r"-?\d+", operand):
            return int(operand) % 2 ** 32
        if operand not in state.registers:
            raise Unreadable(f"{operand} has no value")
        return state.registers[operand]

    def address(self, state, operand):
        inside = re.fullmatch(r"\[([$%\w]+)\s*(?:\+\s*(-?\d+))?\]", operand)
        if not inside:
            raise Unreadable(f"the address {operand}")
        base, offset = inside[1], int(inside[2] or 0)
        if base in state.registers:
            return add(state.registers[base], offset)
        return ("address", base, offset)

    def location(self, address):
        if not isinstance(address, tuple) or address[0] != "address":
            raise Unreadable(f"the address {address}")
        _, name, offset = address
        if name == "words":
            if offset % self.stride:
                raise Unreadable(f"an address {offset} bytes behind the first object")
            return str(offset // self.stride)
        return name if offset == 0 else f"{name}+{offset}"

    def step(self, state, opcode, operands):
        """Executes one instruction. Returns the state, or None where the path is given up."""
        name, *parts = opcode.split(".")
        registers = state.registers
        if name in ("ld", "st", "atom", "red", "fence", "membar"):
            self.operate(state, name, parts, operands, opcode)
        elif name in ("mov", "cvta", "cvt"):
            value = self.value(state, operands[1])
            registers[operands[0]] = value != 0 if parts[0] == "pred" else value
        elif name == "add":
            registers[operands[0]] = add(*(self.value(state, o) for o in operands[1:]))
        elif name == "setp" and parts[0] in COMPARISONS:
            registers[operands[0]] = compare(parts[0],
                                             *(self.value(state, o) for o in operands[1:]))
        elif name == "not" and parts == ["pred"]:
            registers[operands[0]] = negated(self.value(state, operands[1]))
        elif name == "isspacep":
            registers[operands[0]] = parts[0] in self.spaces
        elif name == "bra":
            target = self.labels[operands[0]]
            if target < state.at:
                state.rounds += 1
                if state.rounds > MOST_ROUNDS:
                    return None
            state.at = target
        elif name == "ret":
            state.at = len(self.body)
        else:
            raise Unreadable(opcode)
        return state

    def operate(self, state, name, parts, operands, opcode):
        if name == "ld" and "param" in parts:
            number = int(re.fullmatch(r"\[\w+_param_(\d+)\]", operands[1])[1])
            state.registers[operands[0]] = ("address", ("words", "registers")[number], 0)
            return
        text = f"{opcode} {', '.join(operands)}".strip()
        if name in ("fence", "membar"):
            scopes = {"gl": "gpu"}
            scope = scopes.get(parts[-1], parts[-1])
            # membar is fence.sc by another name; a fence without an order is acq_rel.
            order = "sc" if name == "membar" else parts[0] if len(parts) > 1 else "acq_rel"
            if scope not in SCOPES or order not in ORDERS[2:]:
                raise Unreadable(opcode)
            state.events += (Event("fence", order, scope, text=text),)
            return
        self.access(state, name, parts, operands, text)

    def access(self, state, name, parts, operands, text):
        known = SCOPES + ORDERS + ("global", "shared", "volatile", "add", "exch", "cas",
                                   "max", "or", "u32", "s32", "b32", "u64", "b64")
        unknown = [part for part in parts if part not in known]
        if unknown:
            raise Unreadable(f"{text}: {unknown}")
        place = self.address(state, operands[0 if name in ("st", "red") else 1])
        if "u64" in parts or "b64" in parts:  # the pointer to the objects
            if place != ("address", "words", 0) or name != "ld":
                raise Unreadable(text)
            state.registers[operands[0]] = place
            return
        if place[0] == "address" and place[1] == "registers":
            if name != "st":
                raise Unreadable(text)
            state.outputs += ((place[2] // 4, self.value(state, operands[1])),)
            return
        is_atomic = name in ("atom", "red")
        default = "relaxed" if is_atomic or "volatile" in parts else "weak"
        order = next((part for part in parts if part in ORDERS), default)
        scope = "sys" if "volatile" in parts else next(
            (part for part in parts if part in SCOPES), "gpu" if order != "weak" else None)
        kind = {"ld": "load", "st": "store"}.get(name, name)
        old = ("read", len(state.events))
        values = [self.value(state, o) for o in operands[{"st": 1, "red": 1}.get(name, 2):]]
        stored, stores_if = None, True
        if name == "st":
            stored = values[0]
        elif "cas" in parts:
            stored, stores_if = values[1], compare("eq", old, values[0])
        elif "exch" in parts:
            stored = values[0]
        elif "add" in parts:
            stored = add(old, values[0])
        elif ("max" in parts and "u32" in parts or "or" in parts) and values[0] == 0:
            stored = old  # the forms have no other ones
        elif is_atomic:
            raise Unreadable(text)
        depends = frozenset().union(*(reads_of(v) for v in values),
                                    *(reads_of(c) for c in state.conditions))
        state.events += (Event(kind, order, scope, self.location(place), stored, stores_if,
                               depends, text),)
        if name in ("ld", "atom"):
            state.registers[operands[0]] = old
