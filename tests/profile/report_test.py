# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/profile: merging, the table, the page, the exit status."""

import json
import os
import re
import subprocess
import sys
import time
import unittest
from html import unescape
from unittest import mock

from fixtures import H100, ROOT, described, in_folder, one, profile_of, site_of

import objects
import page
import report
import sites
import table

# A program that writes the text of its first argument as a profile, and ends with the second.
PROGRAM = """import os, sys
if sys.argv[1]:
    path = os.environ["DIATOMIC_PROFILE_FILE"]
    assert "%p" in path
    with open(path.replace("%p", str(os.getpid())), "w") as file:
        file.write(sys.argv[1])
if int(sys.argv[2]) < 0:
    os.kill(os.getpid(), -int(sys.argv[2]))
sys.exit(int(sys.argv[2]))
"""


class merging_test(in_folder):
    def test_two_files(self):
        more = site_of(groups=[5], words=3.0, calls=10, retries=7, polls=2,
                       heaviest=[{"address": "0x7f40", "lanes": 40000, "exact": False}])
        other = site_of(hints=["few_addresses"])
        profile = profile_of(described(site_of(), dropped=1),
                             described(more, other, dropped=2),
                             described(site_of(), device="CPU", backend="host", warp_lanes=1))
        self.assertEqual(len(profile.sites()), 3)
        merged = profile.sites()[0]
        self.assertEqual((merged.calls, merged.lanes, merged.addresses, merged.lines), (
            1010, 64000, 2000, 2000))
        self.assertEqual((merged.retries, merged.polls, merged.words), (7, 2, 3.0))
        self.assertEqual(merged.groups, [5, 0, 0, 0, 0, 1000, 0])
        self.assertEqual([a["address"] for a in merged.heaviest], ["0x7f40", "0x7f00"])
        self.assertEqual(list(profile.dropped_lanes.values()), [3, 0])
        self.assertEqual(profile_of(profile.as_json()).as_json(), profile.as_json())

    def test_dates_of_the_files(self):
        with mock.patch.dict(os.environ, TZ="UTC"):
            time.tzset()
            self.look_at_dates()
        time.tzset()

    def look_at_dates(self):
        first, last = ({**described(site_of()), "written": 1000 * day} for day in (864, 86400))
        for files, said in (([], ""), ([described()], ""),
                            ([first], "1970-01-11 00:00:00"),
                            ([last, last], "1972-09-27 00:00:00"),
                            ([last, described(), first],
                             "1970-01-11 00:00:00 to 1972-09-27 00:00:00")):
            profile = profile_of(*files)
            self.assertEqual(profile.dates(), said)
            notes = report.Report(profile, table=self.table).notes
            self.assertEqual([n for n in notes if "written" in n],
                             [f"Counts written {said}."] if said else [])
            if files:
                self.assertEqual(profile_of(profile.as_json()).as_json(), profile.as_json())

    def test_the_heaviest_of_several_files(self):
        def addresses(first, count):
            return [{"address": hex(16 * n), "lanes": n, "exact": n % 2 == 0}
                    for n in range(first, first + count)]

        profile = profile_of(described(site_of(heaviest=addresses(1, 32))),
                             described(site_of(heaviest=addresses(33, 32))))
        kept = profile.sites()[0].heaviest
        self.assertEqual(kept, addresses(1, 64)[::-1][:sites.HEAVIEST])

    def test_ranges(self):
        """The widest of the files; an older release wrote none."""
        def ranges(*sites_of_files):
            profile = profile_of(*map(described, sites_of_files))
            return profile_of(profile.as_json()).sites()[0]

        near = site_of(lowest="0x7000", highest="0x7040")
        far = site_of(lowest="0x1000", highest="0x2000")
        for both in ((near, far), (far, near), (site_of(), far), (far, site_of())):
            found = ranges(*both)
            self.assertEqual((found.lowest, found.highest), (0x1000, 0x2000))
        self.assertEqual(ranges(site_of()).highest, 0)

    def test_the_share_of_the_heaviest_address(self):
        """In the file where it is largest: each process has its own addresses."""
        def share(*sites_of_files):
            return profile_of(*map(described, sites_of_files)).sites()[0].heaviest_share

        half = site_of(heaviest=[{"address": "0x10", "lanes": 16000, "exact": True}], words=8.0)
        self.assertEqual(share(half), 0.5)
        self.assertEqual(share(half, half), 0.5)
        tenth = site_of(heaviest=[], words=10.0)
        self.assertEqual([share(tenth), share(tenth, half), share(half, tenth)], [0.1, 0.5, 0.5])

    def test_locks_have_no_order(self):
        lock = {name: value for name, value in site_of("with_lock", "mutex").items()
                if name not in sites.ACCESS}
        profile = profile_of(described(lock, {**lock, "line": 43}))
        self.assertEqual([s.order for s in profile.sites()], ["", ""])
        self.assertEqual(profile_of(profile.as_json()).as_json(), profile.as_json())
        told = report.Report(profile, table=self.table)
        self.assertEqual(told.entries[0].tags(), [])

    def test_what_is_no_profile(self):
        later = json.dumps({**described(), "diatomic_profile": 2})
        for content in ("", "[]", "{}", later, '{"diatomic_profile": 1}',
                        '{"diatomic_profile": 1, "program": "a", "tables": [3]}',
                        '{"diatomic_profile": 1, "program": "a", "written": [], "tables": []}',
                        '{"diatomic_profile": 1, "program": "a", "written": 1e300, "tables": []}'):
            with self.assertRaisesRegex(sites.ProfileError, "x.json: "):
                sites.read([self.file("x.json", content)])

    def test_calls_inside_diatomic(self):
        for path in ("include/diatomic/sync/mutex.hpp", "/usr/include/diatomic/sync/mutex.hpp",
                     "/usr/src/backends/cuda/include/diatomic/cuda/atomics.hpp",
                     "include/diatomic/x", "third_party/diatomic/sync/detail/mutex.hpp"):
            self.assertTrue(one(file=path).in_library(), path)
        for path in ("/home/a/diatomic/src/hist.cu", "src/diatomic_test.hpp",
                     "/home/a/diatomic/src/hist.hpp"):
            self.assertFalse(one(file=path).in_library(), path)


class report_test(in_folder):
    def told(self, *all_sites, **of_table):
        return report.Report(profile_of(described(*all_sites, **of_table)), table=self.table)

    def test_ranks(self):
        told = self.told(site_of(line=1, space="shared", lanes=10 ** 9), site_of(line=2),
                         site_of(line=3, lanes=96000, addresses=3000))
        self.assertEqual([e.place for e in told.entries], [f"hist.cu:{n}" for n in (3, 2, 1)])
        self.assertEqual([e.share for e in told.entries], [0.75, 0.25, None])
        cpu = self.told(site_of(lanes=1), site_of(line=99, lanes=3), device="CPU", warp_lanes=1)
        self.assertEqual([e.share for e in cpu.entries], [0.75, 0.25])
        self.assertIn("no call ran on a GPU", cpu.notes[0])
        cpu = self.told(site_of(line=4, lanes=300, words=100), site_of(line=5, lanes=200, words=2),
                        device="CPU", warp_lanes=1)
        self.assertEqual([e.place for e in cpu.entries], ["hist.cu:5", "hist.cu:4"])

    def test_the_card(self):
        self.assertEqual(report.card_of(["NVIDIA H200"])[0], "h200")
        self.assertEqual(report.card_of(["CPU", H100], "h200")[0], "h200")
        self.assertIn("the program ran on CPU", report.card_of(["CPU"])[1])

    def test_equal_names_of_files(self):
        self.assertEqual(report.short_names({"/a/x.cu", "/b/x.cu", "c.cu"}),
                         {"/a/x.cu": "a/x.cu", "/b/x.cu": "b/x.cu", "c.cu": "c.cu"})

    def test_the_table(self):
        wide = site_of(file="a_file_with_a_name_of_about_40_letters.cu", scope="system",
                       hints=["few_addresses", "same_address"], order="acq_rel",
                       method="cas_loop", retries=123456, polls=99, kind="bf16x2")
        told = self.told(wide, *(site_of(line=n) for n in range(30)), dropped=7)
        said = "\n".join(table.lines_of(told, 31))
        self.assertLessEqual(max(map(len, said.splitlines())), 120)
        self.assertRegex(said, r"\.\.\.\w+_letters\.cu:42  store_add bf16x2  acq_rel \w+\.\.\. ")
        said = "\n".join(table.lines_of(told, 20))
        self.assertIn("11 further sites", said)
        self.assertIn("7 calls by lanes are not in the profile", said)

    def test_the_page(self):
        code = self.file("a<b>.cu", "".join(f"if (a < {n}) f();\n" for n in range(1, 40)))
        told = self.told(site_of(file=str(code), line=20, kind="<i>"),
                         site_of(file="gone.cu", line=5), site_of(file="gone.cu", line=6),
                         site_of(file=str(code), line=9999))
        html = page.html_of(told)
        for entry in told.entries:
            self.assertEqual(html.count(f'id="site-{entry.rank}"'), 1)
            self.assertIn(page.text(entry.place), html)
            self.assertTrue(all(page.text(line) in html for line in entry.advice))
        self.assertNotRegex(html, r"<i>|a<b>|a < \d")
        self.assertNotRegex(html, r"(?i)https?:|src=|url\(|@import|<script|<link")
        self.assertIn("a &lt; 12)", html)
        self.assertIn("a &lt; 28)", html)
        self.assertNotRegex(html, r"a &lt; (11|29)\)")
        self.assertIn("The file was not found", html)
        for tag in ("table", "section", "div", "tr", "td", "th", "dl", "span"):
            self.assertEqual(len(re.findall(rf"<{tag}\b", html)), html.count(f"</{tag}>"), tag)

    def test_a_device_without_an_answer(self):
        described_once = described(site_of())
        described_once["tables"].append({**described_once["tables"][0], "sites": [],
                                         "is_lost": True})
        told = report.Report(profile_of(described_once), table=self.table)
        self.assertTrue(any(note.startswith(f"{H100} did not answer") for note in told.notes))
        self.assertFalse(any("did not answer" in note for note in self.told(site_of()).notes))

    def test_columns_of_the_page(self):
        told = self.told(site_of(retries=8, polls=16), site_of(line=5))
        ranking = page.ranking(told)
        names = re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', ranking)[4:]
        entry = told.entries[0]
        cells = re.findall(r'<td class="number">([^<]*)</td>', ranking.split("<tr>")[2])[1:]
        row = [unescape(cell) for cell in cells]
        wanted = dict(zip((name.replace("/ ", "/") for name in report.HEADER),
                          report.numbers(entry)))
        self.assertEqual(dict(zip(names, row)), wanted)
        self.assertGreater(len(set(row)), 5)

    def test_addresses_that_are_not_exact(self):
        heaviest = [{"address": "0x7f00", "lanes": 500, "exact": True},
                    {"address": "0x7f40", "lanes": 300, "exact": False}]
        html = page.html_of(self.told(site_of(heaviest=heaviest)))
        bounds = dict(re.findall(r"(0x7f\w\w)(?:(?!0x7f).)*?(at most )?\d+", html, re.S))
        self.assertEqual(bounds, {"0x7f00": "", "0x7f40": "at most "})

    def test_figures(self):
        self.assertEqual([report.count(n) for n in (None, 0, 7, 999, 999.5, 1000, 9949, 9950, 1e6,
                                                    2.5e15, 1e18)],
                         ["-", "0", "7", "999", "1.0k", "1.0k", "9.9k", "10k", "1.0M", "2.5P",
                          "1000P"])
        self.assertEqual([report.ratio(x) for x in (1, 99.94, 99.95)], ["1.0", "99.9", "100"])
        self.assertEqual([report.small(x) for x in (0, 0.049, 0.05, 3)],
                         ["0", "<0.1", "0.1", "3.0"])
        self.assertEqual([report.cost(x) for x in (None, 0.0004, 0.0005, 1.234, 99.95)],
                         ["-", "<0.001", "0.0005", "1.23", "100"])
        self.assertEqual([report.percent(x) for x in (None, 0, 0.5)], ["-", "0.0%", "50.0%"])

    def test_code_without_the_profile(self):
        profiled, plain = b"\0N8diatomic20on_cuda_profiled_v0_1_04x", b"_16on_cuda_v0_1_0"
        host = b"\0on_host_checked_v0_1_0"
        for content, for_gpu, expected in (
                (profiled, True, False), (profiled + plain, True, True), (plain, False, True),
                (profiled + host, False, False), (host, True, False), (host, False, True),
                (b"on_host_by_loops_profiled_v0_1_0", False, False), (b"", False, False)):
            path = self.file("object", content)
            self.assertEqual(objects.has_unprofiled(path, for_gpu), expected, content)


class command_test(in_folder):
    def command(self, *arguments):
        run = subprocess.run([sys.executable, "-B", ROOT / "scripts/profile", *arguments],
                             cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True, check=False)
        return run.returncode, run.stdout, run.stderr

    def run_with(self, content, status, *options):
        return self.command(*options, sys.executable, "-c", PROGRAM, content, str(status))

    def test_exit_statuses(self):
        good = json.dumps(described(site_of()))
        for content, ends_with, expected in ((good, 0, 0), (good, 3, 3), (good, -9, 137),
                                             ("{}", 0, 1), ("{}", 3, 3)):
            status, said, _ = self.run_with(content, ends_with)
            self.assertEqual(status, expected)
            self.assertEqual("hist.cu:42  store_add f32: 32 of 32 lanes" in said, content == good)
        for ends_with, expected in ((0, 1), (5, 5)):
            status, _, error = self.run_with("", ends_with)
            self.assertEqual(status, expected)
            self.assertIn("-DDIATOMIC_PROFILED=1", error)
        self.assertEqual(self.command("/nonexistent")[0], 127)
        self.assertEqual(self.command()[0], 2)
        self.assertEqual(self.command("--top", "0", "true")[0], 2)

    def test_files(self):
        self.run_with(json.dumps(described(site_of())), 0, "--html", "a.html", "--json", "a.json")
        self.assertTrue((self.folder / "a.html").exists())
        also = self.file("b.so", b"on_cuda_v0_1_0")
        status, said, _ = self.command("--read", "a.json", "a.json", "--card", "h200", "--also",
                                       also, "--json", "b.json")
        self.assertEqual(status, 0)
        self.assertIn(f"{also} also has code that was compiled without the profile", said)
        self.assertIn("H200", said)
        self.assertTrue((self.folder / "profile.html").exists())
        merged = json.loads((self.folder / "b.json").read_text())
        self.assertEqual(merged["tables"][0]["sites"][0]["lanes"], 64000)
        self.assertEqual(self.command("--read", "a.json", "--html", "no/a.html")[0], 1)


if __name__ == "__main__":
    unittest.main()
