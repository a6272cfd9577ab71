# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of scripts/profile: each sentence of the advice, its thresholds, the names of calls."""

import unittest

from fixtures import SPREAD, in_folder, on_cpu, one

import advice
import calls
import rates


class names_test(unittest.TestCase):
    def test_calls(self):
        for name, call, operation in (
                ("add_fetch", "fetch_add", "add"), ("fetch_add", "fetch_add", "add"),
                ("store_add", "store_add", "add"), ("store_add_at", "store_add", "add"),
                ("compare_exchange", "compare_exchange", "compare_exchange"),
                ("compare_exchange_strong", "compare_exchange", "compare_exchange"),
                ("compare_exchange_weak", "compare_exchange", "compare_exchange"),
                ("fetch_update", "fetch_update", "update"), ("try_update", "try_update",
                                                             "try_update"),
                ("load", "load", "load"), ("with_lock", "with_lock", "with_lock"),
                ("inc_wrap_fetch", "fetch_inc_wrap", "inc_wrap")):
            self.assertEqual((calls.call_of(name), calls.operation(name)), (call, operation))

    def test_hints_with_an_effect(self):
        """Of all five hints on each call, those that change anything."""
        def hints(call, kind="f32", **others):
            return calls.hints_in_effect(one(call, kind, hints=list(calls.HINTS), **others))

        combined = ["same_address", "few_addresses"]
        for op in ("mul", "xor"):
            self.assertEqual(hints(f"fetch_{op}"), combined)
        for op in ("add", "sub"):
            self.assertEqual(hints(f"store_{op}"), combined)
            for kind in ("f16", "bf16"):
                self.assertEqual(hints(f"store_{op}", kind), [*combined, "in_array"])
            self.assertEqual(hints(f"store_{op}", "f16x2"), combined)
        for op in ("min", "max", "and", "or"):
            self.assertEqual(hints(f"{op}_fetch"), [*combined, "check_first", "monotone"])
            self.assertEqual(hints(f"{op}_fetch", order="acquire"), combined)
        self.assertEqual(hints("exchange"), ["check_first", "monotone"])
        self.assertEqual(hints("load"), ["monotone"])
        self.assertEqual(hints("load", order="acquire"), [])
        for call in ("store", "wait", "compare_exchange", "fetch_div", "with_lock"):
            self.assertEqual(hints(call), [], call)
        self.assertEqual(calls.hints_in_effect(on_cpu(hints=list(calls.HINTS))), [])

    def test_similar_types(self):
        for name, types in (("f32", ["f32"]), ("f16", ["f16", "bf16"]), ("bf16", ["bf16", "f16"]),
                            ("f16x2", ["f16x2", "bf16x2"]), ("i8", ["i8", "u8", "u32", "i32"]),
                            ("u64", ["u64", "i64", "u32", "i32"]), ("i128", ["i128", "u128"]),
                            ("mutex", ["mutex"])):
            self.assertEqual(calls.similar_types(name, False), types)
        self.assertEqual(calls.similar_types("i64", True), ["i64", "u64"])

    def test_compare_exchanges(self):
        def related(*arguments):
            return ("compare_exchange", "u64") in calls.relatives(one(*arguments))

        self.assertTrue(related("compare_exchange_weak", "i32"))
        self.assertFalse(related("compare_exchange", "i128"))
        self.assertFalse(related("exchange", "u32"))

    def test_similar_calls(self):
        def similar(call, kind="f32", **others):
            return calls.similar_calls(one(call, kind, **others))

        self.assertEqual(similar("wait"), ["wait", "load"])
        self.assertEqual(similar("wait_until"), ["wait_until", "load"])
        for call in ("load", "store", "exchange", "fetch_update", "with_lock"):
            self.assertEqual(similar(call), [call])
        self.assertEqual(similar("try_update"), ["try_update", "fetch_update"])
        self.assertEqual(similar("fetch_min"), ["fetch_min", "fetch_max", "store_min",
                                                "store_max"])
        self.assertEqual(similar("store_or", "u32")[:4], ["store_or", "store_and", "store_xor",
                                                          "store_add"])
        self.assertEqual(similar("fetch_inc_wrap", "u32", method="cas_loop"),
                         ["fetch_inc_wrap", "fetch_dec_wrap", "store_inc_wrap", "store_dec_wrap",
                          "fetch_update"])

    def test_words_of_loops(self):
        def last(kind):
            return calls.relatives(one("fetch_mul", kind, method="cas_loop"))[-3:]

        update = "fetch_update"
        self.assertEqual(last("f64"), [(update, "u64"), (update, "i64"), (update, "u32")])
        self.assertEqual(last("f16x2")[-2:], [(update, "u32"), (update, "i32")])
        self.assertEqual(last("f16")[-2:], [(update, "u32"), (update, "i32")])


class changes_test(in_folder):
    def test_what_to_write(self):
        def told(method, call="store_add"):
            change = advice.change_of(one(call), method)
            return change and (change.write, change.condition.split(":")[0].split(";")[0],
                               change.always)

        valid = "Valid always"
        self.assertEqual(told("as_is"), ("Remove the hint.", "Valid always.", True))
        self.assertEqual(told("few_addresses"), ("Add the hint few_addresses.", valid, True))
        self.assertEqual(told("check_first"), ("Add the hint check_first.", valid, True))
        self.assertEqual(told("same_address")[::2], ("Add the hint same_address.", False))
        self.assertEqual(told("monotone")[::2], ("Add the hint monotone.", False))
        self.assertIn("moves the object in the other direction", told("monotone")[1])
        self.assertIn("Only if an old value costs work", told("monotone", "load")[1])
        self.assertEqual(told("in_array")[::2], (
            "Use store_add_at(base, index, length, v), or add the hint in_array.", False))
        self.assertIn("block_update.hpp", told("block_update")[0])
        self.assertEqual(told("ticket_mutex")[::2], ("Use a ticket_mutex.", False))
        self.assertIsNone(told("unknown"))
        unused = ", and nobody uses the old value"
        for call, condition in (("with_lock", "Only if the lock protects this operation alone"),
                                ("fetch_update", "Only if the function of the loop is this "
                                                 "operation"),
                                ("compare_exchange_weak", "Only if the function of the loop is "
                                                          "this operation"),
                                ("fetch_add", "Only if this is the operation of the call")):
            self.assertEqual(told("fetch_add", call), ("Call fetch_add.", f"{condition}.", False))
            self.assertEqual(told("store_add", call), ("Call store_add.",
                                                       f"{condition}{unused}.", False))

    def test_thresholds(self):
        def valid(method, *arguments, **others):
            return advice.is_valid(one(*arguments, **others), method)

        for method in advice.COMBINING:
            self.assertTrue(valid(method, lanes=1100))
            self.assertFalse(valid(method, lanes=1099))
        self.assertTrue(valid("block_update", lanes=28800))
        self.assertFalse(valid("block_update", lanes=28799))
        self.assertFalse(valid("block_update", "exchange"))
        self.assertFalse(valid("as_is"))
        self.assertFalse(valid("ticket_mutex"))
        self.assertTrue(valid("ticket_mutex", "with_lock_for", "mutex"))
        for method in ("fetch_add", "store_add"):
            for call in ("fetch_update", "try_update", "compare_exchange_strong", "with_lock"):
                self.assertTrue(valid(method, call), (method, call))
        self.assertTrue(valid("store_add", "add_fetch"))
        self.assertFalse(valid("fetch_add", "store_add"))
        self.assertFalse(valid("store_sub", "fetch_add"))

    def test_what_is_worth_a_change(self):
        def told(*times):
            forecasts = [rates.Forecast(method, t, False, "") for method, t in times]
            estimate = rates.Estimate("", rates.Rate(1, False), 1, forecasts)
            return [a.method for a in advice.advised(one(), estimate)]

        self.assertEqual(told(("few_addresses", 1.1)), ["few_addresses"])
        self.assertEqual(told(("few_addresses", 1.09)), [])
        self.assertEqual(told(("few_addresses", 3), ("same_address", 2)), ["few_addresses"])
        self.assertEqual(told(("same_address", 3), ("few_addresses", 2)),
                         ["same_address", "few_addresses"])
        self.assertEqual(told(("same_address", 3), ("few_addresses", 1)), ["same_address"])
        self.assertEqual(told(("monotone", 9), ("same_address", 3)), ["same_address"])


class sentences_test(in_folder):
    def test_numbers(self):
        self.assertEqual([advice.number(x) for x in (0.5, 1, 1.234, 32, 99.9, 99.95, 1234.5)],
                         ["0.5", "1", "1.23", "32", "99.9", "100", "1234"])

    def test_what_was_seen(self):
        def seen(*arguments, **others):
            return advice.seen(one(*arguments, **others))

        self.assertEqual(seen(), "32 of 32 lanes share an address.")
        self.assertEqual(seen(addresses=30476), "1.05 of 32 lanes share an address.")
        self.assertEqual(seen(addresses=30477),
                         "of the 32 lanes of a call, hardly any share an address.")
        self.assertEqual(seen(**SPREAD), "the 32 lanes of a call pass different addresses.")
        self.assertEqual(seen(lanes=1049, addresses=1049), "one lane makes the call.")
        self.assertEqual(seen(lanes=1050, addresses=1050),
                         "the 1.05 lanes of a call pass different addresses.")
        self.assertEqual(seen(retries=1599), "32 of 32 lanes share an address.")
        self.assertEqual(seen(retries=1600),
                         "32 of 32 lanes share an address, 0.05 retries per lane.")
        self.assertEqual(seen(method="cas_loop"),
                         "a CAS loop: 32 of 32 lanes share an address.")
        self.assertEqual(advice.seen(on_cpu()), "On the CPU a call has one lane: its lanes per "
                                                "address on a GPU are unknown.")

    def test_of_the_cpu(self):
        def told(*arguments, **others):
            return advice.on_gpu(on_cpu(*arguments, **others))

        for call in ("fetch_update", "try_update", "compare_exchange"):
            self.assertEqual(told(call), "All calls update one word: on a GPU, a CAS loop retries "
                             "there; use a ready-made call, such as store_add, if the function is "
                             "one.")
            self.assertIn("All calls update 8 words: ", told(call, words=8.0))
            self.assertEqual(told(call, words=8.5), "Profile a run on a GPU for advice.")
        self.assertEqual(told("load"), "Profile a run on a GPU for advice.")
        self.assertEqual(told(words=8.5), "Profile a run on a GPU for advice.")
        for hint in advice.COMBINING:
            self.assertEqual(told(hints=[hint]), "On a GPU, its hint combines the lanes.")
        self.assertEqual(told(words=1.4), "All calls update one word: on a GPU, same_address if "
                         "all lanes that make the call together pass it, else few_addresses.")
        self.assertEqual(told(words=1.5),
                         "All calls update 1.5 words: on a GPU, try few_addresses.")

    def test_without_a_forecast(self):
        def told(*arguments, **others):
            return advice.lines_of(one(*arguments, **others), None, "h100")[1:]

        self.assertEqual(told(), ["No rates of this call: no forecast."])
        self.assertEqual(told(space="shared"), ["No rates in shared memory: no forecast."])
        self.assertEqual(told(file="include/diatomic/x.hpp"),
                         ["The call is inside Diatomic: no advice."])

    def test_times(self):
        def told(*forecast):
            change = advice.Advised(*forecast, advice.Change("Write.", "Only.", True))
            return advice.times_of(change, one(), "h200")

        self.assertEqual(told("monotone", 9.44, False, "store_add f32"),
                         "monotone: 9.4 times the rate of this call (H200). Write. Only.")
        self.assertEqual(told("as_is", 9.6, True, "store_add u32"),
                         "without the hint: 10 times the rate of this call (H200, rates of "
                         "store_add u32, beyond the table). Write. Only.")


if __name__ == "__main__":
    unittest.main()
