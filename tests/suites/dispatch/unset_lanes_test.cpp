// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Lanes that hand on a variable which only one of them has set.

#include <gtest/gtest.h>

#include "suites/dispatch/unset_values.hpp"

namespace {

TEST(unset_lanes, one_lane_does_what_one_lane_is_told) { EXPECT_EQ(test::unset_mistakes(), ""); }

}  // namespace
