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
#include <diatomic/algorithms/segmented_reduce.hpp>

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

struct place_pair {
  std::uint64_t element[2];
  std::uint64_t segment[2];
};

/// The places at neighbouring distances, which a warp searches for together.
struct tell_segment_places {
  DIATOMIC_DEVICE void operator()(place_pair* to, const std::uint64_t* offsets, std::size_t ends,
                                  const std::uint64_t* distances, std::size_t pairs) const {
    const diatomic::detail::segment_path<std::uint64_t> path{offsets, ends, sizes[8]};
    for (std::size_t k = 0; k < pairs; ++k) {
      diatomic::detail::segment_place first;
      diatomic::detail::segment_place last;
      path.find(distances[k], distances[k + 1], first, last);
      if (diatomic::thread_index() != diatomic::block_size() - 1) continue;
      to[k] = {{first.element, last.element}, {first.segment, last.segment}};
    }
  }
};

// A share may begin or end anywhere: before, at and after each end of a segment.
TEST(device_shares, of_segments_begin_at_every_place) {
  constexpr std::uint64_t far = std::uint64_t{1} << 32;
  std::vector<std::vector<std::uint64_t>> cases = {
      {0}, {5}, {0, 0, 0, 7}, {far - 1, far, far, far + 1}, {3, far * 512, far * 1024}};
  for (const unsigned ends : {31u, 32u, 33u, 34u, 1200u}) {  // one, two and three steps of a warp
    std::vector<std::uint64_t> offsets;
    for (unsigned s = 0; s < ends; ++s) offsets.push_back(s / 3 * (far / 4 + 1));
    cases.push_back(offsets);
  }
  for (const auto& offsets : cases) {
    std::vector<std::uint64_t> distances = {0, 0};
    for (std::size_t s = 0; s < offsets.size(); ++s) {
      const std::uint64_t end = offsets[s] + s;
      for (const std::uint64_t d : {end == 0 ? 0 : end - 1, end, end + 1, end + 2}) {
        distances.push_back(d);
      }
    }
    distances.push_back(sizes[8] + offsets.size());
    const std::size_t pairs = distances.size() - 1;
    guarded_array<place_pair> to(pairs);
    test::run({1, 64}, 0, tell_segment_places{}, to.data(), test::on_device(offsets).data(),
              offsets.size(), test::on_device(distances).data(), pairs);
    const auto found = to.download();
    for (std::size_t k = 0; k < pairs; ++k) {
      for (unsigned i = 0; i < 2; ++i) {
        const std::uint64_t distance = distances[k + i];
        std::uint64_t before = 0;
        while (before < offsets.size() && offsets[before] + before < distance) ++before;
        ASSERT_EQ(found[k].segment[i], before) << distance << " of " << offsets.size() << " ends";
        ASSERT_EQ(found[k].element[i], distance - before) << distance;
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
