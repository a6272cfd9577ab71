# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Profiles and rates for the tests of scripts/profile."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src/profile"))

import rates  # noqa: E402  pylint: disable=wrong-import-position
import sites  # noqa: E402  pylint: disable=wrong-import-position

H100 = "NVIDIA H100 80GB HBM3"
RATES = """# of no card
call,type,words,lanes_per_address,as_is,same_address,few_addresses,check_first,monotone,\
fetch_add,ticket_mutex,store_add
store_add,f32,1,1,2,64,,,,,,
store_add,f32,1,32,1,64,,,,,,
store_add,f32,1024,1,32,,16,,,,,
store_add,f32,1024,32,16,,48,,,,,
fetch_max,u32,1024,1,1,,,2,4,,,
fetch_update,u32,1024,1,1,,,,,8,,
load,u32,1,1,100,,,,,,,
with_lock,mutex,1024,1,1,,,,,,2,8
"""


def site_of(call="store_add", kind="f32", **others):
    """Described as in a file: 1000 calls by 32 lanes each, all to one word."""
    return {"file": "src/hist.cu", "line": 42, "call": call, "type": kind, "order": "relaxed",
            "scope": "device", "space": "global", "hints": [], "method": "instruction",
            "calls": 1000, "lanes": 32000, "addresses": 1000, "lines": 1000, "retries": 0,
            "polls": 0, "groups": [0, 0, 0, 0, 0, 1000, 0], "words": 1.0,
            "heaviest": [{"address": "0x7f00", "lanes": 32000, "exact": True}], **others}


def described(*all_sites, device=H100, backend="cuda", warp_lanes=32, dropped=0):
    return {"diatomic_profile": 1, "program": "./app", "tables": [
        {"device": device, "backend": backend, "warp_lanes": warp_lanes,
         "dropped_lanes": dropped, "sites": list(all_sites)}]}


def profile_of(*files):
    profile = sites.Profile()
    for each in files:
        profile.add(each)
    return profile


def one(*arguments, **others):
    return sites.Site(site_of(*arguments, **others), H100, "cuda", 32)


SPREAD = {"addresses": 32000, "words": 1024.0}  # each lane has its own address


def on_cpu(*arguments, **others):
    return sites.Site(site_of(*arguments, **others), "CPU", "host", 1)


class in_folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.table = rates.Table(self.file("h100.csv", RATES))

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path
