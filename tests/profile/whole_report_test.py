# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/profile: the report of one profile as a whole, in the terminal and as a page."""

import re
import textwrap
import unittest
from html import unescape

from fixtures import described, in_folder, profile_of, site_of

import page
import report
import sites
import table

TERMINAL = """\
Profile of ./app on NVIDIA H100 80GB HBM3
Forecasts and costs are for the H100.
A note.
NVIDIA H100 80GB HBM3: 7 calls by lanes are not in the profile, because its table of sites was full.
The heaviest sites that came later have a place, and lack their first calls.
The cost is the lanes divided by the measured rate of relaxed calls at device scope, as if no calls
overlapped.
Beyond the table: the words or the lanes per address are more than a factor of 2 outside the
measured ones, and the nearest rates are used.

#  place       call           tags   calls lanes/ lanes/ lines/ words retry/ polls/   cost share
                                             call   addr   call         lane   lane     ms
1  hist.cu:40  store_add f32  -       1.0k   32.0   32.0    1.0     1      0      0  0.032 51.3%
2  hist.cu:2   store_add f32  system  1.0k   64.0    8.0    4.0   3.2    1.0    0.2 0.0304 48.7%

tags: order, scope, memory and hints; without them relaxed, device scope, global memory. share: of
cost.

hist.cu:40  store_add f32: 32 of 32 lanes share an address.
    same_address: 64 times the rate of this call (H100). Add the hint same_address. Only if all
      lanes that make the call together pass one address, as in this run: a lane that passes another
      address loses its update.
    few_addresses: 48 times the rate of this call (H100, beyond the table). Add the hint
      few_addresses. Valid always; floats may be rounded in another order.

hist.cu:2  store_add f32: 8 of 64 lanes share an address, 1 retries per lane.
    few_addresses: 15 times the rate of this call (H100, beyond the table). Add the hint
      few_addresses. Valid always; floats may be rounded in another order.
"""

SUMMARY = """\
Program | ./app | Device | NVIDIA H100 80GB HBM3 | Sites | 2 | Calls by warps | 2.0k | Calls by
lanes | 96k | Estimated cost | 0.0624 ms | Forecasts and costs are for the H100. | A note. | NVIDIA
H100 80GB HBM3: 7 calls by lanes are not in the profile, because its table of sites was full. The
heaviest sites that came later have a place, and lack their first calls. | The cost is the lanes
divided by the measured rate of relaxed calls at device scope, as if no calls overlapped. | Beyond
the table: the words or the lanes per address are more than a factor of 2 outside the measured
ones, and the nearest rates are used.
"""

SECTION = """\
2. hist.cu:2 | store_add f32 | 8 of 64 lanes share an address, 1 retries per lane. | few_addresses:
15 times the rate of this call (H100, beyond the table). Add the hint few_addresses. Valid always;
floats may be rounded in another order. | Numbers | file | DIR/hist.cu:2 | device | NVIDIA H100
80GB HBM3 | order | relaxed | scope | system | space | global | hints | none | method | instruction
| calls | 1.0k | lanes/call | 64.0 | lanes/addr | 8.0 | lines/call | 4.0 | words | 3.2 | retry/lane
| 1.0 | polls/lane | 0.2 | cost ms | 0.0304 | share | 48.7% | Lanes that share an address | lanes |
groups | share | 1 | 4 | 2 to 3 | 0 | 4 to 7 | 2 | Heaviest addresses | address | lanes | of the
site | 0x7f40 | at most 48k | 75.0% | 0x7f80 | 9.0k | 14.1%
"""

SOURCES = """\
DIR/hist.cu | line | share | site | code | 1 | line 1 | 2 | 48.7% | 2 | line 2 | 3 | line 3 | 4 |
line 4 | 5 | line 5 | 6 | line 6 | 7 | line 7 | 8 | line 8 | 9 | line 9 | 10 | line 10 | 32 | line
32 | 33 | line 33 | 34 | line 34 | 35 | line 35 | 36 | line 36 | 37 | line 37 | 38 | line 38 | 39 |
line 39 | 40 | 51.3% | 1 | line 40 | 41 | line 41 | 42 | line 42 | 43 | line 43 | 44 | line 44 | 45
| line 45 | 46 | line 46 | 47 | line 47 | 48 | line 48
"""


def visible(html):
    """The texts between the tags."""
    texts = (unescape(part).strip() for part in re.split(r"<[^>]*>", html))
    return "\n".join(textwrap.wrap(" | ".join(filter(None, texts)), 99)) + "\n"


class whole_report_test(in_folder):
    maxDiff = None

    def told(self, *more):
        self.file("hist.cu", "".join(f"line {n}\n" for n in range(1, 61)))
        path = str(self.folder / "hist.cu")
        atomic = site_of(line=2, file=path, scope="system", groups=[4, 0, 2],
                         retries=64000, polls=16000, lanes=64000,
                         addresses=8000, lines=4000, words=3.25,
                         heaviest=[{"address": "0x7f40", "lanes": 48000, "exact": False},
                                   {"address": "0x7f80", "lanes": 9000, "exact": True}])
        return report.Report(
            profile_of(described(site_of(line=40, file=path), atomic, *more, dropped=7)),
            table=self.table, notes=["A note."])

    def without_folder(self, text):
        return text.replace(str(self.folder), "DIR")

    def test_the_terminal(self):
        self.assertEqual("\n".join(table.lines_of(self.told(), 20)) + "\n", TERMINAL)

    def test_the_page(self):
        told = self.told()
        self.assertEqual(visible(page.summary(told)), SUMMARY)
        self.assertEqual(visible(self.without_folder(page.section(told.entries[1]))), SECTION)
        self.assertEqual(visible(self.without_folder(page.sources(told))), SOURCES)

    def test_without_calls(self):
        told = report.Report(profile_of(described()), table=self.table)
        self.assertEqual(list(table.lines_of(told, 20))[-1], "No call was profiled.")
        self.assertIn("<p>No call was profiled.</p>", page.html_of(told))
        self.assertIn("Estimated cost | - | ", visible(page.summary(told)))

    def test_sentences_about_the_card(self):
        self.assertEqual(report.card_of(["CPU", "NVIDIA H200"]),
                         ("h200", "Forecasts and costs are for the H200."))
        self.assertEqual(report.card_of(["NVIDIA H100 PCIe", "NVIDIA H200"])[0], "h100")
        self.assertEqual(report.card_of(["NVIDIA H200"], "h100"),
                         ("h100", "Forecasts and costs are for the H100, as asked."))
        said = "Forecasts and costs are for the H100; the program ran on "
        self.assertEqual(report.card_of(["AMD MI300", "CPU"]), ("h100", said + "AMD MI300, CPU."))
        self.assertEqual(report.card_of([]), ("h100", said + "no device."))

    def test_tags(self):
        def tags(*arguments, **others):
            made = profile_of(described(site_of(*arguments, **others)))
            return report.Report(made, table=self.table).entries[0].tags()

        self.assertEqual(tags(), [])
        self.assertEqual(tags(order="release", scope="block", space="shared",
                              hints=["same_address", "coarse_grained"]),
                         ["release", "block", "shared", "coarse_grained", "same_address"])
        self.assertEqual(tags("load", scope="block", hints=["monotone"]), ["monotone"])
        self.assertEqual(tags("fetch_max", scope="block", hints=["monotone"]),
                         ["block", "monotone"])

    def test_what_makes_a_site(self):
        """Each of these tells a site from the first one."""
        others = ({"file": "b.cu"}, {"line": 43}, {"call": "store_sub"}, {"kind": "u32"},
                  {"space": "shared"}, {"order": "release"}, {"scope": "block"},
                  {"method": "cas_loop"}, {"hints": ["monotone"]})
        made = profile_of(described(site_of(), *(site_of(**other) for other in others)))
        self.assertEqual(len(made.sites()), 1 + len(others))
        for of in ({"device": "B"}, {"backend": "hip"}, {"warp_lanes": 64}):
            self.assertEqual(len(profile_of(described(site_of()),
                                            described(site_of(), **of)).sites()), 2)
        self.assertEqual(profile_of(described(site_of(words=0.0))).sites()[0].words, 1)

    def test_errors(self):
        for content, said in (("{", "not JSON: "), ("[]", "not a profile of this release"),
                              ('{"diatomic_profile": 1, "program": "a"}',
                               "a profile without 'tables'"),
                              ('{"diatomic_profile": 1, "program": "a", "tables": 3}',
                               "not a profile: ")):
            path = self.file("x.json", content)
            with self.assertRaises(sites.ProfileError) as caught:
                sites.read([path])
            self.assertTrue(str(caught.exception).startswith(f"{path}: {said}"), caught.exception)
        with self.assertRaises(sites.ProfileError) as caught:
            sites.read(["no.json"])
        self.assertEqual(str(caught.exception), "no.json: No such file or directory")


if __name__ == "__main__":
    unittest.main()
