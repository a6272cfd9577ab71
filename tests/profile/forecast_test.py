# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the forecasts and of the advice of scripts/profile."""

import unittest

from fixtures import SPREAD, RATES, in_folder, on_cpu, one

import advice
import calls
import placement
import rates


class rates_test(in_folder):
    def rate(self, words, lanes, method="as_is"):
        return self.table.rate("store_add", "f32", method, words, lanes)

    def test_at_grid_points(self):
        for words, lanes, rate in ((1, 1, 2), (1, 32, 1), (1024, 1, 32), (1024, 32, 16)):
            self.assertAlmostEqual(self.rate(words, lanes).value, rate)
            self.assertFalse(self.rate(words, lanes).beyond)

    def test_between_grid_points(self):
        self.assertAlmostEqual(self.rate(32, 1).value, 8)
        self.assertAlmostEqual(self.rate(1, 2 ** 2.5).value, 2 ** 0.5)
        self.assertAlmostEqual(self.rate(32, 2 ** 2.5).value, 2 ** 2.5)

    def test_outside(self):
        self.assertEqual(self.rate(2048, 1), rates.Rate(self.rate(1024, 1).value, False))
        self.assertEqual(self.rate(2049, 1), rates.Rate(self.rate(1024, 1).value, True))
        self.assertEqual(self.rate(1, 64), rates.Rate(self.rate(1, 32).value, False))
        self.assertEqual(self.rate(1, 65), rates.Rate(self.rate(1, 32).value, True))
        self.assertTrue(self.rate(511, 1, "few_addresses").beyond)
        self.assertIsNone(self.rate(1, 1, "monotone"))

    def test_forecast_and_cost(self):
        found = self.table.estimate(one(polls=1000))
        self.assertAlmostEqual(found.cost_ms, 1e3 * (32000 / 1e9 + 1000 / 100e9))
        self.assertEqual((found.forecasts[0].method, found.of, found.forecasts[0].of),
                         ("same_address", "store_add f32", "store_add f32"))
        self.assertAlmostEqual(found.forecasts[0].times, 64)
        hinted = self.table.estimate(one(hints=["few_addresses"], addresses=1000, words=1024.0))
        self.assertAlmostEqual(hinted.rate.value, 48)
        self.assertAlmostEqual({f.method: f.times for f in hinted.forecasts}["as_is"], 1 / 3)

    def test_relatives(self):
        found = self.table.estimate(one("min_fetch", "i32", **SPREAD))
        self.assertEqual({found.of, *(f.of for f in found.forecasts)}, {"fetch_max u32"})
        loop = self.table.estimate(one("fetch_mul", "f32", method="cas_loop", **SPREAD))
        self.assertEqual(loop.of, "fetch_update u32")
        self.assertIsNone(self.table.estimate(one("fetch_add", "f64")))
        self.assertEqual(calls.relatives(one("store_sub", "i32"))[:5], [
            ("store_sub", "i32"), ("store_sub", "u32"), ("store_add", "i32"),
            ("store_add", "u32"), ("fetch_sub", "i32")])
        self.assertEqual(calls.relatives(one("store_add", "i64"))[:4], [
            ("store_add", "i64"), ("store_add", "u64"), ("store_add", "u32"),
            ("store_add", "i32")])
        self.assertEqual(calls.relatives(one("fetch_mul", "f32", method="cas_loop"))[2:], [
            ("fetch_update", "f32"), ("fetch_update", "u32"), ("fetch_update", "i32")])

    def test_no_rates(self):
        self.assertIsNone(self.table.estimate(one(space="shared")))
        self.assertIsNone(self.table.estimate(on_cpu()))
        self.assertIsNone(self.table.estimate(one(hints=["same_address", "few_addresses"])))

    def test_bad_tables(self):
        for text in ("a,b\n1,2\n", RATES + "load,u32,1,1,0,,,,,,,\n",
                     RATES + "load,u32,1,1,as_is,2\n", RATES + "load,u32,1\n"):
            with self.assertRaises(SystemExit):
                rates.Table(self.file("bad.csv", text))

    def test_methods_of_the_tables_are_known(self):
        for card in rates.cards():
            for method in rates.table_of(card).methods | set(placement.METHODS):
                self.assertTrue(method in advice.CHANGES or advice.CALL.match(method), method)


class advice_test(in_folder):
    def advised(self, site):
        return [a.method for a in advice.advised(site, self.table.estimate(site))]

    def test_the_best_valid_change(self):
        self.assertEqual(self.advised(one()), ["same_address", "few_addresses"])
        self.assertEqual(self.advised(one(addresses=1001)), ["few_addresses"])
        self.assertEqual(self.advised(one(**SPREAD)), [])
        self.assertEqual(self.advised(one(hints=["few_addresses"], **SPREAD)), ["as_is"])
        self.assertEqual(self.advised(one(file="include/diatomic/sync/mutex.hpp")), [])

    def test_a_change_that_is_too_small(self):
        self.assertEqual(self.advised(one("fetch_max", "u32", **SPREAD)),
                         ["monotone", "check_first"])
        self.table.rows["fetch_max", "u32", "monotone"][1024][1] = 1.09
        self.table.rows["fetch_max", "u32", "check_first"][1024][1] = 1.09
        self.assertEqual(self.advised(one("fetch_max", "u32", **SPREAD)), [])

    def test_locks(self):
        self.assertEqual(self.advised(one("with_lock", "mutex", **SPREAD)), ["store_add"])
        lines = self.lines(one("with_lock", "mutex", **SPREAD))
        self.assertIn("store_add: 8.0 times", lines[1])
        self.assertIn("protects this operation alone", lines[1])

    def test_validity(self):
        part = {"lanes": 16000}
        for method, right, wrong in (
                ("same_address", one(), one(addresses=1001)),
                ("same_address", one("min_fetch"), one("exchange")),
                ("few_addresses", one("store_xor", "u32"), one("compare_exchange", "u32")),
                ("few_addresses", one(addresses=9000), on_cpu()),
                ("few_addresses", one(), one(hints=["few_addresses"])),
                ("check_first", one("exchange"), one("exchange", order="acquire")),
                ("check_first", one("store_or"), one("store_add")),
                ("monotone", one("load"), one("wait")),
                ("monotone", one("fetch_and"), one("fetch_and", order="release")),
                ("in_array", one("store_add", "f16"), one("store_add", "f32")),
                ("block_update", one(), one(**part)),
                ("block_update", one(), one(addresses=1001)),
                ("fetch_add", one("fetch_update"), one("fetch_sub")),
                ("store_add", one("fetch_add"), one("fetch_max")),
                ("ticket_mutex", one("with_lock", "mutex"), one("lock", "mutex")),
                ("as_is", one(hints=["few_addresses"]), one(hints=["coarse_grained"])),
                ("few_addresses", one(), one("load")),
                ("few_addresses", one(), one(lanes=1000)),  # one lane makes the call
                ("same_address", one(), one(lanes=1000))):
            self.assertTrue(advice.is_valid(right, method), (method, right.name()))
            self.assertFalse(advice.is_valid(wrong, method), (method, wrong.name()))
        self.assertFalse(advice.is_valid(one(), "an unknown method"))

    def lines(self, site):
        return advice.lines_of(site, self.table.estimate(site), "h100")

    def test_sentences(self):
        seen, best, always = self.lines(one())
        self.assertEqual(seen, "32 of 32 lanes share an address.")
        self.assertRegex(best, r"^same_address: 64 times the rate of this call \(H100\)\. Add .* "
                               "Only if all lanes")
        self.assertRegex(always, r"^few_addresses: .*beyond the table.*Valid always")
        self.assertIn("rates of fetch_max u32", self.lines(one("fetch_min", "i32", **SPREAD))[1])
        self.assertEqual(self.lines(one(**SPREAD))[1], advice.NOTHING)
        self.assertIn("No rates in shared memory", self.lines(one(space="shared"))[1])
        self.assertIn("0.1 retries per lane", self.lines(one(retries=3200))[0])
        self.assertIn("fetch_add: 8.0 times", self.lines(one("fetch_update", "u32", **SPREAD))[1])
        self.assertIn("hardly any share", self.lines(one(addresses=31990, words=9))[0])
        self.assertIn("one lane makes", self.lines(one(lanes=1000))[0])
        self.assertRegex(self.lines(one(method="cas_loop"))[0], r"^a CAS loop: 32 of 32 lanes")
        cpu = self.lines(on_cpu())
        self.assertIn("unknown", cpu[0])
        self.assertIn("on a GPU, same_address if", cpu[1])
        self.assertIn("try few_addresses", self.lines(on_cpu(words=8.0))[1])
        self.assertNotIn("addresses", self.lines(on_cpu(words=9.0))[1])
        self.assertIn("ready-made call", self.lines(on_cpu(call="fetch_update"))[1])


if __name__ == "__main__":
    unittest.main()
