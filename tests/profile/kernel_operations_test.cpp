// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The operations of the program's kernels, with their orders, scopes and hints, as the profile's
/// table has them.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "kernels/compare_exchange.hpp"
#include "kernels/histogram.hpp"
#include "kernels/locks.hpp"
#include "kernels/reduction.hpp"
#include "kernels/scan.hpp"
#include "kernels/triangular_solve.hpp"
#include "profile/table_entries.hpp"

namespace {

using namespace diatomic::kernels;
using diatomic::op;

/// The operations of one thread that runs the kernel on `args`.
template <class Kernel, class... Args>
std::string operations_of(Kernel kernel, std::size_t shared_bytes, Args... args) {
  return test::operations_in("kernels/", diatomic::memory_scope::device, [&] {
    diatomic::launch(1, 1, shared_bytes, diatomic::stream_view{}, kernel, args...);
  });
}

template <class T>
std::string operations_of_scan() {
  using kernel = scan_by_look_back<scan_kind::inclusive>;
  std::vector<T> values(40, 1);
  std::vector<tile_record<T>> records(kernel::tiles(values.size(), 1));
  unsigned next = 0;
  const std::string found = operations_of(kernel{}, kernel::shared_bytes<T>(1), values.data(),
                                          values.size(), values.data(), records.data(), &next);
  EXPECT_EQ(values[39], T{40});
  return found;
}
TEST(kernels, order_the_scan_by_look_back) {
  EXPECT_EQ(operations_of_scan<std::uint32_t>(),
            "fetch_add relaxed coarse_grained, load relaxed, store relaxed");
  EXPECT_EQ(operations_of_scan<std::uint64_t>(),
            "fetch_add relaxed coarse_grained, load acquire, store release");
}

TEST(kernels, order_the_triangular_solve) {
  const unsigned starts[] = {0, 1, 3};
  const unsigned columns[] = {0, 0, 1};
  const float entries[] = {1, 2, 4};
  const float b[] = {1, 10};
  float x[2] = {};
  unsigned solved[2] = {};
  unsigned next = 0;
  EXPECT_EQ(operations_of(solve_lower{}, 0, lower_triangle<float>{starts, columns, entries, 2}, b,
                          x, solved, &next),
            "fetch_add relaxed coarse_grained, load acquire, store release");
  EXPECT_EQ(x[1], 2);
}

TEST(kernels, order_the_stack) {
  std::uint64_t head = 0;
  std::uint32_t next[4] = {};
  unsigned numbers[4] = {};
  unsigned visits[4] = {};
  unsigned pops[1] = {};
  EXPECT_EQ(operations_of(stack_fill{}, 0, &head, next, 4u),
            "compare_exchange release, load relaxed, store relaxed");
  EXPECT_EQ(operations_of(stack_churn{}, 0, &head, next, numbers, 2u, pops),
            "compare_exchange acquire, compare_exchange release, load acquire, load relaxed, store "
            "relaxed");
  EXPECT_EQ(
      operations_of(stack_drain{}, 0, &head, next, visits),
      "compare_exchange acquire, load acquire, load relaxed, store_add relaxed coarse_grained");
}

TEST(kernels, order_their_loops) {
  std::uint64_t counter = 0;
  std::uint64_t taken[3] = {};
  EXPECT_EQ(operations_of(count_by_compare_exchange{}, 0, &counter, 3u, taken),
            "compare_exchange relaxed, load relaxed");
  const float values[] = {1, 3, 2};
  float most = 0;
  EXPECT_EQ(operations_of(maximum_by_compare_exchange{}, 0, values, std::size_t{3}, &most),
            "compare_exchange relaxed, load relaxed");
  unsigned slots[2] = {1, 2};
  unsigned hands[1] = {3};
  EXPECT_EQ(operations_of(swap_tokens{}, 0, slots, 2u, hands, 2u), "exchange relaxed");
}

TEST(kernels, order_what_they_count_and_add) {
  const unsigned char bytes[] = {1, 2, 1};
  unsigned counts[4] = {};
  EXPECT_EQ(operations_of(histogram_global{}, 0, bytes, std::size_t{3}, value_bin{}, counts, 4u),
            "store_add relaxed coarse_grained");
  EXPECT_EQ(operations_of(histogram_shared{}, histogram_shared::shared_bytes(4), bytes,
                          std::size_t{3}, value_bin{}, counts, 4u),
            "store_add relaxed at scope block, store_add relaxed coarse_grained");
  const int values[] = {1, 2, 3};
  int total = 0;
  EXPECT_EQ(operations_of(reduce_by_atomics<op::add>{}, 0, values, std::size_t{3}, &total),
            "store_add relaxed coarse_grained");
  using tree = reduce_by_tree<op::add, stride_order::sequential>;
  EXPECT_EQ(operations_of(tree{}, tree::shared_bytes<int>(1), values, std::size_t{3}, &total),
            "store_add relaxed coarse_grained");
  EXPECT_EQ(total, 12);
}

TEST(kernels, order_the_turns_of_blocks) {
  unsigned turn = 0;
  unsigned history[4] = {};
  EXPECT_EQ(operations_of(yield_if_due{}, 0, &turn, 3u, history), "load acquire, store release");
}

}  // namespace
