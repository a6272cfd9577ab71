# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the files that profiled programs write, and merges them.

A site is one call in the source, on one kind of device. Counts of several files are added. `words`
and the range of addresses are the largest of them, because processes and devices contend for their
own words only.
"""

import json
import re
import time
from collections import OrderedDict

VERSION = 1
NAMES = ("file", "line", "call", "type", "space")
ACCESS = ("order", "scope", "method")  # empty for locks and other objects made from atomics
COUNTS = ("calls", "lanes", "addresses", "lines", "retries", "polls")
RANGE = ("lowest", "highest")  # addresses
HEAVIEST = 16  # addresses that a merged site keeps
LIBRARY = re.compile(r"(?:^|/)include/diatomic/|(?:^|/)diatomic/(?:core|dispatch|atomics|runtime|"
                     r"sync|collectives|algorithms|containers|remote|compat|cuda|hip|host|gpu)/"
                     r"(?:\w+/)*\w+\.hpp$")


class ProfileError(Exception):
    pass


class Site:
    def __init__(self, described, device, backend, warp_lanes):
        for name in (*NAMES, *COUNTS):
            setattr(self, name, described[name])
        for name in ACCESS:
            setattr(self, name, described.get(name, ""))
        self.hints = tuple(sorted(described["hints"]))
        self.groups = list(described["groups"])
        self.words = max(float(described["words"]), 1.0)
        self.heaviest = heaviest(described["heaviest"])
        most = self.heaviest[0]["lanes"] if self.heaviest else 0
        self.heaviest_share = max(self.per_lane(most), 1 / self.words)  # of the lanes
        # 0: in a file of an older release
        self.lowest, self.highest = (int(described.get(name, "0"), 16) for name in RANGE)
        self.device, self.backend, self.warp_lanes = device, backend, warp_lanes

    def key(self):
        """Equal for the same call in several files."""
        return (*(getattr(self, name) for name in (*NAMES, *ACCESS)), self.hints)

    def add(self, other):
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        longer, shorter = sorted((self.groups, other.groups), key=len, reverse=True)
        self.groups = [n + (shorter[b] if b < len(shorter) else 0) for b, n in enumerate(longer)]
        self.words = max(self.words, other.words)
        self.heaviest = heaviest(self.heaviest + other.heaviest)
        self.heaviest_share = max(self.heaviest_share, other.heaviest_share)
        if other.highest - other.lowest > self.highest - self.lowest:
            self.lowest, self.highest = other.lowest, other.highest

    def lanes_per_call(self):
        return self.lanes / max(self.calls, 1)

    def lanes_per_address(self):
        return self.lanes / max(self.addresses, 1)

    def per_lane(self, count):
        return count / max(self.lanes, 1)

    def in_library(self):
        return bool(LIBRARY.search(self.file))

    def name(self):
        return f"{self.call} {self.type}"

    def as_json(self):
        described = {name: getattr(self, name) for name in NAMES}
        described.update((name, getattr(self, name)) for name in ACCESS if getattr(self, name))
        described["hints"] = list(self.hints)
        described.update((name, getattr(self, name)) for name in COUNTS)
        described.update(groups=self.groups, words=self.words, heaviest=self.heaviest)
        described.update((name, hex(getattr(self, name))) for name in RANGE)
        return described


def heaviest(addresses):
    return sorted(addresses, key=lambda a: -a["lanes"])[:HEAVIEST]


class Profile:
    """What one or more files say."""

    def __init__(self):
        self.programs = []
        self.written = []  # when, in seconds since 1970
        self.tables = OrderedDict()  # (device, backend, lanes of a warp): sites by key
        self.dropped_lanes = OrderedDict()  # by the same keys
        self.lost = []  # devices that did not answer at the end of the program

    def add_file(self, path):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                described = json.load(file)
        except OSError as error:
            raise ProfileError(f"{path}: {error.strerror}") from error
        except ValueError as error:
            raise ProfileError(f"{path}: not JSON: {error}") from error
        if not isinstance(described, dict) or described.get("diatomic_profile") != VERSION:
            raise ProfileError(f"{path}: not a profile of this release of Diatomic")
        try:
            self.add(described)
        except KeyError as error:
            raise ProfileError(f"{path}: a profile without {error}") from error
        except (AttributeError, TypeError, ValueError, OverflowError,
                OSError) as error:
            raise ProfileError(f"{path}: not a profile: {error}") from error

    def add(self, described):
        if described["program"] not in self.programs:
            self.programs.append(described["program"])
        if "written" in described:
            self.written.append(int(described["written"]))
            time.localtime(self.written[-1])  # refuses what is no time
        for table in described["tables"]:
            of = table["device"], table["backend"], int(table["warp_lanes"])
            if table.get("is_lost") and of[0] not in self.lost:
                self.lost.append(of[0])
            merged = self.tables.setdefault(of, OrderedDict())
            self.dropped_lanes[of] = self.dropped_lanes.get(of, 0) + int(table["dropped_lanes"])
            for site in (Site(each, *of) for each in table["sites"]):
                if site.key() in merged:
                    merged[site.key()].add(site)
                else:
                    merged[site.key()] = site

    def sites(self):
        return [site for table in self.tables.values() for site in table.values()]

    def devices(self):
        return list(OrderedDict.fromkeys(device for device, _, _ in self.tables))

    def dates(self):
        """When the files were written: nothing, one time, or the first and the last one."""
        ends = sorted({min(self.written), max(self.written)}) if self.written else []
        return " to ".join(time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at)) for at in ends)

    def has_gpu(self):
        return any(backend != "host" for _, backend, _ in self.tables)

    def as_json(self):
        tables = [{"device": of[0], "backend": of[1], "warp_lanes": of[2],
                   "dropped_lanes": self.dropped_lanes[of],
                   "sites": [site.as_json() for site in table.values()]}
                  for of, table in self.tables.items()]
        written = {"written": min(self.written)} if self.written else {}
        return {"diatomic_profile": VERSION, "program": ", ".join(self.programs), **written,
                "tables": tables}


def read(paths):
    profile = Profile()
    for path in paths:
        profile.add_file(path)
    return profile
