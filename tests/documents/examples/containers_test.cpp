// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Runs the examples of docs/containers.md.

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "blocks/containers.hpp"
#include "calls.hpp"

namespace {

using test::on_device;

TEST(containers, a_hash_table) {
  std::vector<int> numbers(2000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i % 300);
  auto input = on_device(numbers);
  const auto n = static_cast<unsigned>(numbers.size());
  EXPECT_EQ(containers_a_hash_table::count_of_seven(input.data(), n), 7u);
  EXPECT_EQ(containers_a_hash_table::count_of_seven(input.data() + 8, 290), 0u);
}

TEST(containers, what_threads_see_of_each_other) {
  namespace block = containers_what_threads_see_of_each_other;
  diatomic::stream s;
  diatomic::static_map<int, int> map(100, 0.8, diatomic::empty_key{-1}, diatomic::empty_value{-1});
  auto records = on_device(std::vector<float>(50, 0.0f));
  // Thread i publishes its record under the key i, at the index i.
  test::call<block::publish>({2, 25}, map.ref(), records.data(), test::thread_number{},
                             test::thread_number{}, test::thread_number{});
  const auto seen =
      test::call<block::look_up>({2, 30}, map.ref(), records.data(), test::thread_number{});
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], i < 50 ? static_cast<float>(i) : 0.0f) << i;
  }
}

TEST(containers, a_queue) { GTEST_SKIP() << "rewritten"; }

}  // namespace
