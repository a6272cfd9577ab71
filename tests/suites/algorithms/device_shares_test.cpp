// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the calls on arrays share out more elements than 32 bits count: the arithmetic alone, on
// arrays that are not there; and single elements of arrays that are.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>
#include <diatomic/atomics/number_types.hpp>

#include "suites/algorithms/far_array.hpp"
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
struct whole_and_rest {
  bounds whole;  ///< tiles of a unit
  bounds rest;
};
struct tell_tiles {
  DIATOMIC_DEVICE void operator()(whole_and_rest* to, diatomic::detail::walk_shares of) const {
    const diatomic::detail::block_share share(of, 1);
    to[diatomic::block_index()] = {{share.first, share.step, of.rounds},
                                   {share.last, 1, share.rest}};
  }
};

/// What each block of a launch says of its share.
template <class Bounds = bounds, class Kernel, class... Args>
std::vector<Bounds> shares(unsigned grid, Kernel kernel, Args... args) {
  guarded_array<Bounds> to(grid);
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

TEST(device_shares, are_all_tiles_once_and_the_rest_evenly) {
  for (const std::size_t n : sizes) {
    for (const unsigned grid : {1u, 2u, 3u, 8u, 1000u}) {
      SCOPED_TRACE(testing::Message() << n << " units, " << grid << " blocks");
      for (const bool in_stretches : {false, true}) {
        const diatomic::detail::walk_shares of(diatomic::strided_elements<int>(nullptr, 1), n,
                                               {grid, 1, in_stretches}, 1);
        EXPECT_EQ(of.units, n);
        EXPECT_EQ(of.rounds, n / grid);
        std::vector<bounds> rest;
        for (const whole_and_rest& block : shares<whole_and_rest>(grid, tell_tiles{}, of)) {
          const std::uint64_t b = rest.size();
          EXPECT_EQ(block.whole.first, in_stretches ? b * of.rounds : b);
          EXPECT_EQ(block.whole.step, in_stretches ? 1 : grid);
          EXPECT_EQ(block.whole.count, of.rounds);
          rest.push_back(block.rest);
          rest.back().first -= grid * of.rounds;
        }
        expect_in_a_row(rest, n % grid);
      }
    }
  }
}

/// Counts the visits of each element whose value is its number, in batches.
template <unsigned Threads, bool Once>
struct count_visits {
  static constexpr unsigned batch = 2;
  DIATOMIC_DEVICE void operator()(unsigned* visits, const unsigned* input,
                                  diatomic::detail::walk_shares of) const {
    using namespace diatomic;
    using namespace diatomic::detail;
    const auto* const vector = reinterpret_cast<const vector_of<unsigned>*>(input + of.head);
    const auto count = [=](const vector_of<unsigned>& v, std::size_t unit) {
      for (unsigned j = 0; j < 4; ++j) {
        if (v.at[j] == of.head + unit * 4 + j) diatomic::store_add(visits + v.at[j], 1u);
      }
    };
    walk_units<Threads, batch, Once>(
        of,
        [=](std::size_t unit) {
          const auto v = load_batch<unsigned, batch>(vector + unit, Threads);
          for (unsigned u = 0; u < batch; ++u) count(v.at[u], unit + u * Threads);
        },
        [=](std::size_t unit, unsigned left) {
          const auto v = load_part<unsigned, batch>(vector + unit, Threads, left);
          for (unsigned u = 0; u < batch; ++u) {
            if (u * Threads < left) count(v.at[u], unit + u * Threads);
          }
        });
    walk_ends<Threads>(of, [=](std::size_t i) {
      if (input[i] == i) diatomic::store_add(visits + i, 1u);
    });
  }
};
struct index_of_element {
  DIATOMIC_FUNCTION unsigned operator()(std::size_t i) const { return static_cast<unsigned>(i); }
};
/// The same for elements that are no array.
template <unsigned Threads, bool Once>
struct count_visits_singly {
  static constexpr unsigned batch = 3;
  DIATOMIC_DEVICE void operator()(unsigned* visits, index_of_element input,
                                  diatomic::detail::walk_shares of) const {
    using namespace diatomic::detail;
    const auto several = [=](std::size_t unit, unsigned left) {
      if (left == 0) return;
      const auto v = load_elements<batch>(input, unit, Threads, left);
      for (unsigned u = 0; u < batch; ++u) {
        const bool exists = u * Threads < left;
        const std::size_t at = exists ? unit + u * Threads : unit;
        if (exists && v.at[u] == at) diatomic::store_add(visits + at, 1u);
      }
    };
    walk_units<Threads, batch, Once>(
        of, [=](std::size_t unit) { several(unit, batch * Threads); }, several);
  }
};

template <template <unsigned, bool> class Count, unsigned Threads, class Elements>
void expect_one_visit(unsigned grid, const Elements& input, std::size_t n) {
  for (const bool in_stretches : {false, true}) {
    const diatomic::detail::walk_shares of(input, n, {grid, Threads, in_stretches},
                                           Count<Threads, false>::batch);
    SCOPED_TRACE(testing::Message() << n << " elements, " << grid << " blocks of " << Threads
                                    << in_stretches << ", head " << of.head);
    guarded_array<unsigned> visits(n);
    visits.fill_bytes(0);
    test::run({grid, Threads}, 0, Count<Threads, false>{}, visits.data(), input, of);
    EXPECT_EQ(visits.download(), std::vector<unsigned>(n, 1u));
    if (grid != 1 || of.rounds != 0) continue;
    visits.fill_bytes(0);
    test::run({grid, Threads}, 0, Count<Threads, true>{}, visits.data(), input, of);
    EXPECT_EQ(visits.download(), std::vector<unsigned>(n, 1u));
  }
}

// At each number of elements around those of a tile, and at each address.
template <unsigned Threads>
void expect_all_elements_once(unsigned grid) {
  const std::size_t tile = std::size_t{Threads} * 2 * 4;
  for (const std::size_t tiles : {0, 1, 2, 7}) {
    for (const std::size_t more : {0, 1, 3, 4, 5, 8, 11}) {
      const std::size_t n = tiles * tile + more;
      std::vector<unsigned> numbers(n);
      std::iota(numbers.begin(), numbers.end(), 0u);
      const guarded_array<unsigned> input(numbers, more % 4 * sizeof(unsigned));
      const unsigned* const first = input.data();
      expect_one_visit<count_visits, Threads>(grid, first, n);
      expect_one_visit<count_visits_singly, Threads>(grid, index_of_element{}, n);
    }
  }
}
TEST(device_shares, have_all_elements_once) {
  expect_all_elements_once<32>(1);
  expect_all_elements_once<1>(1);
  expect_all_elements_once<32>(3);
  expect_all_elements_once<3>(7);
}

TEST(device_shares, have_places_beyond_32_bits) {
  for (const std::size_t n : sizes) {
    for (std::uint64_t off = 0; off < 16; off += 4) {
      const auto* const input = reinterpret_cast<const float*>(std::uintptr_t{4096 + off});
      const diatomic::detail::walk_shares of(input, n, {1, 96, false}, 8);
      const std::uint64_t before = (16 - off) % 16 / 4;
      const std::uint64_t head = before < n ? before : n;
      EXPECT_EQ(of.head, head) << n << " elements, " << off << " bytes off";
      EXPECT_EQ(of.units, (n - head) / 4);
      EXPECT_EQ(of.tail, (n - head) % 4);
      EXPECT_EQ(of.rounds, of.units / (96 * 8));
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

constexpr const char* no_memory = "takes a GPU with much memory, or an address space";

/// Rows of d elements so far from each other that the last ones begin beyond 2^32.
template <class T, class Add>
void expect_far_rows(std::size_t d, Add add) {
  constexpr std::size_t rows = 3;
  const std::size_t stride = (std::size_t{1} << 31) + 8;
  const std::size_t n = (rows - 1) * stride + d;
  test::far_array<T> values(n);
  test::far_array<T> table(n);
  if (values.data() == nullptr || table.data() == nullptr) GTEST_SKIP() << no_memory;
  const std::vector<int> to = {2, 0, 2};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      values.set(i * stride + j, T(static_cast<float>(1 + 4 * i + j)));
    }
  }
  add(test::on_device(to).data(), values.data(), rows, table.data(),
      diatomic::leading_dimensions{stride, stride});
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t j = 0; j < d; ++j) {
      float sum = 0;
      for (std::size_t i = 0; i < rows; ++i) {
        if (static_cast<std::size_t>(to[i]) == row) sum += static_cast<float>(1 + 4 * i + j);
      }
      EXPECT_EQ(static_cast<float>(table.at(row * stride + j)), sum) << row << ", " << j;
    }
  }
}

template <class T>
void expect_far_sums(std::size_t d) {
  expect_far_rows<T>(d, [d](const int* to, const T* values, std::size_t n, T* table,
                            diatomic::leading_dimensions leading) {
    diatomic::stream on;
    diatomic::index_add(on, to, values, n, d, table, n, leading);
    on.synchronize();
  });
}

TEST(far_elements, are_rows_that_are_added) {
  expect_far_sums<std::uint8_t>(3);
  expect_far_sums<std::uint8_t>(1);
}
TEST(far_elements, are_rows_that_are_added_in_pairs) { expect_far_sums<diatomic::half>(4); }
TEST(far_elements, are_rows_that_are_added_in_units) {
  expect_far_rows<diatomic::half>(
      3, [](const int* to, const diatomic::half* values, std::size_t n, diatomic::half* table,
            diatomic::leading_dimensions leading) {
        diatomic::stream on;
        guarded_array<unsigned char> temp(diatomic::fixed_rows_temp_bytes(n, 3));
        diatomic::reproducible_index_add(on, diatomic::fixed_scale(-4), to, values, n, 3, table, n,
                                         temp.data(), temp.size(), leading);
        on.synchronize();
      });
}

TEST(far_elements, are_reduced_with_a_stride) {
  constexpr std::ptrdiff_t stride = (std::ptrdiff_t{1} << 31) + 5;
  test::far_array<std::uint8_t> bytes(3 * stride);
  if (bytes.data() == nullptr) GTEST_SKIP() << no_memory;
  for (std::size_t i = 0; i < 3; ++i) bytes.set(i * stride, static_cast<std::uint8_t>(10 << i));
  diatomic::stream on;
  guarded_array<unsigned> sums(2);
  guarded_array<unsigned char> temp(diatomic::reduce_temp_bytes(3));
  using diatomic::strided_elements;
  diatomic::reduce<diatomic::op::add>(on, strided_elements<std::uint8_t>(bytes.data(), stride), 3,
                                      sums.data(), temp.data(), temp.size());
  diatomic::reduce<diatomic::op::add>(
      on, strided_elements<std::uint8_t>(bytes.data() + 2 * stride, -stride), 3, sums.data() + 1,
      temp.data(), temp.size());
  on.synchronize();
  EXPECT_EQ(sums.download(), (std::vector<unsigned>{70, 70}));
}

TEST(far_elements, are_added_to_at_the_last_index) {
  constexpr std::size_t count = 0xffffffffu;
  test::far_array<std::uint8_t> table(count + 1);
  if (table.data() == nullptr) GTEST_SKIP() << no_memory;
  const std::vector<std::uint64_t> indices = {
      count - 1, count / 2 + 1, count, count + 1, count - 1, count / 2 + 1 + (count + 1)};
  const std::vector<std::uint8_t> values = {1, 2, 4, 8, 16, 32};
  diatomic::stream on;
  diatomic::scatter_add(on, test::on_device(indices).data(), test::on_device(values).data(),
                        values.size(), table.data(), count);
  on.synchronize();
  EXPECT_EQ(table.at(count - 1), 17);
  EXPECT_EQ(table.at(count / 2 + 1), 2);
  EXPECT_EQ(table.at(count), 0);
  EXPECT_EQ(table.at(0), 0);
}

}  // namespace
