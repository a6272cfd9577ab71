// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions of segments: rounding, special values, empty segments, and elements with a stride.
// `tests/properties/segments_test.cpp` has lengths, types and addresses.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>
#include <diatomic/atomics/number_types.hpp>

#include "suites/algorithms/segment_launch.hpp"
#include "support/exact/exact_real.hpp"
#include "support/history.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::op;
using test::guarded_array;
using test::on_device;

/// The offsets of segments whose lengths are random, up to `longest`.
std::vector<int> random_offsets(std::size_t n, unsigned longest) {
  std::mt19937 random(longest);
  std::vector<int> offsets{0};
  while (static_cast<std::size_t>(offsets.back()) < n) {
    const auto left = static_cast<unsigned>(n - static_cast<std::size_t>(offsets.back()));
    offsets.push_back(offsets.back() + static_cast<int>(std::min(
                                           left, static_cast<unsigned>(random() % (longest + 1)))));
  }
  return offsets;
}

/// Positive, so that the bound for errors is small next to the sum.
std::vector<float> random_floats(std::size_t n) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> value(0, 1);
  std::vector<float> values(n);
  for (float& v : values) v = value(random);
  return values;
}

/// The launches of a test: 0 is a call, which has its own number of blocks.
constexpr unsigned grids[] = {0, 1, 3, test::block_per_segment(4), test::block_per_segment(9)};

template <op Op, class Elements, class T>
std::vector<T> reduced(unsigned grid, Elements input, std::size_t n,
                       const std::vector<int>& offsets, T unused) {
  const std::size_t segments = offsets.size() - 1;
  const auto where = on_device(offsets);
  const int* const begin = where.data();
  auto results = on_device(std::vector<T>(segments, unused));
  guarded_array<unsigned char> temp(test::segment_temp_bytes(grid, n, segments));
  temp.fill_bytes(0xcd);
  diatomic::stream on;
  if (grid == 0) {
    diatomic::segmented_reduce<Op>(on, input, n, begin, segments, results.data(), temp.data(),
                                   temp.size());
  } else {
    test::reduce_segments_in(grid, on, input, n, begin, segments,
                             diatomic::detail::policy_of<Op, T>(),
                             diatomic::detail::empty_of<Op, T>, results.data(), temp.data());
  }
  on.synchronize();
  return results.download();
}

TEST(segmented_reduce, of_floats_is_within_its_bound_and_the_same_in_every_run) {
  const std::size_t n = scaled(300000, 20000);
  const auto values = random_floats(n);
  const auto input = on_device(values);
  for (const unsigned longest : {3u, 50u, 2000u, 200000u}) {
    const auto offsets = random_offsets(n, longest);
    for (const unsigned grid : grids) {
      const auto first = reduced<op::add>(grid, input.data(), n, offsets, 99.0f);
      for (std::size_t s = 0; s < first.size(); ++s) {
        double sum = 0;
        for (int i = offsets[s]; i < offsets[s + 1]; ++i) {
          sum += values[static_cast<std::size_t>(i)];
        }
        const double roundings = (offsets[s + 1] - offsets[s]) * std::ldexp(1.0, -24);
        ASSERT_NEAR(first[s], sum, roundings / (1 - roundings) * sum) << s;
      }
      const auto second = reduced<op::add>(grid, input.data(), n, offsets, 77.0f);
      EXPECT_EQ(std::memcmp(first.data(), second.data(), first.size() * sizeof(float)), 0);
    }
  }
}

TEST(segmented_reduce, orders_floats_totally) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float nan = std::copysign(std::numeric_limits<float>::quiet_NaN(), 1.0f);
  const std::vector<float> values = {0.0f, -0.0f, nan, infinity, -nan, -infinity, 1.0f, 2.0f};
  const std::vector<int> offsets = {0, 2, 2, 4, 6, 8};
  const auto input = on_device(values);
  const auto least = reduced<op::min>(0, input.data(), values.size(), offsets, 5.0f);
  const auto greatest = reduced<op::max>(1, input.data(), values.size(), offsets, 5.0f);
  const float expected_least[] = {-0.0f, infinity, infinity, -nan, 1.0f};
  const float expected_greatest[] = {0.0f, -infinity, nan, -infinity, 2.0f};
  for (std::size_t s = 0; s < 5; ++s) {
    EXPECT_EQ(test::bits_of(least[s]), test::bits_of(expected_least[s])) << s;
    EXPECT_EQ(test::bits_of(greatest[s]), test::bits_of(expected_greatest[s])) << s;
  }
}

/// More empty segments than a tile has room for, before, between and after others.
TEST(segmented_reduce, of_empty_segments_is_the_result_of_nothing) {
  const std::size_t many = scaled(200000, 20000);
  std::vector<int> offsets(many, 0);
  offsets.insert(offsets.end(), many, 700);
  offsets.insert(offsets.end(), many, 701);
  const std::size_t n = 701;
  const std::vector<int> values(n, 1);
  const auto input = on_device(values);
  for (const unsigned grid : grids) {
    const auto sums = reduced<op::add>(grid, input.data(), n, offsets, 99);
    const auto least = reduced<op::min>(grid, input.data(), n, offsets, 99);
    for (std::size_t s = 0; s < sums.size(); ++s) {
      const int length = offsets[s + 1] - offsets[s];
      ASSERT_EQ(sums[s], length) << s;
      ASSERT_EQ(least[s], length == 0 ? std::numeric_limits<int>::max() : 1) << s;
    }
  }
  const auto of_none =
      reduced<op::max>(0, static_cast<const int*>(nullptr), 0, std::vector<int>(10, 0), 99);
  EXPECT_EQ(of_none, std::vector<int>(9, std::numeric_limits<int>::lowest()));
}

// Two segments that begin and end anywhere, in shares that do: the elements of each result are
// known by their bits.
TEST(segmented_reduce, is_cut_at_every_place) {
  const auto n = static_cast<int>(scaled(9, 5));
  std::vector<unsigned> values;
  for (int i = 0; i < n; ++i) values.push_back(1u << i);
  std::vector<int> cuts;
  for (int a = 0; a <= n; ++a) {
    for (int b = a; b <= n; ++b) {
      for (int c = b; c <= n; ++c) cuts.insert(cuts.end(), {a, b, c});
    }
  }
  const std::size_t cases = cuts.size() / 3;
  const auto input = on_device(values);
  const auto where = on_device(cuts);
  const int* const offsets = where.data();
  for (const unsigned grid :
       {1u, 2u, 3u, 7u, 12u, test::block_per_segment(0), test::block_per_segment(1)}) {
    auto results = on_device(std::vector<unsigned>(2 * cases, ~0u));
    guarded_array<unsigned char> temp(test::segment_temp_bytes(grid, values.size(), 2));
    temp.fill_bytes(0xcd);
    diatomic::stream on;
    for (std::size_t k = 0; k < cases; ++k) {
      test::reduce_segments_in(grid, on, input.data(), values.size(), offsets + 3 * k, 2,
                               diatomic::detail::policy_of<op::add, unsigned>(), 0u,
                               results.data() + 2 * k, temp.data());
    }
    on.synchronize();
    const auto found = results.download();
    for (std::size_t k = 0; k < cases; ++k) {
      for (std::size_t s = 0; s < 2; ++s) {
        const unsigned expected = (1u << cuts[3 * k + s + 1]) - (1u << cuts[3 * k + s]);
        ASSERT_EQ(found[2 * k + s], expected)
            << "segment " << s << " of " << cuts[3 * k] << ", " << cuts[3 * k + 1] << ", "
            << cuts[3 * k + 2] << " in " << grid << " blocks (from 2^32 - 32: windows)";
      }
    }
  }
}

struct number {
  DIATOMIC_FUNCTION std::uint64_t operator()(std::size_t i) const { return i; }
};

// Segments that begin and end beyond 2^32, without the memory for their elements.
TEST(segmented_reduce, of_a_function_may_be_more_than_32_bits_count) {
  if (diatomic::properties(diatomic::current_device()).warp_size == 1 || test::scale() < 1) {
    GTEST_SKIP() << "takes a GPU at full scale";
  }
  constexpr std::uint64_t far = std::uint64_t{1} << 32;
  const std::vector<std::uint64_t> offsets = {3, far - 1, far, far + 5, far + 5, 2 * far + 7};
  const std::size_t segments = offsets.size() - 1;
  const std::size_t n = 2 * far + 1000;
  const auto where = on_device(offsets);
  auto sums = on_device(std::vector<std::uint64_t>(segments, 99));
  guarded_array<unsigned char> temp(
      test::segment_temp_bytes(test::block_per_segment(24), n, segments));
  diatomic::stream on;
  const auto sum_below = [](std::uint64_t end) {  // modulo 2^64
    return end % 2 == 0 ? end / 2 * (end - 1) : (end - 1) / 2 * end;
  };
  for (const unsigned grid : {0u, test::block_per_segment(24)}) {
    sums.upload(std::vector<std::uint64_t>(segments, 99));
    if (grid == 0) {
      diatomic::segmented_reduce<op::add>(on, number{}, n, where.data(), segments, sums.data(),
                                          temp.data(), temp.size());
    } else {
      test::reduce_segments_in(grid, on, number{}, n, where.data(), segments,
                               diatomic::detail::policy_of<op::add, std::uint64_t>(),
                               std::uint64_t{0}, sums.data(), temp.data());
    }
    on.synchronize();
    const auto found = sums.download();
    for (std::size_t s = 0; s < segments; ++s) {
      EXPECT_EQ(found[s], sum_below(offsets[s + 1]) - sum_below(offsets[s])) << s;
    }
  }
}

TEST(segmented_reduce, takes_elements_of_a_stride) {
  const std::size_t n = scaled(50000, 5000);
  std::vector<int> values(3 * n);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i % 101);
  const auto input = on_device(values);
  const auto offsets = random_offsets(n, 100);
  const auto sums =
      reduced<op::add>(1, diatomic::strided_elements<int>(input.data(), 3), n, offsets, 99);
  for (std::size_t s = 0; s < sums.size(); ++s) {
    int sum = 0;
    for (int i = offsets[s]; i < offsets[s + 1]; ++i)
      sum += values[3 * static_cast<std::size_t>(i)];
    ASSERT_EQ(sums[s], sum) << s;
  }
}

using diatomic::indexed;
using word = diatomic::fixed_point<-8>;
struct least {
  DIATOMIC_FUNCTION indexed<float> operator()(indexed<float> a, indexed<float> b) const {
    return b.value < a.value ? b : a;
  }
};
struct plus {
  DIATOMIC_FUNCTION word operator()(word a, word b) const {
    return word::from_units(a.units() + b.units());
  }
};

/// The library's own types, whose namespace has functions of the same names as the kernel's.
TEST(segmented_reduce, takes_types_of_the_library) {
  const std::vector<indexed<float>> values = {{3, 0}, {1, 1}, {2, 2}, {5, 3}};
  const std::vector<word> words(4, word(0.5));
  const auto input = on_device(values);
  const auto numbers = on_device(words);
  const auto where = on_device(std::vector<int>{0, 3, 4});
  auto places = on_device(std::vector<indexed<float>>(2, {9, 9}));
  auto sums = on_device(std::vector<word>(2, word(9.0)));
  guarded_array<unsigned char> temp(diatomic::segmented_reduce_temp_bytes(4, 2));
  diatomic::stream on;
  diatomic::segmented_reduce(on, input.data(), 4, where.data(), 2, least{},
                             indexed<float>{std::numeric_limits<float>::infinity(), 0},
                             places.data(), temp.data(), temp.size());
  diatomic::segmented_reduce(on, numbers.data(), 4, where.data(), 2, plus{}, word(0.0), sums.data(),
                             temp.data(), temp.size());
  on.synchronize();
  EXPECT_EQ(places.download()[0].index, 1u);
  EXPECT_EQ(places.download()[1].index, 3u);
  EXPECT_EQ(sums.download()[0].units(), word(1.5).units());
  EXPECT_EQ(sums.download()[1].units(), word(0.5).units());
}

/// The same bits as another call that promises the same sums, in another order.
TEST(reproducible_segmented_sum, equals_reproducible_index_add) {
  const std::size_t n = scaled(100000, 10000);
  const auto values = random_floats(n);
  const auto input = on_device(values);
  const auto offsets = random_offsets(n, 300);
  const std::size_t segments = offsets.size() - 1;
  const auto where = on_device(offsets);
  auto sums = on_device(std::vector<float>(segments, 99.0f));
  auto rows = on_device(std::vector<float>(segments, 0.0f));
  guarded_array<unsigned char> temp(diatomic::segmented_reduce_temp_bytes(n, segments));
  guarded_array<unsigned char> row_temp(diatomic::fixed_rows_temp_bytes(segments, 1));
  const diatomic::fixed_scale scale(-12);  // much is rounded
  diatomic::stream on;
  diatomic::reproducible_segmented_sum(on, scale, input.data(), n, where.data(), segments,
                                       sums.data(), temp.data(), temp.size());
  diatomic::reproducible_index_add(on, scale, diatomic::csr_segment_index(where.data(), segments),
                                   input.data(), n, 1, rows.data(), segments, row_temp.data(),
                                   row_temp.size());
  on.synchronize();
  EXPECT_EQ(sums.download(), rows.download());
}

// Also to a subnormal float: doubles whose sums are next to the middle of two of them.
TEST(reproducible_segmented_sum, rounds_once) {
  std::mt19937_64 random(11);
  const std::size_t count = scaled(500, 100);
  for (const int exponent : {-200, -170, -20}) {
    std::vector<double> values;
    std::vector<int> offsets{0};
    std::vector<float> want;
    for (std::size_t k = 0; k < count; ++k) {
      const auto units = static_cast<std::int64_t>(random() >> (11 + random() % 50));
      const std::int64_t middle = (units | std::int64_t{1} << 20) & -(std::int64_t{1} << 20);
      const std::int64_t sum = k % 2 == 0 ? units : middle + static_cast<int>(random() % 3) - 1;
      values.push_back(std::ldexp(static_cast<double>(sum), exponent));
      offsets.push_back(static_cast<int>(values.size()));
      want.push_back(test::exact_real(values.back()).rounded<float>());
    }
    const auto input = on_device(values);
    const auto where = on_device(offsets);
    auto sums = on_device(std::vector<float>(count, 99.0f));
    guarded_array<unsigned char> temp(diatomic::segmented_reduce_temp_bytes(values.size(), count));
    diatomic::stream on;
    diatomic::reproducible_segmented_sum(on, diatomic::fixed_scale(exponent), input.data(),
                                         values.size(), where.data(), count, sums.data(),
                                         temp.data(), temp.size());
    on.synchronize();
    EXPECT_EQ(sums.download(), want) << exponent;
  }
}

TEST(reproducible_segmented_sum, takes_halves) {
  const std::vector<diatomic::half> values(600, diatomic::half(0.5f));
  const auto input = on_device(values);
  const auto where = on_device(std::vector<int>{0, 100, 100, 600});
  auto sums = on_device(std::vector<double>(3, 99.0));
  guarded_array<unsigned char> temp(diatomic::segmented_reduce_temp_bytes(600, 3));
  diatomic::stream on;
  diatomic::reproducible_segmented_sum(on, diatomic::fixed_scale(-1), input.data(), 600,
                                       where.data(), 3, sums.data(), temp.data(), temp.size());
  on.synchronize();
  EXPECT_EQ(sums.download(), (std::vector<double>{50, 0, 250}));
}

}  // namespace
