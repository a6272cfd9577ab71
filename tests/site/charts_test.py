# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the series of each chart in docs/performance can be told from each other."""

import re
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
CHARTS = sorted((DOCS / "performance").glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"


def legend_of(chart):
    """The style of each series in the chart's legend: of its line, or of the area of its bars."""
    root = xml.parse(chart).getroot()
    hatches = {f"url(#{pattern.get('id')})": pattern.find(f"{SVG}rect").get("fill")
               for pattern in root.iter(f"{SVG}pattern")}
    legend = next(g for g in root.iter(f"{SVG}g") if g.get("id") == "legend_1")
    styles = []
    for entry in legend:
        path = entry.find(f"{SVG}path")
        if path is not None and re.match(r"line2d_|patch_", entry.get("id")):
            style = dict(part.split(": ", 1) for part in path.get("style").split("; "))
            styles.append({key: hatches.get(text.rstrip(";"), text.rstrip(";"))
                           for key, text in style.items()})
    return styles


class charts_test(unittest.TestCase):
    def test_the_page_shows_each_chart(self):
        page = (DOCS / "performance.md").read_text(encoding="utf-8")
        shown = re.findall(r"^!\[[^\]]*\]\(performance/(\w+\.svg)\)$", page, re.M)
        self.assertEqual([chart.name for chart in CHARTS], sorted(shown))

    def test_no_two_series_share_a_colour(self):
        for chart in CHARTS:
            with self.subTest(chart=chart.name):
                colours = [style["stroke"] if style.get("fill") == "none" else style["fill"]
                           for style in legend_of(chart)]
                self.assertGreater(len(colours), 3)
                self.assertEqual(sorted(set(colours)), sorted(colours))

    def test_curves_that_coincide_show_each_other(self):
        """By a width or by dashes that no other curve of the chart has."""
        for chart in CHARTS:
            lines = [style for style in legend_of(chart) if style.get("fill") == "none"]
            if len(lines) < 2:
                continue  # bars
            with self.subTest(chart=chart.name):
                looks = [(style.get("stroke-width"), style.get("stroke-dasharray"))
                         for style in lines]
                self.assertEqual(len(lines), len(set(looks)), looks)


if __name__ == "__main__":
    unittest.main()
