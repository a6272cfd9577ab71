// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reproducible scatter-adds and weighted histograms: the bits of a serial reference, whatever the
// order of the input, in both forms.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/reproducible_scatter.hpp>

#include "support/exact/exact_real.hpp"
#include "support/exact_oracle.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::fixed_scale;
using diatomic::value_bin;
using test::exact_real;
using test::guarded_array;
using test::on_device;
using test::exact::bits_of;

template <class T>
struct task {
  std::vector<int> indices;  // of which some are none of the words
  std::vector<T> values;
  std::vector<T> words;

  task(std::size_t n, std::size_t count, int magnitudes) {
    std::mt19937_64 random(n + count);
    for (std::size_t i = 0; i < n; ++i) {
      indices.push_back(static_cast<int>(random() % (count + count / 8 + 2)) - 1);
      const auto mantissa = static_cast<double>(random() % (1u << 26)) - (1 << 25);
      const int exponent =
          magnitudes == 0
              ? -20
              : static_cast<int>(random() % static_cast<unsigned>(magnitudes)) - magnitudes / 2;
      values.push_back(static_cast<T>(std::ldexp(mantissa, exponent)));
    }
    for (std::size_t k = 0; k < count; ++k) words.push_back(static_cast<T>(k % 7) / 8);
  }

  /// Another order of the same.
  void shuffle(unsigned seed) {
    std::vector<std::size_t> order(indices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(seed));
    const task before = *this;
    for (std::size_t i = 0; i < order.size(); ++i) {
      indices[i] = before.indices[order[i]];
      values[i] = before.values[order[i]];
    }
  }

  bool has_word(std::size_t i) const {
    return indices[i] >= 0 && static_cast<std::size_t>(indices[i]) < words.size();
  }
};

template <class T>
std::vector<decltype(bits_of(T{}))> all_bits(const std::vector<T>& values) {
  std::vector<decltype(bits_of(T{}))> bits;
  for (const T v : values) bits.push_back(bits_of(v));
  return bits;
}

/// The words by integers; rounding of values is `fixed_scale`'s own, which fixed_point_test checks.
template <class T>
std::vector<T> fixed_reference(const task<T>& t, fixed_scale scale) {
  std::vector<std::uint64_t> units(t.words.size());
  for (std::size_t i = 0; i < t.indices.size(); ++i) {
    if (!t.has_word(i)) continue;
    units[static_cast<std::size_t>(t.indices[i])] +=
        static_cast<std::uint64_t>(scale.units(t.values[i]));
  }
  std::vector<T> words = t.words;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const exact_real sum(static_cast<std::int64_t>(units[k]), scale.exponent());
    if (units[k] != 0) words[k] = (exact_real(words[k]) + sum).template rounded<T>();
  }
  return words;
}

template <class T>
std::vector<T> exact_reference(const task<T>& t) {
  std::vector<std::vector<T>> of_word(t.words.size());
  for (std::size_t i = 0; i < t.indices.size(); ++i) {
    if (t.has_word(i)) of_word[static_cast<std::size_t>(t.indices[i])].push_back(t.values[i]);
  }
  std::vector<T> words = t.words;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (of_word[k].empty()) continue;
    of_word[k].push_back(words[k]);
    words[k] = test::exact::from_bits<T>(test::exact::expected_bits(of_word[k]));
  }
  return words;
}

/// Memory with nothing useful in it.
guarded_array<unsigned char> junk(std::size_t bytes) {
  return on_device(std::vector<unsigned char>(bytes, 0xcd));
}

enum class form { scatter, histogram };

template <class T>
std::vector<T> by_units(const task<T>& t, fixed_scale scale, form f) {
  const auto indices = on_device(t.indices);
  const auto values = on_device(t.values);
  auto words = on_device(t.words);
  const std::size_t n = t.indices.size();
  const std::size_t count = t.words.size();
  auto temp = junk(diatomic::fixed_sums_temp_bytes(count));
  diatomic::stream on;
  if (f == form::scatter) {
    diatomic::reproducible_scatter_add(on, scale, indices.data(), values.data(), n, words.data(),
                                       count, temp.data(), temp.size());
  } else {
    diatomic::reproducible_weighted_histogram(on, scale, indices.data(), values.data(), n,
                                              words.data(), static_cast<unsigned>(count),
                                              value_bin{}, temp.data(), temp.size());
  }
  on.synchronize();
  return words.download();
}

template <class T>
std::vector<T> exactly(const task<T>& t, form f) {
  const auto indices = on_device(t.indices);
  const auto values = on_device(t.values);
  auto words = on_device(t.words);
  const std::size_t n = t.indices.size();
  const std::size_t count = t.words.size();
  auto temp = junk(diatomic::exact_sums_temp_bytes<T>(count));
  diatomic::stream on;
  if (f == form::scatter) {
    diatomic::reproducible_scatter_add(on, indices.data(), values.data(), n, words.data(), count,
                                       temp.data(), temp.size());
  } else {
    diatomic::reproducible_weighted_histogram(on, indices.data(), values.data(), n, words.data(),
                                              static_cast<unsigned>(count), value_bin{},
                                              temp.data(), temp.size());
  }
  on.synchronize();
  return words.download();
}

template <class T>
class reproducible_scatter : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(reproducible_scatter, floats, test::type_names);

/// Words and sums of which neither is a T's exact sum: next to ties, after cancellation, subnormal.
/// Every eighth sum is a tie at the top of 64 bits, from which the word is tiny steps away.
template <class T>
task<T> hard_to_round(int exponent, std::size_t count) {
  using limits = std::numeric_limits<T>;
  std::mt19937_64 random(static_cast<std::uint64_t>(exponent + 2000));
  task<T> t(0, count, 0);
  for (std::size_t k = 0; k < count; ++k) {
    const auto units = std::ldexp(static_cast<double>(random() >> (1 + random() % 60)), exponent);
    auto large = static_cast<T>(random() % 2 == 0 ? units : -units);
    T small = std::ldexp(static_cast<T>(random() % 64), exponent);
    T word = random() % 4 == 0 ? -large : std::ldexp(large, static_cast<int>(random() % 80) - 40);
    if (random() % 2 == 0) word = std::nextafter(word, limits::max());
    if (!(std::abs(word) < limits::max() / 4)) word = 0;  // the sum must not overflow
    t.words[k] = word;
    const T top = std::ldexp(1 + static_cast<T>(random() % 16) * limits::epsilon(), 62 + exponent);
    if (k % 8 == 0 && std::abs(top) < limits::max() / 4) {
      const T half_step = std::ldexp(limits::epsilon(), 61 + exponent);
      const T sign = random() % 2 == 0 ? 1 : -1;
      t.words[k] = random() % 2 == 0 ? limits::min() : -limits::min();
      large = sign * top;
      small = random() % 2 == 0 ? half_step : -half_step;
    }
    for (const T value : {large, small}) {
      t.indices.push_back(static_cast<int>(k));
      t.values.push_back(value);
    }
  }
  return t;
}

TYPED_TEST(reproducible_scatter, in_units_rounds_once) {
  for (const int exponent : {-900, -170, -150, -60, -20, 0, 30, 60}) {
    if (sizeof(TypeParam) == 4 && exponent < -150) continue;  // such values are 0
    const auto t = hard_to_round<TypeParam>(exponent, scaled(400, 100));
    const fixed_scale scale(exponent);
    const auto want = all_bits(fixed_reference(t, scale));
    for (const form f : {form::scatter, form::histogram}) {
      EXPECT_EQ(all_bits(by_units(t, scale, f)), want) << exponent;
    }
  }
}

TYPED_TEST(reproducible_scatter, in_units_has_the_bits_of_the_serial_sums) {
  const fixed_scale scale(-30);
  for (const std::size_t count : {1u, 2u, 33u, 1000u, 70000u}) {
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, std::size_t{37}, scaled(100000, 3001)}) {
      task<TypeParam> t(n, count, 0);
      const auto want = all_bits(fixed_reference(t, scale));
      for (const form f : {form::scatter, form::histogram}) {
        t.shuffle(static_cast<unsigned>(count) + static_cast<unsigned>(f));
        EXPECT_EQ(all_bits(by_units(t, scale, f)), want) << n << " values, " << count << " words";
      }
    }
  }
}

TYPED_TEST(reproducible_scatter, without_a_scale_is_exact) {
  for (const std::size_t count : {1u, 33u, 1000u}) {
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, std::size_t{37}, scaled(30000, 2001)}) {
      task<TypeParam> t(n, count, 100);
      const auto want = all_bits(exact_reference(t));
      for (const form f : {form::scatter, form::histogram}) {
        t.shuffle(static_cast<unsigned>(count) + static_cast<unsigned>(f));
        EXPECT_EQ(all_bits(exactly(t, f)), want) << n << " values, " << count << " words";
      }
    }
  }
}

TYPED_TEST(reproducible_scatter, knows_infinities_and_nans_if_exact) {
  using limits = std::numeric_limits<TypeParam>;
  task<TypeParam> t(0, 6, 0);
  const auto add = [&t](int k, TypeParam v) {
    t.indices.push_back(k);
    t.values.push_back(v);
  };
  add(0, limits::infinity());
  add(0, TypeParam{1});
  add(1, limits::infinity());
  add(1, -limits::infinity());
  add(2, limits::quiet_NaN());
  add(3, limits::max());
  add(3, limits::max());
  add(3, -limits::max());
  add(4, limits::denorm_min());
  EXPECT_EQ(all_bits(exactly(t, form::scatter)), all_bits(exact_reference(t)));
}

/// Units that are added to a word that is no number leave it as it is.
TYPED_TEST(reproducible_scatter, adds_units_to_infinities_and_nans) {
  using limits = std::numeric_limits<TypeParam>;
  task<TypeParam> t(0, 3, 0);
  t.words = {limits::infinity(), -limits::infinity(), limits::quiet_NaN()};
  t.indices = {0, 1, 2};
  t.values = {TypeParam{1}, TypeParam{3}, TypeParam{1}};
  const auto same = all_bits(t.words);
  EXPECT_EQ(all_bits(by_units(t, fixed_scale(-8), form::scatter)), same);
}

/// A sum that cancels, or of nothing, leaves its word alone, the sign of a zero too.
TYPED_TEST(reproducible_scatter, leaves_words_alone_to_which_nothing_is_added) {
  task<TypeParam> t(0, 3, 0);
  t.words = {-TypeParam{0}, -TypeParam{0}, -TypeParam{0}};
  t.indices = {1, 1};
  t.values = {TypeParam{2}, TypeParam{-2}};
  const auto same = all_bits(t.words);
  EXPECT_EQ(all_bits(by_units(t, fixed_scale(-20), form::scatter)), same);
  EXPECT_EQ(all_bits(exactly(t, form::scatter)), same);
}

// Computed elsewhere, with integers of any length: the bits are these on every backend.
TEST(reproducible_scatters, have_the_same_bits_on_every_backend) {
  constexpr std::size_t n = 5000;
  task<float> t(0, 3, 0);
  t.words = {0, 0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t bits = (i * 6364136223846793005u + 1442695040888963407u) >> 40;
    t.indices.push_back(static_cast<int>(i % 3));
    t.values.push_back(
        std::ldexp(static_cast<float>(bits) - 0x1p23f, static_cast<int>(i % 40) - 50));
  }
  const std::vector<std::uint32_t> in_units = {0x46d61600u, 0x46b852c0u, 0x467e0880u};
  const std::vector<std::uint32_t> exact = {0x46d61600u, 0x46b8542fu, 0x467e09a2u};
  EXPECT_EQ(all_bits(by_units(t, fixed_scale(-4), form::scatter)), in_units);
  EXPECT_EQ(all_bits(exactly(t, form::scatter)), exact);
}

// Words in fixed point are words of the plain calls too.
TEST(reproducible_scatters, into_fixed_point_words_need_no_other_call) {
  using word = diatomic::fixed_point<-30>;
  for (const std::size_t count : {33u, 70000u}) {
    task<float> t(scaled(50000, 3001), count, 0);
    std::vector<std::uint64_t> want(count);
    for (std::size_t i = 0; i < t.indices.size(); ++i) {
      if (!t.has_word(i)) continue;
      want[static_cast<std::size_t>(t.indices[i])] +=
          static_cast<std::uint64_t>(word(t.values[i]).units());
    }
    const auto indices = on_device(t.indices);
    const auto values = on_device(t.values);
    auto scattered = on_device(std::vector<word>(count, word{}));
    auto counted = on_device(std::vector<word>(count, word{}));
    diatomic::stream on;
    diatomic::scatter_add(on, indices.data(), values.data(), t.indices.size(), scattered.data(),
                          count);
    diatomic::weighted_histogram(on, indices.data(), values.data(), t.indices.size(),
                                 counted.data(), static_cast<unsigned>(count), value_bin{});
    on.synchronize();
    const auto first = scattered.download();
    const auto second = counted.download();
    for (std::size_t k = 0; k < count; ++k) {
      ASSERT_EQ(static_cast<std::uint64_t>(first[k].units()), want[k]) << "word " << k;
      ASSERT_EQ(static_cast<std::uint64_t>(second[k].units()), want[k]) << "word " << k;
    }
  }
}

/// Rows of `width` values: the element's number is the row's times `width`, and a column.
struct row_index {
  const int* rows;
  std::size_t width;
  DIATOMIC_FUNCTION std::int64_t operator()(std::size_t i) const {
    return std::int64_t{rows[i / width]} * static_cast<std::int64_t>(width) +
           static_cast<std::int64_t>(i % width);
  }
};

TEST(reproducible_scatters, add_rows) {
  constexpr std::size_t width = 5;
  constexpr std::size_t rows = 200;
  const std::vector<int> to = {0, 2, 2, 1, 0, 3, 2};
  std::vector<int> targets;
  std::vector<float> values;
  for (std::size_t r = 0; r < rows; ++r) {
    targets.push_back(to[r % to.size()]);
    for (std::size_t c = 0; c < width; ++c) {
      values.push_back(static_cast<float>(r) * 0.37f + static_cast<float>(c) * 1.1f);
    }
  }
  const fixed_scale scale(-24);
  std::vector<float> want(4 * width);
  std::vector<std::int64_t> units(4 * width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    units[static_cast<std::size_t>(targets[i / width]) * width + i % width] +=
        scale.units(values[i]);
  }
  for (std::size_t k = 0; k < want.size(); ++k) want[k] = scale.value<float>(units[k]);
  const auto indices = on_device(targets);
  const auto input = on_device(values);
  auto words = on_device(std::vector<float>(want.size()));
  auto temp = junk(diatomic::fixed_sums_temp_bytes(want.size()));
  diatomic::stream on;
  diatomic::reproducible_scatter_add(on, scale, row_index{indices.data(), width}, input.data(),
                                     values.size(), words.data(), want.size(), temp.data(),
                                     temp.size());
  on.synchronize();
  EXPECT_EQ(words.download(), want);
}

__extension__ using wide = unsigned __int128;

TEST(fixed_scales, hold_the_largest_sum_and_no_coarser_ones) {
  for (const double most : {1.0, 0.75, 2.0 / 3, 1.5, 3e-30, 7e20, 0x1.fffffffffffffp5}) {
    for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1000000},
                                  (std::uint64_t{1} << 40) + 1, std::uint64_t{3} << 60}) {
      const fixed_scale scale = diatomic::fixed_scale_for_sums(n, most);
      // In wide integers: so many times the greatest value, rounded up.
      const auto units = static_cast<wide>(scale.units(most)) + 1;
      EXPECT_LT(units * n, static_cast<wide>(1) << 63) << most << " times " << n;
      EXPECT_GT(units * n, (static_cast<wide>(1) << 61) - 1000) << most << " times " << n;
    }
  }
  EXPECT_EQ(diatomic::fixed_scale_for_sums(0, 1).exponent(), -900);
  EXPECT_EQ(diatomic::fixed_scale_for_sums(5, 0).exponent(), -900);
  // No scale is finer than 2^-900.
  for (const double most : {0x1p-838, 0x1p-839, 0x1p-840, 1e-300, 0x1p-1074}) {
    EXPECT_EQ(diatomic::fixed_scale_for_sums(1, most).exponent(), most == 0x1p-838 ? -899 : -900);
  }
}

template <class T>
fixed_scale found(const std::vector<T>& values) {
  const auto input = on_device(values);
  auto temp = junk(16 + diatomic::reduce_temp_bytes(values.size()));
  diatomic::stream on;
  return diatomic::find_fixed_scale(on, input.data(), values.size(), temp.data(), temp.size());
}

TEST(fixed_scales, are_found_of_values) {
  EXPECT_EQ(found(std::vector<float>{1, -3, 2}).exponent(),
            diatomic::fixed_scale_for_sums(3, 3).exponent());
  EXPECT_EQ(found(std::vector<double>{-1e200, 5, -0.0}).exponent(),
            diatomic::fixed_scale_for_sums(3, 1e200).exponent());
  EXPECT_EQ(found(std::vector<float>{}).exponent(), -900);
  EXPECT_EQ(found(std::vector<float>(1000, -0.0f)).exponent(), -900);
}

}  // namespace
