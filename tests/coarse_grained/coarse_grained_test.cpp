// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two objects in one program, one of them for ordinary memory. Each keeps its code.

#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "coarse_grained/units.hpp"

namespace {

using coarse_grained::sums;

void expect_all(const sums& got, unsigned calls) {
  EXPECT_EQ(got.real, calls * coarse_grained::threads);
  EXPECT_EQ(got.flushed, static_cast<float>(calls * coarse_grained::threads));
  EXPECT_EQ(got.integer, calls * coarse_grained::threads);
}

TEST(coarse_grained, units_answer_for_themselves) {
  EXPECT_EQ(coarse_grained::support_of_sums<0>(0x90a), diatomic::support::loop);
  EXPECT_EQ(coarse_grained::support_of_sums<1>(0x90a), diatomic::support::native);
  EXPECT_EQ(coarse_grained::support_of_sums<0>(0x942), diatomic::support::native);
  EXPECT_EQ(coarse_grained::support_of_sums<1>(0x942), diatomic::support::native);
  EXPECT_EQ(coarse_grained::support_of_sums<0>(0x1100), diatomic::support::loop);
  EXPECT_EQ(coarse_grained::support_of_sums<1>(0x1100), diatomic::support::loop);
}

TEST(coarse_grained, units_share_ordinary_memory) {
  diatomic::device_array<sums> words(1);
  words.upload(std::vector<sums>(1));
  for (const bool at_system_scope : {false, true}) {
    coarse_grained::add<0>(words.data(), at_system_scope);
    coarse_grained::add<1>(words.data(), at_system_scope);
  }
  expect_all(words.download()[0], 4);
}

/// Chips ignore native float atomics on this memory.
TEST(coarse_grained, plain_unit_adds_to_any_memory) {
  diatomic::pinned_array<sums> words(1);
  words.data()[0] = sums{};
  coarse_grained::add<0>(words.data(), false);
  coarse_grained::add<0>(words.data(), true);
  expect_all(words.data()[0], 2);
}

TEST(coarse_grained, ordinary_unit_adds_to_any_memory_at_system_scope) {
  diatomic::pinned_array<sums> words(1);
  words.data()[0] = sums{};
  coarse_grained::add<1>(words.data(), true);
  expect_all(words.data()[0], 1);
}

}  // namespace
