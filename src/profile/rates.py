# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measured rates of one card, and what they forecast for a site.

A table has rates of each call and type for several numbers of words and of lanes per address, and a
column for each method, empty where the method was not measured. Between the numbers log2(rate) is
linear in the log2 of both; outside, the nearest rate is used.
"""

import csv
import sys
from math import isfinite, log2
from pathlib import Path
from typing import List, NamedTuple, Optional

import calls
from curves import along
from placement import Alignment, Placement

FOLDER = Path(__file__).resolve().parent / "rates"
COLUMNS = ["call", "type", "words", "lanes_per_address"]  # the others are methods
AS_IS = "as_is"


class Rate(NamedTuple):
    value: float  # 10^9 lane operations per second
    beyond: bool  # words or lanes per address are more than a factor of 2 outside the table


class Forecast(NamedTuple):
    method: str
    times: float  # the method's rate over the rate of the call as it is
    beyond: bool
    of: str  # the call and the type whose rates these are


class Estimate(NamedTuple):
    """What the table says of one site."""
    of: str  # the call and the type whose rates these are
    rate: Rate
    cost_ms: float
    forecasts: List[Forecast]  # the best first


def is_beyond(values, x):
    return x < min(values) / 2 or x > max(values) * 2


class Table:
    placement = None  # forecasts for small tables, if the card has rates of them

    def __init__(self, path):
        self.rows = {}  # (call, type, method): words: lanes per address: rate
        with open(path, newline="", encoding="utf-8") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            names = rows.fieldnames or []
            if names[:4] != COLUMNS:
                sys.exit(f"{path}: not a table of rates")
            self.methods = set(names[4:])
            for row in rows:
                try:
                    words, lanes = float(row["words"]), float(row["lanes_per_address"])
                    found = {m: float(row[m]) for m in self.methods if row[m] != ""}
                except (TypeError, ValueError):
                    words = lanes = 0
                    found = {}
                if not all(v > 0 and isfinite(v) for v in (words, lanes, *found.values())):
                    sys.exit(f"{path}: not a rate: {','.join(map(str, row.values()))}")
                for method, rate in found.items():
                    grid = self.rows.setdefault((row["call"], row["type"], method), {})
                    grid.setdefault(words, {})[lanes] = rate

    def rate(self, call, kind, method, words, lanes):
        """None without a row of this call, type and method."""
        grid = self.rows.get((call, kind, method))
        if grid is None:
            return None
        by_words = []
        for w, row in sorted(grid.items()):
            points = [(log2(at), log2(rate)) for at, rate in sorted(row.items())]
            by_words.append((log2(w), along(points, log2(lanes))))
        below = [w for w in grid if w <= words] or [min(grid)]
        above = [w for w in grid if w >= words] or [max(grid)]
        nearest = min((max(below), min(above)), key=lambda w: abs(log2(w / words)))
        beyond = is_beyond(grid, words) or is_beyond(grid[nearest], lanes)
        return Rate(2 ** along(by_words, log2(words)), beyond)

    def estimate(self, site) -> Optional[Estimate]:
        """None if no rate is known: of the call, of a similar one, of both hints together, in
        shared memory, or without warps."""
        own = calls.hints_in_effect(site) or [AS_IS]
        if len(own) > 1 or site.space != "global" or site.warp_lanes == 1:
            return None
        words, lanes = site.words, max(site.lanes_per_address(), 1.0)
        for call, kind in calls.relatives(site):
            rate = self.rate(call, kind, own[0], words, lanes)
            if rate is not None:
                break
        else:
            return None
        forecasts = []
        for method in self.methods - {own[0]}:
            other = self.rate(call, kind, method, words, lanes)
            if other is not None:
                forecasts.append(Forecast(method, other.value / rate.value,
                                          other.beyond or rate.beyond, f"{call} {kind}"))
        speed = 1.0
        if self.placement and own == [AS_IS]:
            speed, placed = self.placement.of(site)
            forecasts += [Forecast(*each) for each in placed]
        forecasts.sort(key=lambda f: (-f.times, f.method))
        seconds = site.lanes / (rate.value * speed * 1e9)
        polls = (self.rate("load", site.type, AS_IS, 1, lanes) or
                 self.rate("load", "u32", AS_IS, 1, lanes))
        if polls is not None:
            seconds += site.polls / (polls.value * 1e9)
        return Estimate(f"{call} {kind}", rate, seconds * 1e3, forecasts)


def cards():
    return sorted(path.stem for path in FOLDER.glob("*.csv"))


def table_of(card):
    """None if the card has no table."""
    path = FOLDER / f"{card}.csv"
    if not path.exists():
        return None
    table = Table(path)
    table.placement = Placement(Table(FOLDER / "spread" / path.name),
                                Alignment(FOLDER / "alignment" / path.name))
    return table
