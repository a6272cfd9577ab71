// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Litmus tests of loads, stores and fences.

#include <vector>

#include <gtest/gtest.h>

#include "litmus/shapes/cycles.hpp"
#include "litmus/shapes/messages.hpp"
#include "litmus/shapes/words.hpp"
#include "litmus/suite.hpp"

namespace litmus {
namespace {

TEST_P(litmus_test, keeps_to_the_model) { judge(GetParam()); }

INSTANTIATE_TEST_SUITE_P(messages, litmus_test,
                         testing::ValuesIn(cases_of<message_passing, message_of_plain_data,
                                                    message_to_monotone, store_after_message>()),
                         name_of_case);

std::vector<litmus_case> cases_of_three_roles() {
  std::vector<litmus_case> all;
  add_cases<message_handed_on>(all, {placement::two_and_one, placement::different_blocks});
  add_cases<message_handed_on_in_shared>(all, {placement::two_and_one});
  return all;
}
INSTANTIATE_TEST_SUITE_P(several_scopes, litmus_test, testing::ValuesIn(cases_of_three_roles()),
                         name_of_case);

INSTANTIATE_TEST_SUITE_P(
    cycles, litmus_test,
    testing::ValuesIn(cases_of<store_buffering, load_buffering, independent_reads,
                               store_against_load, two_stores_each>()),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    coherence, litmus_test,
    testing::ValuesIn(cases_of<coherence_of_reads, coherence_of_monotone_reads,
                               coherence_of_read_after_write, coherence_of_write_after_read>()),
    name_of_case);

}  // namespace
}  // namespace litmus
