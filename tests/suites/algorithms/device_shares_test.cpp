// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the calls on arrays share out more elements than 32 bits count: the arithmetic alone, on
// arrays that are not there.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>

#include "support/kernel_run.hpp"

namespace {

using test::guarded_array;

/// Sizes below, at and above 2^32, up to the 2^42 that are allowed.
constexpr std::size_t sizes[] = {0,
                                 1,
                                 1000,
                                 (std::size_t{1} << 31) + 7,
                                 (std::size_t{1} << 32) - 1,
                                 std::size_t{1} << 32,
                                 (std::size_t{1} << 32) + 1,
                                 (std::size_t{1} << 36) + 12345,
                                 std::size_t{1} << 42};

struct bounds {
  std::uint64_t first;
  std::uint64_t step;
  std::uint64_t count;
};

struct tell_slices {
  DIATOMIC_DEVICE void operator()(bounds* to, std::size_t n) const {
    const unsigned slice = diatomic::block_index();
    const diatomic::detail::slice_bounds part(n, slice, diatomic::grid_size());
    to[slice] = {part.begin, 1, part.end < part.begin ? 0 : part.end - part.begin};
  }
};
struct tell_tiles {
  DIATOMIC_DEVICE void operator()(bounds* to, std::size_t tiles, bool in_stretches) const {
    const diatomic::detail::tile_share share(tiles, in_stretches);
    to[diatomic::block_index()] = {share.first, share.step, share.count};
  }
};

/// What each block of a launch says of its share.
template <class Kernel, class... Args>
std::vector<bounds> shares(unsigned grid, Kernel kernel, Args... args) {
  guarded_array<bounds> to(grid);
  test::run({grid, 1}, 0, kernel, to.data(), args...);
  return to.download();
}

/// Whether the shares follow each other from 0 to n without a gap.
void expect_in_a_row(const std::vector<bounds>& shares, std::uint64_t n) {
  std::uint64_t next = 0;
  for (const bounds& share : shares) {
    if (share.count == 0) continue;
    EXPECT_EQ(share.first, next);
    EXPECT_EQ(share.step, 1u);
    next = share.first + share.count;
  }
  EXPECT_EQ(next, n);
}

TEST(device_shares, are_slices_without_a_gap) {
  for (const std::size_t n : sizes) {
    for (const unsigned grid : {1u, 2u, 3u, 8u, 1000u}) {
      SCOPED_TRACE(testing::Message() << n << " elements, " << grid << " blocks");
      expect_in_a_row(shares(grid, tell_slices{}, n), n);
    }
  }
}

TEST(device_shares, are_all_tiles_once) {
  for (const std::size_t tiles : sizes) {
    for (const unsigned grid : {1u, 2u, 3u, 8u, 1000u}) {
      SCOPED_TRACE(testing::Message() << tiles << " tiles, " << grid << " blocks");
      expect_in_a_row(shares(grid, tell_tiles{}, tiles, true), tiles);
      const std::vector<bounds> in_turn = shares(grid, tell_tiles{}, tiles, false);
      for (unsigned b = 0; b < grid; ++b) {
        EXPECT_EQ(in_turn[b].first, b);
        EXPECT_EQ(in_turn[b].step, grid);
        EXPECT_EQ(in_turn[b].count, tiles / grid + (b < tiles % grid ? 1 : 0));
      }
    }
  }
}

struct count_visits {
  DIATOMIC_DEVICE void operator()(unsigned* visits, const unsigned* input, std::size_t n,
                                  bool in_stretches) const {
    diatomic::detail::walk_singly(input, n, in_stretches, [=](unsigned value, std::size_t i) {
      if (value == i) diatomic::store_add(visits + i, 1u);
    });
  }
};

TEST(device_shares, have_all_single_elements_once) {
  for (const std::size_t n : {1u, 2u, 95u, 96u, 97u, 1000u}) {
    std::vector<unsigned> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0u);
    const auto input = test::on_device(numbers);
    for (const test::launch_shape shape : {test::launch_shape{1, 32}, test::launch_shape{1, 1},
                                           test::launch_shape{3, 32}, test::launch_shape{7, 3}}) {
      for (const bool in_stretches : {false, true}) {
        guarded_array<unsigned> visits(n);
        visits.fill_bytes(0);
        test::run(shape, 0, count_visits{}, visits.data(), input.data(), n, in_stretches);
        EXPECT_EQ(visits.download(), std::vector<unsigned>(n, 1u))
            << n << " elements, " << testing::PrintToString(shape) << in_stretches;
      }
    }
  }
}

/// Where the vectors of an array of 4-byte elements are, and the number of one element.
struct tell_places {
  DIATOMIC_DEVICE void operator()(std::uint64_t* to, std::uintptr_t address, std::size_t n,
                                  std::size_t row, unsigned j) const {
    const auto* const input = reinterpret_cast<const float*>(address);
    if (diatomic::thread_index() != diatomic::block_size() - 1) return;
    const diatomic::detail::vector_layout<float> layout(input, n);
    to[0] = layout.head;
    to[1] = layout.vectors;
    to[2] = diatomic::detail::walk_index(input, row, j);
  }
};

TEST(device_shares, have_places_beyond_32_bits) {
  constexpr std::uint64_t threads = 96;
  for (const std::size_t n : sizes) {
    for (std::uint64_t off = 0; off < 16; off += 4) {
      for (const std::uint64_t row : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{1} << 27,
                                      (std::uint64_t{1} << 32) + 3}) {
        guarded_array<std::uint64_t> to(3);
        test::run({1, threads}, 0, tell_places{}, to.data(), std::uintptr_t{4096 + off}, n, row,
                  2u);
        const std::uint64_t before = (16 - off) % 16 / 4;
        const std::uint64_t head = before < n ? before : n;
        EXPECT_EQ(to.download(),
                  (std::vector<std::uint64_t>{head, (n - head) / 4,
                                              before + (row * threads + threads - 1) * 4 + 2}))
            << n << " elements, " << off << " bytes off, row " << row;
      }
    }
  }
}

struct tell_packed {
  DIATOMIC_DEVICE void operator()(std::uint64_t* to, std::int32_t key, std::uint64_t at) const {
    const diatomic::detail::packed_search_policy policy;
    const std::uint64_t state = policy.state_of(key, at);
    to[0] = policy.index_of(state);
    to[1] = policy.index_of(policy(policy.identity(), state));
    to[2] = policy.identity() == state ? 1 : 0;
  }
};

// The last element that the packed search takes, with the key that no key is worse than, is
// another than none.
TEST(device_shares, have_a_packed_search_of_2_to_the_32_less_one) {
  constexpr std::uint64_t n = diatomic::detail::packed_search_policy::most_elements;
  EXPECT_EQ(n, 0xffffffffu);
  for (const std::uint64_t at : {std::uint64_t{0}, n / 2, n - 1}) {
    for (const std::int32_t key :
         {std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min(), 0}) {
      guarded_array<std::uint64_t> to(3);
      test::run({1, 1}, 0, tell_packed{}, to.data(), key, at);
      EXPECT_EQ(to.download(), (std::vector<std::uint64_t>{at, at, 0}));
    }
  }
}

}  // namespace
