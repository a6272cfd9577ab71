# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report of a profile, without its form: the sites by rank, with costs, shares and advice.
table.py prints it, page.py writes it as HTML.
"""

import re
from pathlib import PurePath

import advice
import rates


def card_of(devices, asked=None):
    """The card whose rates are used, and a sentence about it."""
    if asked:
        return asked, f"Forecasts and costs are for the {asked.upper()}, as asked."
    for device in devices:
        for card in ("h100", "h200"):
            if re.search(rf"\b{card}\b", device, re.I):
                return card, f"Forecasts and costs are for the {card.upper()}."
    return "h100", (f"Forecasts and costs are for the H100; the program ran on "
                    f"{', '.join(devices) or 'no device'}.")


def short_names(paths):
    """For each path its last parts, as many as tell it from the others."""
    names = {}
    for path in paths:
        parts = PurePath(path).parts
        for count in range(1, len(parts) + 1):
            tail = parts[-count:]
            others = [p for p in paths if p != path and PurePath(p).parts[-count:] == tail]
            if not others:
                break
        names[path] = "/".join(parts[-count:]) if count < len(parts) else path
    return names


class Entry:
    """A site of the report."""

    def __init__(self, site, estimate, card):
        self.site, self.estimate = site, estimate
        self.cost_ms = estimate.cost_ms if estimate else None
        self.advice = advice.lines_of(site, estimate, card)
        self.rank, self.share, self.place = 0, None, ""

    def tags(self):
        """Order, scope, space and hints, without the defaults."""
        site = self.site
        tags = [site.order] if site.order not in ("relaxed", "") else []
        # A load with the hint monotone is made at the scope of the nearest cache.
        is_default = site.scope in ("device", "") or (site.call == "load" and
                                                      "monotone" in site.hints)
        tags += [] if is_default else [site.scope]
        tags += [site.space] if site.space != "global" else []
        return [*tags, *site.hints]


class Report:
    def __init__(self, profile, asked=None, table=None, notes=()):
        self.profile, self.notes = profile, list(notes)
        self.card, said = card_of(profile.devices(), asked)
        if table is None:
            table = rates.table_of(self.card)
        if not any(lanes > 1 for _, _, lanes in profile.tables):
            said = ("No costs and no forecasts: no call ran on a GPU. The rank is by the lanes on "
                    "each word.")
        elif table is None:
            said = f"No costs and no forecasts: no rates of the {self.card.upper()}."
        self.notes.insert(0, said)
        if profile.dates():
            self.notes.insert(0, f"Counts written {profile.dates()}.")
        for (device, _, _), dropped in profile.dropped_lanes.items():
            if dropped:
                self.notes.append(f"{device}: {dropped} calls by lanes are not in the profile, "
                                  "because its table of sites was full. The heaviest sites that "
                                  "came later have a place, and lack their first calls.")
        self.notes += [f"{device} did not answer at the end of the program: its counts are lost."
                       for device in profile.lost]
        sites = profile.sites()
        estimates = [table.estimate(site) if table else None for site in sites]
        self.entries = [Entry(*of, self.card) for of in zip(sites, estimates)]
        # Without a cost, by the lanes on each word.
        self.entries.sort(key=lambda e: (-(e.cost_ms or 0), -e.site.lanes / max(e.site.words, 1),
                                         e.site.file, e.site.line))
        self.total_ms = sum(e.cost_ms or 0 for e in self.entries)
        self.by_cost = self.total_ms > 0
        lanes = sum(site.lanes for site in sites)
        names = short_names({site.file for site in sites})
        for rank, entry in enumerate(self.entries, 1):
            entry.rank = rank
            entry.place = f"{names[entry.site.file]}:{entry.site.line}"
            if not self.by_cost:
                entry.share = entry.site.lanes / lanes if lanes else 0.0
            elif entry.cost_ms is not None:
                entry.share = entry.cost_ms / self.total_ms
        if self.by_cost:
            self.notes.append("The cost is the lanes divided by the measured rate of relaxed calls "
                              "at device scope, as if no calls overlapped.")
            if any("beyond the table" in line for e in self.entries for line in e.advice):
                self.notes.append("Beyond the table: the words or the lanes per address are more "
                                  "than a factor of 2 outside the measured ones, and the nearest "
                                  "rates are used.")

    def share_of(self):
        return "cost" if self.by_cost else "lanes"


def count(value):
    """A count in four characters or fewer: 999, 9.9k, 120M."""
    if value is None:
        return "-"
    for unit in ("", "k", "M", "G", "T", "P"):
        if value < 999.5 or unit == "P":
            break
        value /= 1000
    if value >= 9.95 or (not unit and value == int(value)):
        return f"{value:.0f}{unit}"
    return f"{value:.1f}{unit}"


def ratio(value):
    return f"{value:.0f}" if value >= 99.95 else f"{value:.1f}"


def small(value):
    """Retries and polls per lane: none is common, and worth a look."""
    return "0" if value == 0 else "<0.1" if value < 0.05 else ratio(value)


def cost(value):
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 99.95 else f"{value:.3g}" if value >= 0.0005 else "<0.001"


def percent(value):
    return "-" if value is None else f"{100 * value:.1f}%"


def numbers(entry):
    """The figures of a site, as text, in the order of HEADER."""
    site = entry.site
    return [count(site.calls), ratio(site.lanes_per_call()), ratio(site.lanes_per_address()),
            ratio(site.lines / max(site.calls, 1)), count(site.words),
            small(site.per_lane(site.retries)), small(site.per_lane(site.polls)),
            cost(entry.cost_ms), percent(entry.share)]


HEADER = ("calls", "lanes/ call", "lanes/ addr", "lines/ call", "words", "retry/ lane",
          "polls/ lane", "cost ms", "share")
