// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fixed-point sums: what a float becomes, against an oracle that shifts integers; and that sums by
// any call, in any order and place, have the bits of the serial sum.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/wide_fixed_sum.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>

#include "support/exact_oracle.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::fixed_point;
using diatomic::fixed_scale;
using test::on_device;
using test::exact::bits_of;
using test::exact::from_bits;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
__extension__ using wide = unsigned __int128;

/// `v` in units of 2^exponent by integers alone, as an integer of `width` bits in two's complement:
/// ties to even; ends; of a NaN the lower end.
template <class T>
wide expected_count(T v, int exponent, int width) {
  const wide lower_end = -(wide{1} << (width - 1));
  const wide upper_end = (wide{1} << (width - 1)) - 1;
  if (std::isnan(v)) return lower_end;
  if (std::isinf(v)) return std::signbit(v) ? lower_end : upper_end;
  constexpr int fraction = test::exact::layout<T>::fraction_bits;
  const std::uint64_t bits = bits_of(v);
  const int biased = static_cast<int>(bits >> fraction) & test::exact::layout<T>::exponents;
  std::uint64_t magnitude = bits & ((std::uint64_t{1} << fraction) - 1);
  if (biased != 0) magnitude |= std::uint64_t{1} << fraction;
  // v is magnitude * 2^lowest.
  const int lowest =
      std::max(biased, 1) - (test::exact::layout<T>::exponents / 2) - fraction - exponent;
  const bool negative = std::signbit(v);
  if (magnitude == 0) return 0;
  if (lowest >= 0) {
    if (lowest > width - 1 || magnitude > upper_end >> lowest) {
      return negative ? lower_end : upper_end;
    }
    const wide units = wide{magnitude} << lowest;
    return negative ? -units : units;
  }
  if (lowest < -60) return 0;
  const std::uint64_t whole = magnitude >> -lowest;
  const std::uint64_t rest = magnitude - (whole << -lowest);
  const std::uint64_t half = std::uint64_t{1} << (-lowest - 1);
  const bool up = rest > half || (rest == half && whole % 2 == 1);
  const wide units = whole + (up ? 1 : 0);
  return negative ? -units : units;
}

template <class T>
std::int64_t expected_units(T v, int exponent) {
  return static_cast<std::int64_t>(expected_count(v, exponent, 64));
}

/// Numbers around everything that a conversion can do.
template <class T>
std::vector<T> numbers(int exponent) {
  using limits = std::numeric_limits<T>;
  std::vector<T> all = {T{0},
                        -T{0},
                        limits::infinity(),
                        -limits::infinity(),
                        limits::quiet_NaN(),
                        -limits::quiet_NaN(),
                        limits::max(),
                        limits::lowest(),
                        limits::min()};
  // Halves of units and their neighbours; the ends and theirs.
  for (const double units :
       {0.25,   0.5,     1.0,     1.5,     2.5,       3.5,    4194303.5, 8388607.5,
        0x1p51, 0x1p52,  0x1p53,  0x1p61,  0x1p62,    0x1p63, 0x1.8p63,  0x1p64,
        0x1p65, 0x1p117, 0x1p126, 0x1p127, 0x1.8p127, 0x1p128}) {
    const auto near = static_cast<T>(std::ldexp(units, exponent));
    for (const T v : {near, std::nextafter(near, T{0}), std::nextafter(near, limits::max())}) {
      all.push_back(v);
      all.push_back(-v);
    }
  }
  std::mt19937_64 random(static_cast<unsigned>(exponent + 1000));
  for (int i = 0; i < 300; ++i) {
    const auto mantissa = static_cast<double>(random() % (std::uint64_t{1} << 53));
    const auto v =
        static_cast<T>(std::ldexp(mantissa, exponent - 56 + static_cast<int>(random() % 70)));
    all.push_back(random() % 2 == 0 ? v : -v);
  }
  // GPUs may flush a subnormal float before they look at it; so it must be far below half a unit.
  if (exponent < -125) {
    all.erase(std::remove_if(all.begin(), all.end(),
                             [](T v) { return std::fpclassify(v) == FP_SUBNORMAL; }),
              all.end());
  }
  return all;
}

template <int Exponent>
struct convert {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* values, std::size_t n, std::int64_t* units) const {
    for (std::size_t i = 0; i < n; ++i) {
      units[2 * i] = fixed_point<Exponent>(values[i]).units();
      units[2 * i + 1] = fixed_scale(Exponent).units(values[i]);
    }
  }
};

template <int Exponent, class T>
void check_conversions() {
  const std::vector<T> values = numbers<T>(Exponent);
  const auto input = on_device(values);
  auto output = on_device(std::vector<std::int64_t>(2 * values.size()));
  test::run({1, 1}, 0, convert<Exponent>{}, input.data(), values.size(), output.data());
  const auto units = output.download();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t want = expected_units(values[i], Exponent);
    SCOPED_TRACE(testing::Message() << std::hexfloat << values[i] << " in 2^" << Exponent);
    EXPECT_EQ(units[2 * i], want);
    EXPECT_EQ(units[2 * i + 1], want);
    EXPECT_EQ(fixed_point<Exponent>(values[i]).units(), want) << "on the host";
    EXPECT_EQ(fixed_scale(Exponent).units(values[i]), want) << "on the host";
  }
}

TEST(fixed_point, is_the_nearest_count_of_units) {
  check_conversions<0, float>();
  check_conversions<-40, float>();
  check_conversions<-1, float>();
  check_conversions<17, float>();
  check_conversions<-125, float>();
  check_conversions<-126, float>();
  check_conversions<64, float>();
  check_conversions<125, float>();
  // The reciprocals are the least normal float, a subnormal one, the greatest power of 2, and none.
  check_conversions<126, float>();
  check_conversions<127, float>();
  check_conversions<-127, float>();
  check_conversions<-128, float>();
  check_conversions<-140, float>();
  check_conversions<0, double>();
  check_conversions<-40, double>();
  check_conversions<33, double>();
  check_conversions<-500, double>();
  check_conversions<-900, double>();
  check_conversions<900, double>();
}

/// The nearest T to units * 2^exponent, by integers alone; no subnormal float.
template <class T>
T expected_value(std::int64_t units, int exponent) {
  const bool negative = units < 0;
  auto magnitude = static_cast<std::uint64_t>(units);
  if (negative) magnitude = 0 - magnitude;
  constexpr int kept = test::exact::layout<T>::fraction_bits + 1;
  int up = 0;
  while (up < 64 && magnitude >> up >= std::uint64_t{1} << kept) ++up;
  if (up != 0) {
    const std::uint64_t whole = magnitude >> up;
    const std::uint64_t rest = magnitude - (whole << up);
    const std::uint64_t half = std::uint64_t{1} << (up - 1);
    magnitude = whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0);
  }
  const auto v = static_cast<T>(std::ldexp(static_cast<double>(magnitude), up + exponent));
  return negative ? -v : v;
}

struct convert_back {
  template <class T>
  DIATOMIC_DEVICE void operator()(const std::int64_t* units, std::size_t n, T* values) const {
    for (std::size_t i = 0; i < n; ++i) {
      values[2 * i] = fixed_point<-40>::from_units(units[i]).to<T>();
      values[2 * i + 1] = fixed_scale(70).value<T>(units[i]);
    }
  }
};

template <class T>
void check_values() {
  std::vector<std::int64_t> units = {0, 1, -1, most, least, most - 1, least + 1};
  for (int bit = 20; bit < 63; ++bit) {
    for (const std::int64_t more : {-1, 0, 1, 3}) {
      units.push_back((std::int64_t{1} << bit) + more);
      units.push_back(-(std::int64_t{3} << (bit - 2)) - more);
    }
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 500; ++i) {
    units.push_back(static_cast<std::int64_t>(random()) >> random() % 64);
  }
  const auto input = on_device(units);
  auto output = on_device(std::vector<T>(2 * units.size()));
  test::run({1, 1}, 0, convert_back{}, input.data(), units.size(), output.data());
  const auto values = output.download();
  for (std::size_t i = 0; i < units.size(); ++i) {
    SCOPED_TRACE(testing::Message() << units[i] << " units");
    EXPECT_EQ(bits_of(values[2 * i]), bits_of(expected_value<T>(units[i], -40)));
    EXPECT_EQ(bits_of(values[2 * i + 1]), bits_of(expected_value<T>(units[i], 70)));
    EXPECT_EQ(bits_of(fixed_point<-40>::from_units(units[i]).to<T>()),
              bits_of(expected_value<T>(units[i], -40)));
  }
}

TEST(fixed_point, becomes_the_nearest_float) {
  check_values<float>();
  check_values<double>();
}

using sum = fixed_point<-30>;

/// Every way to add, to a word each: plain, by lanes that combine, with a result, by a reference,
/// in shared memory first.
constexpr unsigned ways = 8;
struct plus {
  sum v;
  DIATOMIC_FUNCTION sum operator()(const sum& old) const {
    return diatomic::result_of<diatomic::op::add>(old, v);
  }
};
struct add_every_way {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* values, std::size_t n, sum* words) const {
    using namespace diatomic;
    auto* const shared = shared_array<sum>();
    if (thread_index() == 0) shared[0] = sum{};
    sync_block();
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      const T v = values[i];
      store_add(words, v);
      store_add(words + 1, v, same_address);
      store_add(words + 2, v, few_addresses, in_global);
      fetch_add(words + 3, v, acq_rel, system_scope);
      add_fetch(words + 4, v, same_address);
      store_sub(words + 5, v, release);
      fetch_update(words + 6, plus{sum(v)});
      store_add(shared, v, block_scope, in_shared);
    }
    sync_block();
    if (thread_index() == 0) atomic_ref<sum>(words[7]).fetch_add(shared[0]);
  }
};

template <class T>
std::vector<T> random_numbers(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> values(n);
  for (T& v : values) {
    const auto mantissa = static_cast<double>(random()) - 2147483648.0;
    v = static_cast<T>(std::ldexp(mantissa, static_cast<int>(random() % 30) - 45));
  }
  return values;
}

template <class T>
void check_sums() {
  std::vector<T> values = random_numbers<T>(scaled(20000, 701), 3);
  std::uint64_t serial = 0;
  for (const T v : values) serial += static_cast<std::uint64_t>(expected_units(v, -30));
  const auto want = static_cast<std::int64_t>(serial);
  std::mt19937 random(4);
  for (const auto& shape : test::shapes()) {
    std::shuffle(values.begin(), values.end(), random);
    const auto input = on_device(values);
    auto words = on_device(std::vector<sum>(ways, sum{}));
    test::run(shape, sizeof(sum), add_every_way{}, input.data(), values.size(), words.data());
    const auto sums = words.download();
    for (unsigned way = 0; way < ways; ++way) {
      EXPECT_EQ(sums[way].units(), way == 5 ? -want : want)
          << "way " << way << ", " << testing::PrintToString(shape);
    }
  }
}

TEST(fixed_point, sums_do_not_depend_on_the_order) {
  check_sums<float>();
  check_sums<double>();
}

// Computed elsewhere, with integers of any length: the bits are these on every backend.
TEST(fixed_point, sums_are_the_same_on_every_backend) {
  std::vector<double> values(5000);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = (std::uint64_t{i} * 6364136223846793005u + 1442695040888963407u) >> 12;
    values[i] = std::ldexp(static_cast<double>(bits) - 0x1p51, static_cast<int>(i % 40) - 70);
  }
  const auto input = on_device(values);
  auto words = on_device(std::vector<sum>(ways, sum{}));
  test::run({5, 100}, sizeof(sum), add_every_way{}, input.data(), values.size(), words.data());
  EXPECT_EQ(words.download()[0].units(), 18487068144973671);
}

TEST(fixed_point, is_moved_and_compared_as_a_word) {
  sum word = 1.5;
  EXPECT_EQ(diatomic::load(&word), sum(1.5f));
  EXPECT_EQ(diatomic::exchange(&word, 2.25f), sum(1.5));
  EXPECT_EQ(diatomic::compare_exchange(&word, sum(7.0), sum(8.0)), sum(2.25));
  EXPECT_EQ(diatomic::compare_exchange(&word, sum(2.25), sum(8.0)), sum(2.25));
  diatomic::store(&word, -3.0);
  EXPECT_NE(diatomic::load(&word), sum(3.0));
  EXPECT_EQ(diatomic::sub_fetch(&word, 1.0), sum(-4.0));
  EXPECT_EQ(diatomic::fetch_sub(&word, 1.0), sum(-4.0));
  EXPECT_EQ(word.to<float>(), -5.0f);
}

// Integers of up to 32 bits are exact; wider ones must be converted.
static_assert(std::is_convertible_v<int, sum> && std::is_convertible_v<unsigned char, sum> &&
              !std::is_constructible_v<sum, long long> &&
              !std::is_constructible_v<sum, unsigned long long>);
TEST(fixed_point, of_an_integer_is_exact) {
  const auto expect = [](auto v) {
    EXPECT_EQ(sum(v).units(), static_cast<std::int64_t>(v) * (1 << 30)) << v;
  };
  for (const int v : {0, 1, -1, (1 << 24) + 1, -(1 << 24) - 3, 0x7fffffff, -0x7fffffff - 1}) {
    expect(v);
    expect(static_cast<unsigned>(v));
    expect(static_cast<std::int16_t>(v));
    expect(static_cast<std::uint8_t>(v));
  }
  EXPECT_EQ(sum(true), sum(1));
}

TEST(fixed_point, of_a_unit_that_no_double_is_is_refused) {
  EXPECT_EQ(fixed_scale(-900).exponent(), -900);
  EXPECT_EQ(fixed_scale(900).exponent(), 900);
  for (const int exponent : {-2000, -901, 901, 2000}) {
    EXPECT_EQ(test::thrown_text<std::invalid_argument>([=] { fixed_scale{exponent}; }),
              "fixed_scale: an exponent of " + std::to_string(exponent) +
                  "; it must be from -900 to 900");
  }
}

TEST(fixed_point, wraps_and_saturates) {
  const sum end = sum::from_units(most);
  const sum one = sum::from_units(1);
  const sum start = sum::from_units(least);
  sum word = end;
  diatomic::store_add(&word, one);
  EXPECT_EQ(word, start);
  EXPECT_EQ(saturating_sum(end, one), end);
  EXPECT_EQ(saturating_sum(start, sum::from_units(-1)), start);
  EXPECT_EQ(saturating_sum(start, end), sum::from_units(-1));
  EXPECT_EQ(saturating_sum(one, one), sum::from_units(2));
  EXPECT_EQ(saturating_sum(end, end), end);
  EXPECT_EQ(saturating_sum(start, start), start);
}

using diatomic::wide_fixed_sum;

template <int Exponent>
wide count_of(const wide_fixed_sum<Exponent>& sum) {
  return wide{sum.high} << 64 | sum.low;
}

template <int Exponent>
struct convert_wide {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* values, std::size_t n, wide_fixed_sum<Exponent>* sums,
                                  T* back) const {
    for (std::size_t i = 0; i < n; ++i) {
      sums[i] = wide_fixed_sum<Exponent>::of(values[i]);
      back[i] = sums[i].template value<T>();
    }
  }
};

template <int Exponent, class T>
void check_wide_conversions() {
  const std::vector<T> values = numbers<T>(Exponent);
  const auto input = on_device(values);
  auto output = on_device(std::vector<wide_fixed_sum<Exponent>>(values.size()));
  auto again = on_device(std::vector<T>(values.size()));
  test::run({1, 1}, 0, convert_wide<Exponent>{}, input.data(), values.size(), output.data(),
            again.data());
  const auto sums = output.download();
  const auto back = again.download();
  for (std::size_t i = 0; i < values.size(); ++i) {
    SCOPED_TRACE(testing::Message() << std::hexfloat << values[i] << " in 2^" << Exponent);
    const wide want = expected_count(values[i], Exponent, 128);
    EXPECT_TRUE(count_of(sums[i]) == want);
    EXPECT_TRUE(count_of(wide_fixed_sum<Exponent>::of(values[i])) == want) << "on the host";
    // What is a whole number of units, and in the range, comes back.
    const T units = std::ldexp(values[i], -Exponent);
    if (std::abs(units) < static_cast<T>(0x1p127) && std::trunc(units) == units &&
        std::ldexp(units, Exponent) == values[i]) {
      EXPECT_EQ(back[i], values[i]);
      EXPECT_EQ(sums[i].template value<T>(), values[i]) << "on the host";
    }
  }
}

TEST(wide_fixed_sum, has_the_nearest_count_of_units) {
  check_wide_conversions<0, float>();
  check_wide_conversions<0, double>();
  check_wide_conversions<-64, float>();
  check_wide_conversions<-64, double>();
  check_wide_conversions<-140, double>();
  check_wide_conversions<100, float>();
  check_wide_conversions<-900, double>();
  check_wide_conversions<850, double>();
}

TEST(wide_fixed_sum, becomes_the_nearest_float) {
  std::mt19937_64 random(7);
  std::vector<wide> counts = {0, 1, wide{1} << 127, (wide{1} << 127) - 1, -wide{1}};
  for (int i = 0; i < 2000; ++i) {
    const wide bits = wide{random()} << 64 | random();
    counts.push_back(bits >> (random() % 127));
    // Ties, and what lies beside them.
    const unsigned shift = 1 + static_cast<unsigned>(random() % 70);
    const wide tie = (wide{random() >> 11} << 1 | 1) << shift;
    for (const wide near : {tie - 1, tie, tie + 1}) counts.push_back(near);
    const wide float_tie = (wide{random() >> 40} << 1 | 1) << shift;
    for (const wide near : {float_tie - 1, float_tie, float_tie + 1}) counts.push_back(-near);
  }
  for (const wide count : counts) {
    const wide_fixed_sum<-64> sum{static_cast<std::uint64_t>(count),
                                  static_cast<std::uint64_t>(count >> 64)};
    // Of two exact halves: the lower one has no sign.
    const bool negative = count >> 127 != 0;
    const wide magnitude = negative ? -count : count;
    diatomic::exact_sum<double> exact{};
    for (int part = 0; part < 4; ++part) {
      const auto digit = static_cast<std::uint32_t>(magnitude >> (32 * part));
      const double number = std::ldexp(static_cast<double>(digit), 32 * part - 64);
      exact.add(negative ? -number : number);
    }
    EXPECT_EQ(bits_of(sum.value<double>()), bits_of(exact.value()));
    diatomic::exact_sum<float> of_float{};
    for (int part = 0; part < 8; ++part) {
      const auto digit = static_cast<std::uint16_t>(magnitude >> (16 * part));
      const float number = std::ldexp(static_cast<float>(digit), 16 * part - 64);
      of_float.add(negative ? -number : number);
    }
    EXPECT_EQ(bits_of(sum.value<float>()), bits_of(of_float.value()));
  }
}

using wide_sum = wide_fixed_sum<-100>;

struct add_wide {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* values, std::size_t n, wide_sum* sums) const {
    using namespace diatomic;
    auto* const shared = shared_array<wide_sum>();
    if (thread_index() == 0) shared[0] = wide_sum{};
    sync_block();
    wide_sum own{};
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      sums[0].add_atomically(values[i]);
      sums[1].add_atomically(values[i], few_addresses, system_scope);
      shared[0].add_atomically(values[i], in_shared, block_scope);
      sums[4].add_atomically(values[i], lane_group::with_same(i % 2));
      own.add(values[i]);
    }
    sync_block();
    if (thread_index() == 0) sums[2].add_atomically(shared[0]);
    sums[3].add_atomically(own, in_global);
  }
};

TEST(wide_fixed_sum, sums_do_not_depend_on_the_order) {
  std::vector<double> values = random_numbers<double>(scaled(20000, 701), 5);
  wide want = 0;
  for (const double v : values) want += expected_count(v, -100, 128);
  std::mt19937 random(6);
  for (const auto& shape : test::shapes()) {
    std::shuffle(values.begin(), values.end(), random);
    const auto input = on_device(values);
    auto sums = on_device(std::vector<wide_sum>(5, wide_sum{}));
    test::run(shape, sizeof(wide_sum), add_wide{}, input.data(), values.size(), sums.data());
    for (const wide_sum& sum : sums.download()) {
      EXPECT_TRUE(count_of(sum) == want) << testing::PrintToString(shape);
    }
  }
}

/// Adds both numbers, one by one.
struct add_two_wide {
  DIATOMIC_DEVICE void operator()(double a, double b, wide_sum* sum) const {
    sum->add_atomically(a);
    sum->add_atomically(b);
  }
};

// The upper half of what is added is 0, or all ones, and with the carry the sum's changes or not.
TEST(wide_fixed_sum, carries_into_the_upper_half) {
  const double greatest = std::ldexp(0x1.fffffffffffffp63, -100);  // of those below 2^64 units
  const double unit = 0x1p-100;
  for (const double a : {greatest, std::ldexp(1.0, -37), unit, -unit, -greatest}) {
    for (const double b : {greatest, std::ldexp(1.0, -37), unit, -unit, -greatest}) {
      auto sum = on_device(std::vector<wide_sum>{{}});
      test::run({1, 1}, 0, add_two_wide{}, a, b, sum.data());
      const wide want = expected_count(a, -100, 128) + expected_count(b, -100, 128);
      EXPECT_TRUE(count_of(sum.download()[0]) == want) << a << " + " << b;
    }
  }
}

TEST(wide_fixed_sum, is_zero_where_all_cancels) {
  wide_sum sum{};
  EXPECT_TRUE(sum.is_zero());
  sum.add(0x1p26);
  EXPECT_FALSE(sum.is_zero());
  sum.add(-0x1p26f);
  EXPECT_TRUE(sum.is_zero());
  EXPECT_EQ(bits_of(sum.value<float>()), 0u);
}

}  // namespace
