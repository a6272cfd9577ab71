// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Litmus tests of read-modify-writes: their orders, and that they are one step.

#include <gtest/gtest.h>

#include "litmus/shapes/both_ways.hpp"
#include "litmus/shapes/cycles.hpp"
#include "litmus/shapes/messages.hpp"
#include "litmus/shapes/narrow_flags.hpp"
#include "litmus/shapes/operations.hpp"
#include "litmus/shapes/resets.hpp"
#include "litmus/shapes/unchanged_flags.hpp"
#include "litmus/shapes/words.hpp"
#include "litmus/suite.hpp"

namespace litmus {
namespace {

TEST_P(litmus_test, keeps_to_the_model) { judge(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    messages, litmus_test,
    testing::ValuesIn(
        cases_of<message_by_updates, message_by_exchanges, message_by_compare_exchanges,
                 message_by_idle_exchange, message_by_idle_maximum, message_by_idle_or,
                 message_by_seldom_exchange, message_both_ways, message_both_ways_by_addition,
                 release_sequence>()),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    operations, litmus_test,
    testing::ValuesIn(
        cases_of<message_by_add, message_by_sub, message_by_and, message_by_or, message_by_xor,
                 message_by_min, message_by_max, message_by_inc, message_by_dec,
                 plain_message_by_compare_exchanges, message_by_floats, message_by_pairs>()),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    narrow, litmus_test,
    testing::ValuesIn(cases_of<message_exchanged_loaded_u8, message_stored_exchanged_u8,
                               message_exchanged_loaded_u16, message_stored_exchanged_u16>()),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    cycles, litmus_test,
    testing::ValuesIn(cases_of<store_buffering_of_updates, store_buffering_of_exchanges,
                               reduction_against_load>()),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    atomicity, litmus_test,
    testing::ValuesIn(cases_of<atomicity_of_updates, atomicity_against_stores,
                               atomicity_of_compare_exchange, additions_in_two_steps>()),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    resets, litmus_test,
    testing::ValuesIn(cases_of<reset_before_monotone, reset_by_update_before_monotone,
                               reset_seen_by_check_first, reset_seen_by_monotone>()),
    name_of_case);

}  // namespace
}  // namespace litmus
