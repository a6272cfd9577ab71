// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Small tables of well-known kernels as spread arrays: the bucket counters of a radix partition,
/// the polled records of a scan by look-back, the locks of a tree that threads build together, and
/// the flags by which the blocks of a stencil pass on their borders.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/containers/spread_array.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/mutex.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::spread_array;
using diatomic::spread_array_ref;
using test::on_device;
using test::run;

/// Numbers without an order.
std::vector<unsigned> scrambled(std::size_t n) {
  std::vector<unsigned> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<unsigned>(i * 2654435761u);
  return numbers;
}

constexpr unsigned digits = 256;
DIATOMIC_FUNCTION unsigned digit_of(unsigned key) { return key >> 24; }

struct count_digits {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, unsigned n,
                                  spread_array_ref<unsigned> counts) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      diatomic::store_add(&counts[digit_of(keys[i])], 1u);
    }
  }
};
struct move_to_partitions {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, unsigned n, unsigned* sorted,
                                  spread_array_ref<unsigned> next) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      sorted[diatomic::fetch_add(&next[digit_of(keys[i])], 1u)] = keys[i];
    }
  }
};
TEST(spread_tables, count_and_place_the_keys_of_a_radix_partition) {
  const std::vector<unsigned> keys = scrambled(scaled(20000, 700));
  const auto n = static_cast<unsigned>(keys.size());
  const auto input = on_device(keys);
  test::guarded_array<unsigned> sorted(n);
  spread_array<unsigned> counts(digits);
  counts.fill(0);
  run({4, 64}, 0, count_digits{}, input.data(), n, counts.ref());
  std::vector<unsigned> expected(digits, 0);
  for (const unsigned key : keys) ++expected[digit_of(key)];
  const std::vector<unsigned> found = counts.download();
  EXPECT_EQ(found, expected);

  std::vector<unsigned> first(digits);
  std::exclusive_scan(found.begin(), found.end(), first.begin(), 0u);
  counts.upload(first);
  run({4, 64}, 0, move_to_partitions{}, input.data(), n, sorted.data(), counts.ref());
  std::vector<unsigned> result = sorted.download();
  EXPECT_TRUE(std::is_sorted(result.begin(), result.end(),
                             [](unsigned a, unsigned b) { return digit_of(a) < digit_of(b); }));
  std::vector<unsigned> all = keys;
  std::sort(all.begin(), all.end());
  std::sort(result.begin(), result.end());
  EXPECT_EQ(result, all);
}

/// The message of a scan's tile to later tiles: its own sum, or the sum up to its end.
constexpr std::uint64_t own_sum = std::uint64_t{1} << 32;
constexpr std::uint64_t whole_sum = std::uint64_t{2} << 32;
struct scan_tiles {
  DIATOMIC_DEVICE void operator()(const unsigned* values, unsigned n, unsigned tile, unsigned* sums,
                                  spread_array_ref<std::uint64_t> records,
                                  unsigned* next_tile) const {
    using namespace diatomic;
    if (thread_index() != 0) return;
    for (;;) {
      const unsigned me = fetch_add(next_tile, 1u);
      if (me * tile >= n) return;
      const unsigned end = (me + 1) * tile < n ? (me + 1) * tile : n;
      unsigned sum = 0;
      for (unsigned i = me * tile; i < end; ++i) sum += values[i];
      store(&records[me], own_sum | sum, release, device_scope);
      unsigned before = 0;
      for (unsigned k = me; k-- != 0;) {
        const std::uint64_t r =
            wait_until(&records[k], [](std::uint64_t v) { return v != 0; }, acquire);
        before += static_cast<unsigned>(r);
        if (r >= whole_sum) break;
      }
      store(&records[me], whole_sum | (before + sum), release, device_scope);
      for (unsigned i = me * tile; i < end; ++i) sums[i] = before += values[i];
    }
  }
};
TEST(spread_tables, tell_the_sums_of_a_scan_by_look_back) {
  std::vector<unsigned> values = scrambled(scaled(3000, 300));
  for (unsigned& v : values) v >>= 8;
  const auto n = static_cast<unsigned>(values.size());
  constexpr unsigned tile = 8;
  const auto input = on_device(values);
  test::guarded_array<unsigned> sums(n);
  spread_array<std::uint64_t> records((n + tile - 1) / tile);
  records.fill_bytes(0);
  auto next = on_device(std::vector<unsigned>{0});
  run({6, 32}, 0, scan_tiles{}, input.data(), n, tile, sums.data(), records.ref(), next.data());
  std::vector<unsigned> expected(n);
  std::partial_sum(values.begin(), values.end(), expected.begin());
  EXPECT_EQ(sums.download(), expected);
}

/// A search tree: node i holds key i; 0 means no child.
struct node {
  unsigned children[2];
};
struct insert_into_tree {
  DIATOMIC_DEVICE void operator()(const unsigned* keys, unsigned n, node* nodes,
                                  spread_array_ref<diatomic::spin_mutex<>> locks) const {
    for (unsigned i = 1 + diatomic::global_index(); i < n; i += diatomic::global_size()) {
      unsigned at = 0;
      for (;;) {
        const unsigned side = keys[i] > keys[at] ? 1 : 0;
        const unsigned next = diatomic::with_lock(locks[at], [&] {
          unsigned& child = nodes[at].children[side];
          if (child == 0) child = i;
          return child;
        });
        if (next == i) break;
        at = next;
      }
    }
  }
};
TEST(spread_tables, lock_the_nodes_of_a_tree) {
  const std::vector<unsigned> keys = scrambled(scaled(1000, 150));
  const auto n = static_cast<unsigned>(keys.size());
  const auto input = on_device(keys);
  auto nodes = on_device(std::vector<node>(n, node{{0, 0}}));
  spread_array<diatomic::spin_mutex<>> locks(n);
  locks.fill({});
  run({4, 64}, 0, insert_into_tree{}, input.data(), n, nodes.data(), locks.ref());
  const std::vector<node> tree = nodes.download();
  std::vector<unsigned> in_order;
  const std::function<void(unsigned)> walk = [&](unsigned at) {
    if (tree[at].children[0] != 0) walk(tree[at].children[0]);
    in_order.push_back(keys[at]);
    if (tree[at].children[1] != 0) walk(tree[at].children[1]);
  };
  walk(0);
  std::vector<unsigned> expected = keys;
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(in_order, expected);
}

/// Blocks of one thread, each with a row of cells. A flag counts the steps that its block has done.
struct step_with_neighbours {
  static constexpr unsigned width = 6;
  DIATOMIC_DEVICE void operator()(unsigned* cells, unsigned steps,
                                  spread_array_ref<unsigned> done) const {
    using namespace diatomic;
    const unsigned me = block_index();
    const unsigned blocks = grid_size();
    const unsigned all = width * blocks;
    const unsigned left = (me + blocks - 1) % blocks;
    const unsigned right = (me + 1) % blocks;
    for (unsigned step = 0; step < steps; ++step) {
      for (const unsigned neighbour : {left, right}) {
        wait_until(&done[neighbour], [=](unsigned n) { return n >= step; }, acquire);
      }
      const unsigned* const from = cells + step % 2 * all;
      unsigned* const to = cells + (step + 1) % 2 * all;
      for (unsigned k = 0; k < width; ++k) {
        const unsigned i = me * width + k;
        to[i] = from[i] + from[(i + all - 1) % all] * 3 + from[(i + 1) % all];
      }
      store(&done[me], step + 1, release);
    }
  }
};
TEST(spread_tables, pass_on_the_borders_of_a_stencil) {
  const unsigned resident =
      diatomic::max_resident_blocks(1, 0, step_with_neighbours{}, static_cast<unsigned*>(nullptr),
                                    1u, spread_array_ref<unsigned>());
  const unsigned blocks = std::min(5u, resident);
  const unsigned all = step_with_neighbours::width * blocks;
  const auto steps = static_cast<unsigned>(scaled(100, 12));
  std::vector<unsigned> expected = scrambled(all);
  std::vector<unsigned> both = expected;
  both.resize(2 * all);
  auto cells = on_device(both);
  spread_array<unsigned> done(blocks);
  diatomic::stream on;
  done.fill(on, 0);
  diatomic::launch_cooperative(blocks, 1, 0, on, step_with_neighbours{}, cells.data(), steps,
                               done.ref());
  on.synchronize();
  for (unsigned step = 0; step < steps; ++step) {
    const std::vector<unsigned> before = expected;
    for (unsigned i = 0; i < all; ++i) {
      expected[i] = before[i] + before[(i + all - 1) % all] * 3 + before[(i + 1) % all];
    }
  }
  const std::vector<unsigned> found = cells.download();
  const auto first = found.begin() + static_cast<std::ptrdiff_t>(steps % 2 * all);
  EXPECT_EQ(std::vector<unsigned>(first, first + all), expected);
  EXPECT_EQ(done.download(), std::vector<unsigned>(blocks, steps));
}

}  // namespace
