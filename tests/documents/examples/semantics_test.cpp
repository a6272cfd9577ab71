// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Runs the examples of docs/semantics.md.

#include <vector>

#include <gtest/gtest.h>

#include "blocks/semantics.hpp"
#include "calls.hpp"

namespace {

using std::vector;
using test::call;
using test::element_of;
using test::on_device;

TEST(semantics, fetch_update) {
  auto sum = on_device(vector<unsigned>{~0u - 50});
  auto before = test::sorted(call<semantics_fetch_update::add_saturating>({1, 8}, sum.data(), 10u));
  EXPECT_EQ(sum.download()[0], ~0u);
  EXPECT_EQ(before.front(), ~0u - 50);
  EXPECT_EQ(before.back(), ~0u);
}

DIATOMIC_DEVICE int both_in_memory(int* counter) { return semantics_atomic_ref::both(*counter); }

TEST(semantics, atomic_ref) {
  auto counter = on_device(vector<int>{40});
  EXPECT_EQ(call<both_in_memory>({1, 1}, counter.data()), vector<int>{42});
  int own = 1;
  EXPECT_EQ(semantics_atomic_ref::both(own), 3);
}

TEST(semantics, vectors_and_complex_numbers) {
  auto total = on_device(vector<force>{{1, 2}});
  call<push>({2, 8}, total.data(), force{0.5f, 0.25f});
  EXPECT_EQ(total.download()[0].x, 9);
  EXPECT_EQ(total.download()[0].y, 6);
}

TEST(semantics, lane_group) {
  auto bins = on_device(vector<semantics_lane_group::bin>(2));
  auto key = on_device(vector<unsigned>{0, 1, 1, 0, 1});
  auto x = on_device(vector<float>{1, 2, 3, 4, 5});
  call<semantics_lane_group::add_to_bin>({1, 5}, bins.data(), element_of<unsigned>{key.data()},
                                         element_of<float>{x.data()});
  const auto found = bins.download();
  EXPECT_EQ(found[0].moments[0], 5);
  EXPECT_EQ(found[0].moments[1], 17);
  EXPECT_EQ(found[0].count, 2u);
  EXPECT_EQ(found[1].moments[0], 10);
  EXPECT_EQ(found[1].moments[1], 38);
  EXPECT_EQ(found[1].count, 3u);
}

}  // namespace
