// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// New values that calls return, next to the objects that they leave.

#include <gtest/gtest.h>

#include "suites/dispatch/returned_values.hpp"

namespace {

TEST(returned_values, were_in_memory) { EXPECT_EQ(test::returned_value_mistakes(), ""); }

}  // namespace
