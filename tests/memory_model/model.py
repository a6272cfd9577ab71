# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The PTX memory consistency model, for z3: can some threads come to an outcome?

After the chapter "Memory Consistency Model" of NVIDIA's PTX ISA and its formal analysis (Lustig,
Sahasrabuddhe and Giroux, "A Formal Analysis of the NVIDIA PTX Memory Consistency Model", ASPLOS
2019). Names of relations and axioms are those of the chapter. All operations go by the generic
proxy, and operations that overlap have the same address and size.

A candidate execution is what z3 chooses: the write that each read reads from, the coherence order
and the Fence-SC order. Observation order, base causality order and what the latter adds to the
coherence order are the least relations with certain properties. Here z3 may choose any relation
with these properties: all axioms only forbid, and a larger relation forbids more, so that an
outcome is allowed by some choice if and only if it is by the least.
"""

from dataclasses import dataclass

from solver import z3

AXIOMS = ("coherence", "fence_sc", "atomicity", "no_thin_air", "sc_per_location", "causality")
# What else may be left out, to see that it matters.
RULES = ("scopes", "strong_operations", "reductions_do_not_acquire", "observation_through_atomics",
         "release_then_write", "fence_then_write", "read_then_acquire", "read_then_fence",
         "fences_sc_synchronize", "base_causality_is_transitive", "observation_before_causality")
# The chapter as it is today, and as the paper formalised it: in the latter, base causality takes a
# synchronization, and program order alone counts after observation only.
VERSIONS = ("isa", "paper")
BITS = 32


@dataclass(frozen=True)
class Thread:
    """A path through some PTX, and where the thread is."""

    path: object  # ptx.Path
    device: int = 0
    cluster: int = 0
    block: int = 0

    def is_in(self, scope, other):
        """Whether this thread's operations of that scope include the other thread."""
        mine, others = (self.device, self.cluster, self.block), (
            other.device, other.cluster, other.block)
        reach = {"cta": 3, "cluster": 2, "gpu": 1, "sys": 0}[scope]
        return mine[:reach] == others[:reach]


class Operation:
    """An event of an execution."""

    def __init__(self, number, thread, position, event):
        self.number, self.thread, self.position, self.event = number, thread, position, event
        self.location = event.location if event else None
        self.is_initial = event is None

    @property
    def reads(self):
        return not self.is_initial and self.event.reads

    @property
    def writes(self):
        return self.is_initial or self.event.writes

    def is_fence(self, *orders):
        return not self.is_initial and self.event.kind == "fence" and self.event.order in orders

    def is_strong(self):
        return not self.is_initial and self.event.order != "weak"

    def releases(self):
        return self.writes and not self.is_initial and self.event.order in ("release", "acq_rel")

    def acquires(self):
        return self.reads and self.event.order in ("acquire", "acq_rel")


class Execution:
    """The candidate executions of some threads, as constraints on a solver."""

    def __init__(self, threads, without=None, version="isa"):
        """`without`: the axiom, or the rule, that is left out."""
        if without not in (None, *AXIOMS, *RULES) or version not in VERSIONS:
            raise ValueError(without, version)
        self.threads, self.without, self.version = threads, without, version
        self.solver = z3.Solver()
        self.operations = []
        locations = sorted({e.location for t in threads for e in t.path.events if e.location})
        self.initial = {}
        for location in locations:
            self.initial[location] = self.append(None, -1, None)
            self.initial[location].location = location
        self.of_thread = [[self.append(thread, k, event)
                           for k, event in enumerate(thread.path.events)] for thread in threads]
        self.make_values()
        self.make_coherence()
        self.make_reads_from()
        self.make_observation()
        self.make_base_causality()
        for axiom in AXIOMS:
            if self.has(axiom):
                getattr(self, axiom)()

    def has(self, rule):
        return rule != self.without

    def append(self, thread, position, event):
        self.operations.append(Operation(len(self.operations), thread, position, event))
        return self.operations[-1]

    def pairs(self, first, second):
        """Pairs of two operations that satisfy one condition each."""
        return ((a, b) for a in filter(first, self.operations)
                for b in filter(second, self.operations) if a is not b)

    def overlapping(self, first, second):
        return ((a, b) for a, b in self.pairs(first, second)
                if a.location is not None and a.location == b.location)

    def variable(self, name, *operations):
        return z3.Bool(name + "".join(f"_{o.number}" for o in operations))

    def require(self, *constraints):
        self.solver.add(*constraints)

    def require_one_of(self, *literals):
        """A clause. Most constraints are clauses, and z3's operators take ten times as long."""
        context = z3.main_ctx().ref()
        array = (z3.Ast * len(literals))(*(literal.as_ast() for literal in literals))
        z3.Z3_solver_assert(context, self.solver.solver,
                            z3.Z3_mk_or(context, len(literals), array))

    # Values

    def make_values(self):
        """What each operation reads and writes, whether it writes, and which path was taken."""
        self.read, self.written, self.does_write = {}, {}, {}
        for location, operation in self.initial.items():
            self.written[operation] = self.constant(0)
            self.does_write[operation] = z3.BoolVal(True)
        for operations in self.of_thread:
            for o in operations:
                if o.reads:
                    self.read[o] = z3.BitVec(f"read_{o.number}", BITS)
            for o in operations:
                if o.writes:
                    self.written[o] = self.term(operations, o.event.stored)
                    self.does_write[o] = self.truth(operations, o.event.stores_if)
            if operations:
                self.require(*(self.truth(operations, c)
                               for c in operations[0].thread.path.conditions))

    def term(self, operations, value):
        if isinstance(value, int):
            return self.constant(value)
        if value[0] == "read":
            return self.read[operations[value[1]]]
        if value[0] == "add":
            return self.term(operations, value[1]) + self.term(operations, value[2])
        raise ValueError(value)

    def truth(self, operations, value):
        if isinstance(value, bool):
            return z3.BoolVal(value)
        if value[0] == "not":
            return z3.Not(self.truth(operations, value[1]))
        if value[0] == "eq":
            return self.term(operations, value[1]) == self.term(operations, value[2])
        raise ValueError(value)

    # Relations

    def is_before_in_program(self, a, b):
        return a.thread is b.thread and not a.is_initial and a.position < b.position

    def are_morally_strong(self, a, b):
        if a.location != b.location and a.location is not None and b.location is not None:
            return False
        if a.is_initial or b.is_initial:
            return False
        if a.thread is b.thread:
            return True
        if not (a.is_strong() and b.is_strong()):
            return not self.has("strong_operations")
        return not self.has("scopes") or (a.thread.is_in(a.event.scope, b.thread)
                                          and b.thread.is_in(b.event.scope, a.thread))

    def make_coherence(self):
        """A partial order of the writes of each location; morally strong ones are ordered."""
        self.co = {pair: self.variable("co", *pair)
                   for pair in self.overlapping(lambda o: o.writes, lambda o: o.writes)}
        for (a, b), before in self.co.items():
            self.require(z3.Implies(before, z3.And(self.does_write[a], self.does_write[b],
                                                   z3.Not(self.co[b, a]))))
            for c in self.operations:
                if (b, c) in self.co and c is not a:
                    self.require(z3.Implies(z3.And(before, self.co[b, c]), self.co[a, c]))
            if self.are_morally_strong(a, b):
                self.require(z3.Implies(z3.And(self.does_write[a], self.does_write[b]),
                                        z3.Or(before, self.co[b, a])))
            if a.is_initial:  # which is before any thread starts
                self.require(z3.Implies(self.does_write[b], before))

    def make_reads_from(self):
        """Each read has the value of one write, and comes before the writes that follow it."""
        self.rf = {(w, r): self.variable("rf", w, r)
                   for w, r in self.overlapping(lambda o: o.writes, lambda o: o.reads)}
        for r in self.read:
            sources = [w for w in self.operations if (w, r) in self.rf]
            self.require(z3.PbEq([(self.rf[w, r], 1) for w in sources], 1))
            for w in sources:
                self.require(z3.Implies(self.rf[w, r], z3.And(self.does_write[w],
                                                              self.read[r] == self.written[w])))
        self.fr = {(r, w): z3.Or(*(z3.And(self.rf[v, r], self.co[v, w]) for v in self.operations
                                   if (v, r) in self.rf and (v, w) in self.co))
                   for r, w in self.overlapping(lambda o: o.reads, lambda o: o.writes)}

    def make_observation(self):
        """From a write to a read, by way of atomics that read and write in between."""
        self.observed = {pair: self.variable("obs", *pair) for pair in self.rf}
        for (w, r), observed in self.observed.items():
            if self.are_morally_strong(w, r):
                self.require(z3.Implies(self.rf[w, r], observed))
            for z in self.operations:
                if (w, z) in self.observed and (z, r) in self.observed and self.has(
                        "observation_through_atomics"):
                    self.require(z3.Implies(z3.And(self.observed[w, z], self.observed[z, r]),
                                            observed))

    def release_patterns(self):
        """The first operation of each, and the write that others may observe."""
        for a in self.operations:
            if a.releases():
                yield a, a
            for b in self.operations:
                if b.writes and b.is_strong() and self.is_before_in_program(a, b) and (
                        a.is_fence("release", "acq_rel", "sc") and self.has("fence_then_write")
                        or a.releases() and a.location == b.location
                        and self.has("release_then_write")):
                    yield a, b

    def is_reduction(self, operation):
        """Whether an operation reads only to write, so that its read acquires nothing."""
        return operation.event.kind == "red" and self.has("reductions_do_not_acquire")

    def acquire_patterns(self):
        """The read that observes, and the last operation of each."""
        for b in self.operations:
            if b.acquires() and not self.is_reduction(b):
                yield b, b
            for a in self.operations:
                if a.reads and a.is_strong() and not self.is_reduction(a) and (
                        self.is_before_in_program(a, b)) and (
                            b.is_fence("acquire", "acq_rel", "sc") and self.has("read_then_fence")
                            or b.acquires() and a.location == b.location
                            and self.has("read_then_acquire")):
                    yield a, b

    def make_base_causality(self):
        """Program order and what synchronizes, and all that follows."""
        everything = [o for o in self.operations if not o.is_initial]
        self.base = {(a, b): self.variable("base", a, b) for a in everything for b in everything}
        acquires = list(self.acquire_patterns())
        for first, write in self.release_patterns():
            for read, last in acquires:
                if (write, read) in self.observed and self.are_morally_strong(first, last):
                    self.require(z3.Implies(self.observed[write, read], self.base[first, last]))
        self.fence_rank = {f: z3.Int(f"fence_{f.number}") for f in everything if f.is_fence("sc")}
        self.fence_sc_order = {}
        for f, g in self.pairs(lambda o: o.is_fence("sc"), lambda o: o.is_fence("sc")):
            if self.are_morally_strong(f, g) and self.has("fences_sc_synchronize"):
                self.fence_sc_order[f, g] = self.fence_rank[f] < self.fence_rank[g]
                self.require(self.fence_rank[f] != self.fence_rank[g],
                             z3.Implies(self.fence_sc_order[f, g], self.base[f, g]))
        is_not = {pair: z3.Not(before) for pair, before in self.base.items()}
        for (a, b), before in self.base.items():
            is_in_program = self.is_before_in_program(a, b)
            if is_in_program and self.version == "isa":
                self.require(before)
            if not self.has("base_causality_is_transitive"):
                continue
            for c in everything:
                if a is b or b is c:
                    continue
                if is_in_program:
                    self.require_one_of(is_not[b, c], self.base[a, c])
                if self.is_before_in_program(b, c):
                    self.require_one_of(is_not[a, b], self.base[a, c])
                elif not is_in_program:
                    self.require_one_of(is_not[a, b], is_not[b, c], self.base[a, c])

    def in_causality(self, a, b):
        """Whether an operation on a location precedes another one there, or a fence a fence."""
        if a.is_initial:
            return z3.BoolVal(not b.is_initial)
        if b.is_initial:
            return z3.BoolVal(False)
        ways = [self.base[a, b]]
        if self.has("observation_before_causality"):
            ways += [self.observed[a, z] if self.is_before_in_program(z, b) else
                     z3.And(self.observed[a, z], self.base[z, b])
                     for z in self.operations if (a, z) in self.observed]
        return z3.Or(*ways)

    def acyclic(self, name, edges):
        """Constrains edges, each (from, to, condition), to have no cycle. The ends are halves of
        operations: an atomic's read comes before its write."""
        rank = {(o, half): z3.Int(f"{name}_{half}_{o.number}") for o in self.operations
                for half in ("read", "write")}
        self.require(*(rank[o, "read"] < rank[o, "write"] for o in self.operations))
        self.require(*(z3.Implies(condition, rank[a] < rank[b]) for a, b, condition in edges))

    @staticmethod
    def halves(operation):
        return [(operation, half) for half, has in (("read", operation.reads),
                                                    ("write", operation.writes)) if has]

    # Axioms

    def coherence(self):
        """Writes that are in causality order are so in coherence order."""
        for (a, b), before in self.co.items():
            self.require(z3.Implies(z3.And(self.in_causality(a, b), self.does_write[a],
                                           self.does_write[b]), before))

    def fence_sc(self):
        """Fence-SC order does not contradict causality order."""
        for (f, g), before in self.fence_sc_order.items():
            self.require(z3.Implies(self.in_causality(f, g), before))

    def atomicity(self):
        """No write comes between what an atomic reads and what it writes."""
        for (a, w), before in self.fr.items():
            if a.writes and self.are_morally_strong(a, w):
                self.require(z3.Not(z3.And(before, self.co[w, a])))

    def no_thin_air(self):
        """No value depends on itself."""
        edges = [((w, "write"), (r, "read"), condition) for (w, r), condition in self.rf.items()]
        for operations in self.of_thread:
            edges += [((operations[k], "read"), self.halves(o)[-1], z3.BoolVal(True))
                      for o in operations if o.location is not None for k in o.event.depends]
        self.acyclic("air", edges)

    def sc_per_location(self):
        """Communication of morally strong operations does not contradict program order."""
        edges = [(x, y, z3.BoolVal(True))
                 for a, b in self.overlapping(lambda o: True, lambda o: True)
                 if self.is_before_in_program(a, b) for x in self.halves(a) for y in self.halves(b)]
        for relation, ends in ((self.rf, ("write", "read")), (self.co, ("write", "write")),
                               (self.fr, ("read", "write"))):
            edges += [((a, ends[0]), (b, ends[1]), condition)
                      for (a, b), condition in relation.items() if self.are_morally_strong(a, b)]
        self.acyclic("location", edges)

    def causality(self):
        """Communication does not contradict causality order."""
        for (w, r), reads in self.rf.items():
            # As a read: what an atomic writes may be observed by others, as in `in_causality`.
            if not w.is_initial:
                self.require(z3.Not(z3.And(reads, self.base[r, w])))
        for (r, w), before in self.fr.items():
            self.require(z3.Not(z3.And(before, self.in_causality(w, r))))

    # Outcomes

    def final_word(self, location):
        """The value that stays: of a write that no other one follows in coherence order."""
        if location not in self.initial:
            return self.constant(0)
        value = z3.BitVec(f"final_{location}", BITS)
        writes = [w for w in self.operations if w.writes and w.location == location]
        self.require(z3.Or(*(z3.And(
            self.does_write[w], value == self.written[w],
            *(z3.Not(self.co[w, v]) for v in writes if v is not w)) for w in writes)))
        return value

    def result(self, thread, value):
        return self.term(self.of_thread[thread], value)

    @staticmethod
    def constant(value):
        return z3.BitVecVal(value, BITS)

    def is_possible(self, condition):
        answer = self.solver.check(condition)
        if answer == z3.unknown:
            raise RuntimeError(f"z3 does not know: {self.solver.reason_unknown()}")
        return answer == z3.sat
