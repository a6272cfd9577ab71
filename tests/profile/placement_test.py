# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/profile: the forecasts for small tables, with made-up rates."""

import unittest

from fixtures import in_folder, on_cpu, one

import advice
import placement
import rates

CALLS = """call,type,words,lanes_per_address,as_is,few_addresses,monotone
store_add,u32,256,1,4,8,
compare_exchange,u64,256,1,3,,
fetch_update,u32,256,1,4,,
"""
SPREAD = """# neighbours, and at a distance
call,type,words,lanes_per_address,as_is,spread_array
store_add,u32,1,32,1,1
store_add,u32,256,1.06,4,64
store_add,u32,1024,1.02,16,64
store_add,u32,8192,1,64,64
store_add,u32,16384,1,64,
compare_exchange,u64,1,32,1,1
compare_exchange,u64,256,1.06,4,24
compare_exchange,u64,8192,1,24,
"""
ALIGNMENT = """# by bytes and offset
bytes,0,512,1024,2048,32768
1024,4,8,,,
4096,16,16,16,16,
32768,64,48,32,40,
65536,64,64,64,64,16
131072,48,48,48,48,16
"""
START = 0x7f0000000000
HOT = {"address": hex(START), "exact": True}


def random(words, call="store_add", kind="u32", apart=None, at=0, **others):
    """A site whose lanes pass random words."""
    apart = apart or int(kind[1:]) // 8
    last = START + at + (words - 1) * apart
    addresses = placement.distinct(words, 32)
    lines = placement.distinct(max(words * apart / 128, 1), addresses)
    return one(call, kind, **{
        "addresses": round(1000 * addresses), "lines": round(1000 * lines), "words": float(words),
        "heaviest": [], "lowest": hex(START + at), "highest": hex(last), **others})


class placement_test(in_folder):
    def setUp(self):
        super().setUp()
        self.alignment = placement.Alignment(self.file("alignment.csv", ALIGNMENT))
        self.table = rates.Table(self.file("calls.csv", CALLS))
        self.table.placement = placement.Placement(rates.Table(self.file("spread.csv", SPREAD)),
                                                   self.alignment)

    def times(self, site):
        """The forecasts for small tables, rounded."""
        return {f.method: round(f.times, 1) for f in self.table.estimate(site).forecasts
                if f.method in placement.METHODS}

    def speed(self, site):
        return round(self.table.placement.of(site)[0], 1)

    def test_neighbours(self):
        self.assertEqual(self.times(random(256)), {"spread_array": 16, "alignment": 1})
        self.assertEqual(self.times(random(1024)), {"spread_array": 4, "alignment": 1})
        self.assertEqual(self.times(random(8192)), {"spread_array": 1, "alignment": 1})
        self.assertEqual(self.times(random(16)), {"spread_array": 4, "alignment": 1})
        self.assertEqual(self.times(random(32768)), {"alignment": 1})

    def test_words_that_are_spread(self):
        """The bytes that the words span decide, not their number."""
        self.assertEqual(self.times(random(256, apart=16))["spread_array"], 4)
        self.assertEqual(self.times(random(256, apart=128))["spread_array"], 1)
        self.assertEqual(self.times(random(256, apart=1 << 20)), {"alignment": 1})
        self.assertEqual(self.speed(random(256)), 1)
        self.assertEqual(self.speed(random(256, apart=16)), 4)
        cost = self.table.estimate(random(256, apart=16)).cost_ms
        self.assertAlmostEqual(cost, 1e3 * 32000 / 16e9, delta=0.01 * cost)

    def test_no_room_for_a_distance(self):
        self.assertIn("spread_array", self.times(random(8192)))
        self.assertNotIn("spread_array", self.times(random(8193)))

    def test_a_word_that_most_calls_use(self):
        def hot(lanes):
            return self.times(random(256, heaviest=[{**HOT, "lanes": lanes}]))["spread_array"]

        self.assertEqual(hot(16000), 1)
        self.assertEqual(hot(4000), 2)
        self.assertEqual(hot(125), 16)
        self.assertEqual(self.speed(random(256, heaviest=[{**HOT, "lanes": 16000}])), 1)
        self.assertEqual(self.times(random(2))["spread_array"], 1.4)
        self.assertEqual(self.times(random(1)), {})

    def test_calls_that_are_not_random(self):
        self.assertEqual(self.times(random(256, addresses=32000, lines=1000)), {})
        self.assertNotEqual(self.times(random(256, addresses=32000, lines=4740)), {})
        self.assertEqual(self.times(random(256, addresses=32000, lines=4720)), {})
        self.assertNotEqual(self.times(random(32, addresses=24400)), {})
        self.assertEqual(self.times(random(32, addresses=24600)), {})
        self.assertNotEqual(self.times(random(256, lanes=1000, addresses=1000, lines=1000)), {})

    def test_calls_without_rates(self):
        self.assertEqual(self.times(random(256, method="cas_loop")), {})
        self.assertEqual(self.times(random(256, hints=["few_addresses"])), {})
        self.assertEqual(self.times(random(256, "fetch_update")), {})
        self.assertIsNone(self.table.estimate(random(256, space="shared")))
        self.assertIsNone(self.table.estimate(on_cpu(lowest="0x1000", highest="0x1400")))
        self.assertEqual(self.times(one(kind="u32", words=256.0)), {})  # by an older release
        self.table.placement = None
        self.assertEqual(self.times(random(256)), {})

    def test_alignment(self):
        for at, rate in ((0, 64), (512, 48), (768, 40), (1024, 32), (2048, 40), (32768, 64),
                         (33792, 32)):
            self.assertAlmostEqual(self.alignment.rate(32768, at), rate)
            self.assertEqual(self.times(random(8192, at=at))["alignment"], round(64 / rate, 1), at)
        self.assertEqual(self.times(random(16384, at=32768)), {"alignment": 4})
        self.assertAlmostEqual(self.alignment.rate(65536, 49152), 40)
        self.assertAlmostEqual(self.alignment.rate(1 << 20, 98304), 16)
        self.assertAlmostEqual(self.alignment.rate(49152, 0), 64)

    def test_alignment_and_distance(self):
        """An offset that makes a table slow makes distance more useful, and the other way round."""
        self.assertEqual(self.times(random(8192, at=1024)), {"spread_array": 2, "alignment": 2})
        self.assertEqual(self.speed(random(8192, at=1024)), 0.5)
        self.assertEqual(self.times(random(256, at=512)), {"spread_array": 8, "alignment": 0.5})
        self.assertEqual(self.speed(random(256, at=512)), 2)

    def test_slow_calls(self):
        slow = ("compare_exchange", "u64")
        self.assertEqual(self.times(random(4096, *slow, at=1024))["alignment"], 1)

    def test_rates_of_other_calls(self):
        def of(*arguments, **others):
            found = self.table.estimate(random(256, *arguments, **others)).forecasts
            return {f.of for f in found if f.method == "spread_array"}

        self.assertEqual(of("fetch_or", "i32"), {"store_add u32"})
        self.assertEqual(of("compare_exchange_weak", "u32"), {"compare_exchange u64"})
        # Words of 8 bytes span twice the bytes of the measured ones.
        self.assertEqual(self.times(random(512, kind="u64"))["spread_array"], 4)
        self.assertEqual(self.speed(random(512, kind="u64")), 1)

    def test_beyond_the_table(self):
        def beyond(**others):
            found = self.table.estimate(random(256, **others)).forecasts
            return {f.method: f.beyond for f in found if f.method in placement.METHODS}

        self.assertEqual(beyond(), {"spread_array": False, "alignment": False})
        self.assertEqual(beyond(addresses=8000), {"spread_array": True, "alignment": True})
        self.assertEqual(beyond(apart=8), {"spread_array": False, "alignment": False})
        self.assertEqual(beyond(apart=12), {"spread_array": False, "alignment": True})

    def test_bad_tables(self):
        for text in ("", "bytes,0\n", "bytes,0\n1024,0\n", "bytes,0\n1024,x\n", "bytes,0\nx,1\n",
                     "bytes,0\n1024\n2048,1\n"):
            with self.assertRaises(SystemExit):
                placement.Alignment(self.file("bad.csv", text))

    def lines(self, site):
        return advice.lines_of(site, self.table.estimate(site), "h100")[1:]

    def test_sentences(self):
        span, spread, few = self.lines(random(256, addresses=28000))
        self.assertEqual(span, "Its addresses span 1020 bytes from 0x7f0000000000.")
        self.assertEqual(spread, (
            "spread_array: 16 times the rate of this call (H100). Make the table a spread_array of "
            "<diatomic/containers/spread_array.hpp>. Only if the table is the program's own, and "
            "its code uses indices, not pointers. It takes up to 64 KiB; plain stores and "
            "sequential reads become slower."))
        self.assertRegex(few, r"^few_addresses: 2\.0 times")
        span, aligned = self.lines(random(16384, at=32768))
        self.assertEqual(span, "Its addresses span 64 KiB from 0x7f0000008000.")
        self.assertEqual(aligned, (
            "alignment: 4.0 times the rate of this call (H100). Allocate the table at a multiple "
            "of 64 KiB. On CUDA a device_array above 8 KiB, up to 512 KiB, is at a multiple of its "
            "size. Valid always."))
        self.assertEqual(self.lines(random(256, apart=128)), [advice.NOTHING])
        self.assertEqual(self.lines(random(256, "store_add_at")), [advice.NOTHING])
        self.assertIn("alignment: 2.0", self.lines(random(8192, "store_add_at", at=1024))[1])

    def test_hints_have_their_own_forecast(self):
        self.table.rows["store_add", "u32", "few_addresses"][256][1] = 128
        self.assertRegex("".join(self.lines(random(256, addresses=28000))),
                         r"^few_addresses: 32 times")

    def test_the_measured_cards(self):
        for card in rates.cards():
            table = rates.table_of(card)
            for words in (64, 256, 1024):
                found = {f.method: f.times for f in table.estimate(random(words)).forecasts}
                self.assertGreater(found["spread_array"], 3, (card, words))
                self.assertAlmostEqual(found["alignment"], 1, 1)
            moved = table.estimate(random(16384, at=2048)).forecasts
            self.assertGreater({f.method: f.times for f in moved}["alignment"], 1.2, card)


if __name__ == "__main__":
    unittest.main()
