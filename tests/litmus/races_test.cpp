// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Messages of plain data, for ThreadSanitizer: it sees an order that is missing as a race, on
// processors that never show one too.

#include <gtest/gtest.h>

#include "litmus/message_shapes.hpp"
#include "litmus/suite.hpp"

namespace litmus {
namespace {

TEST_P(litmus_test, has_no_race) { judge(GetParam()); }

INSTANTIATE_TEST_SUITE_P(messages, litmus_test,
                         testing::ValuesIn(cases_of<message_of_plain_data>()), name_of_case);

}  // namespace
}  // namespace litmus
