#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicts the results of `gups` on machines with many GPUs, from the rates of a GPU and its links.

    gups_model.py [--network 25e9] [--domain 72] ...

docs/multi_gpu.md, "A model for larger machines", has the formulas and the sources of the default
rates. Prints a Markdown table: for each number of processing elements, the updates per second of
one processing element, plain and aggregated in one or two steps, and the bytes sent per owner.
"""

import argparse
import math
from dataclasses import dataclass, fields

WORD = 8  # bytes of a word, and of a sent update
COUNTS = (1, 2, 4, 8, 64, 512, 2048, 10000)  # of processing elements


@dataclass(frozen=True)
class machine:
    """Rates of one processing element; bandwidths are in one direction."""

    own: float = 13.4e9  # updates/s at random in local memory
    aggregated: float = 12.3e9  # updates/s of one processing element alone, sorted first
    atomics: float = 8.6e9  # updates/s at random in a peer's memory, over the link
    link: float = 312e9  # bytes/s that all write to all others over the link at once
    domain: int = 8  # processing elements that the link joins
    network: float = 50e9  # bytes/s of the network between domains
    latency: float = 2e-6  # seconds per signal; a barrier has log2(P) signals
    boxes: float = 16 * 2**30  # bytes of memory for updates in transit

    def near(self, pes):
        """The share of the updates for other processing elements in the domain."""
        return (min(pes, self.domain) - 1) / pes

    def far(self, pes):
        """The share of the updates that leaves the domain."""
        return max(pes - self.domain, 0) / pes

    def plain(self, pes):
        """Updates/s with one atomic each; None if not all memory is reachable by instructions."""
        if pes > self.domain:
            return None
        if pes == 1:
            return self.own
        # Near both limits the rate is below each: fitted to two and four GPUs.
        return (self.own**-4 + (self.atomics / self.near(pes))**-4)**-0.25

    def run(self, pes, steps):
        """The bytes that one processing element sends to another at a time."""
        return self.boxes / pes ** (2 / steps)

    def by_aggregation(self, pes, steps):
        """Updates/s, sent to the owner in one step, or in two along rows and columns of a grid."""
        sending = WORD * (self.near(pes) / self.link + self.far(pes) / self.network)
        sorting = 1 / self.aggregated - 1 / self.own
        items = self.boxes / WORD / pes ** (1 / steps)
        barriers = 2 * self.latency * math.log2(pes) / items
        return 1 / (1 / self.own + steps * (sending + sorting) + barriers)


def rows(of):
    """The table's values for each number of processing elements."""
    for pes in COUNTS:
        in_two_steps = pes > of.domain
        yield (pes, of.plain(pes), of.by_aggregation(pes, 1), of.run(pes, 1),
               of.by_aggregation(pes, 2) if in_two_steps else None,
               of.run(pes, 2) if in_two_steps else None)


def table(of):
    def giga(rate):
        return "–" if rate is None else f"{rate / 1e9:.1f}"

    def size(count):
        if count is None:
            return "–"
        for unit in ("bytes", "KiB", "MiB"):
            if count < 1000:
                return f"{count:.3g} {unit}"
            count /= 1024
        return f"{count:.3g} GiB"

    lines = ["| processing elements | plain | one step | its runs | two steps | their runs |",
             "|---|---|---|---|---|---|"]
    for pes, plain, one, run_of_one, two, run_of_two in rows(of):
        lines.append(f"| {pes:,} | {giga(plain)} | {giga(one)} | {size(run_of_one)} "
                     f"| {giga(two)} | {size(run_of_two)} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    for field in fields(machine):
        parser.add_argument(f"--{field.name}", type=field.type, default=field.default,
                            help=f"default: {field.default:g}")
    given = vars(parser.parse_args())
    if min(given.values()) <= 0:
        parser.error("each value must be greater than 0")
    print(table(machine(**given)))


if __name__ == "__main__":
    main()
