# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of src/bench/remote/gups_model.py: what it must predict whatever the rates are, and that
docs/multi_gpu.md has the table that it prints."""

import sys
import unittest
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src/bench/remote"))

import gups_model  # noqa: E402  pylint: disable=wrong-import-position

DEFAULT = gups_model.machine()


class model_test(unittest.TestCase):
    def test_one_alone_has_its_own_rates(self):
        self.assertEqual(DEFAULT.plain(1), DEFAULT.own)
        self.assertAlmostEqual(DEFAULT.by_aggregation(1, 1) / DEFAULT.aggregated, 1)

    def test_plain_updates_have_the_lesser_rate(self):
        self.assertAlmostEqual(replace(DEFAULT, atomics=4e8).plain(2) / 8e8, 1, 4)
        self.assertAlmostEqual(replace(DEFAULT, atomics=1e12).plain(8) / DEFAULT.own, 1, 4)
        equal = replace(DEFAULT, atomics=DEFAULT.own / 2)
        self.assertAlmostEqual(equal.plain(2) / DEFAULT.own, 0.5**0.25)
        self.assertIsNone(DEFAULT.plain(DEFAULT.domain + 1))

    def test_shares_are_all_updates(self):
        for pes in gups_model.COUNTS:
            self.assertAlmostEqual(DEFAULT.near(pes) + DEFAULT.far(pes) + 1 / pes, 1)

    def test_each_cost_counts(self):
        for pes, steps in ((8, 1), (512, 1), (512, 2)):
            rate = DEFAULT.by_aggregation(pes, steps)
            for slower in ({"link": 1e9}, {"latency": 1e-2}, {"own": 14e9, "aggregated": 5e9}):
                self.assertLess(replace(DEFAULT, **slower).by_aggregation(pes, steps), rate)
            by_network = replace(DEFAULT, network=1e9).by_aggregation(pes, steps)
            self.assertEqual(by_network < rate, pes > DEFAULT.domain)

    def test_by_hand(self):
        # In seconds: 1 / 10 + 8 bytes * 7 / 8 / 70 + (1 / 5 - 1 / 10)
        # + 2 * 1 * 3 / (64 * 8 / 8 / 8)
        of = gups_model.machine(own=10, aggregated=5, link=70, latency=1, boxes=64 * 8)
        self.assertAlmostEqual(1 / of.by_aggregation(8, 1), 0.1 + 0.1 + 0.1 + 0.75)
        self.assertAlmostEqual(of.run(8, 1), 8)

    def test_runs(self):
        self.assertEqual(DEFAULT.run(512, 1), 64 * 1024)
        self.assertAlmostEqual(DEFAULT.run(10000, 2), DEFAULT.boxes / 10000)

    def test_the_document_has_its_table(self):
        self.assertIn(f"\n{gups_model.table(DEFAULT)}\n",
                      (ROOT / "docs" / "multi_gpu.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
