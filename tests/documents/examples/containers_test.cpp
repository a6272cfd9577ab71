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

TEST(containers, a_queue) {
  // A number is halved until it is 1: each value on the way is a task.
  EXPECT_EQ(containers_a_queue::count_tasks({1, 2, 5, 8, 1000}), 1u + 2u + 3u + 4u + 10u);
  EXPECT_EQ(containers_a_queue::count_tasks(std::vector<int>(2000, 4)), 0u);  // too many items
}

}  // namespace
