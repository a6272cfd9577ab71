# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forecasts for small tables: what distance between the words, or alignment, would bring.

A table's rate depends on the slices of the L2 cache that its addresses use, that is on its bytes
and its offset, and little on how many of its words are used. A word that most calls use limits the
rate wherever it is.
"""

import csv
import sys
from math import isfinite, log2

import calls
from curves import along

PERIOD = 65536  # bytes: the offset from a multiple decides, and a spread table has no more
LINE = 128
METHODS = ("alignment", "spread_array")
# Times the mean of random calls.
MOST_ADDRESSES = 1.2
FEWEST_LINES = 0.6


def distinct(of, draws):
    """The mean number of different values in random draws."""
    return of * (1 - (1 - 1 / of) ** draws)


def is_random(site, size):
    """Whether the lanes of a call pass addresses as the measured calls did, at random. Calls of
    neighbouring lanes on neighbouring words are combined, and distance would make them slower."""
    addresses, lines = site.addresses / max(site.calls, 1), site.lines / max(site.calls, 1)
    if addresses > MOST_ADDRESSES * distinct(site.words, site.lanes_per_call()):
        return False
    return lines >= FEWEST_LINES * distinct(max(size / LINE, 1), addresses)


class Alignment:
    """Rates of tables by their bytes and the offset of the first word."""

    def __init__(self, path):
        with open(path, newline="", encoding="utf-8") as file:
            lines = list(csv.reader(line for line in file if not line.startswith("#")))
        try:
            offsets = [int(name) for name in lines[0][1:]]
            self.rows = sorted((int(size), [(offset, float(rate)) for offset, rate in
                                            zip(offsets, row) if rate]) for size, *row in lines[1:])
        except (IndexError, ValueError):
            self.rows = []
        rates = [rate for _, row in self.rows for _, rate in row or [(0, 0.0)]]
        if not rates or not all(rate > 0 and isfinite(rate) for rate in rates):
            sys.exit(f"{path}: not a table of rates")

    def rate(self, size, address):
        points = []
        for bytes_of_row, row in self.rows:
            period = min(bytes_of_row, PERIOD)
            rate = along([*row, (period, row[0][1])], address % period)
            points.append((log2(bytes_of_row), log2(rate)))
        return 2 ** along(points, log2(size))


class Placement:
    """`spread` has the rates of neighbouring words, and of words at a distance."""

    def __init__(self, spread, alignment):
        self.spread, self.alignment = spread, alignment

    def of(self, site):
        """The rate where the site's table is, over that of aligned neighbours, and the forecasts:
        method, times the rate, whether beyond the table, and the call with these rates."""
        if site.highest > site.lowest and site.method != "cas_loop":
            for call, kind in calls.relatives(site):
                if (call, kind, "as_is") in self.spread.rows:
                    return self.of_rates(site, call, kind)
        return 1.0, []

    def of_rates(self, site, call, kind):
        word, measured = (int(name[1:]) // 8 for name in (site.type, kind))  # bytes
        size = site.highest - site.lowest + word
        if not is_random(site, size):
            return 1.0, []

        def rate(method, words):
            return self.spread.rate(call, kind, method, words, max(site.lanes_per_address(), 1.0))

        most = rate("as_is", 1).value / site.heaviest_share
        best, placed = (self.alignment.rate(size, address) for address in (0, site.lowest))
        neighbours = rate("as_is", size / measured)
        aligned = min(neighbours.value, best)
        # Some small tables gain by an offset; one of a large table costs slow calls nothing.
        now = min(aligned * max(placed / best, 1), placed, most)
        is_dense = size <= 2 * site.words * word  # as the tables at the measured offsets
        changes = [("alignment", neighbours._replace(
            value=aligned, beyond=neighbours.beyond or not is_dense))]
        if 2 * size <= PERIOD:
            changes.append(("spread_array", rate("spread_array", site.words)))
        dense = rate("as_is", site.words * word / measured).value
        return now / min(dense, most), [
            (method, min(other.value, most) / now, other.beyond, f"{call} {kind}")
            for method, other in changes]
