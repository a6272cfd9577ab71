// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/collectives/binning.hpp>
#include <diatomic/diatomic.hpp>

#include "support/exact/even_bin_cases.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::basic_even_bin;
using diatomic::no_bin;
using diatomic::value_bin;
using test::even_bin_case;

template <class Float>
DIATOMIC_FUNCTION basic_even_bin<Float> binning_of(const even_bin_case<Float>& of) {
  return {of.lower, of.upper, of.bins};
}

/// Bins each value, directly and as calls on arrays do.
struct bin_kernel {
  template <class Float>
  DIATOMIC_DEVICE void operator()(const even_bin_case<Float>* cases, std::size_t n,
                                  unsigned* direct, unsigned* prepared) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const even_bin_case<Float>& of = cases[i];
      direct[i] = binning_of(of)(of.value);
      prepared[i] = diatomic::detail::even_binning<Float>(of.lower, of.upper, of.bins)(of.value);
    }
  }
};

template <class Float>
std::string text_of(const even_bin_case<Float>& of) {
  char text[160];
  std::snprintf(text, sizeof(text), "%a in %u bins from %a to %a", double{of.value}, of.bins,
                double{of.lower}, double{of.upper});
  return text;
}

/// Compares the results of host code, and of kernels.
template <class Float>
void expect_bins(const std::vector<even_bin_case<Float>>& cases) {
  for (const auto& of : cases) {
    ASSERT_EQ(binning_of(of)(of.value), of.expected) << text_of(of);
    ASSERT_EQ(diatomic::detail::prepared(binning_of(of))(of.value), of.expected) << text_of(of);
  }
  const auto on_device = test::on_device(cases);
  auto direct = test::on_device(std::vector<unsigned>(cases.size(), 0));
  auto prepared = test::on_device(std::vector<unsigned>(cases.size(), 0));
  test::run({16, 128}, 0, bin_kernel{}, on_device.data(), cases.size(), direct.data(),
            prepared.data());
  const auto found = direct.download();
  const auto found_prepared = prepared.download();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    ASSERT_EQ(found[i], cases[i].expected) << text_of(cases[i]);
    ASSERT_EQ(found_prepared[i], cases[i].expected) << text_of(cases[i]);
  }
}

template <class Float>
class even_bins : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(even_bins, floats, test::type_names);

TYPED_TEST(even_bins, begin_at_integers) {
  std::vector<even_bin_case<TypeParam>> cases;
  for (unsigned n = 1; n <= 2000; ++n) {
    const basic_even_bin<TypeParam> bin_of{0, static_cast<TypeParam>(n), n};
    for (unsigned v = 0; v <= n; ++v) {
      const even_bin_case<TypeParam> of{0, bin_of.upper, n, static_cast<TypeParam>(v),
                                        std::min(v, n - 1)};
      ASSERT_EQ(bin_of(of.value), of.expected) << text_of(of);
      if (n % 100 == 49) cases.push_back(of);
    }
  }
  expect_bins(cases);
}

TYPED_TEST(even_bins, begin_at_rounded_edges) { expect_bins(test::even_bin_cases<TypeParam>()); }

/// Integers of any type, as mathematical numbers.
__extension__ using number = __int128;

template <class Integer>
number least_of() {
  return std::numeric_limits<Integer>::min();
}
template <class Integer>
number greatest_of() {
  return std::numeric_limits<Integer>::max();
}

enum class small : std::int8_t {};
enum class large : std::uint64_t {};

/// Calls `check` with a number of each integer type, and of enums.
template <class Check>
void for_each_integer(Check check) {
  check(std::int8_t{}), check(std::uint8_t{}), check(std::int16_t{}), check(std::uint16_t{});
  check(std::int32_t{}), check(std::uint32_t{}), check(std::int64_t{}), check(std::uint64_t{});
  check(small{}), check(large{});
}

/// Why `even_integer_bins` refuses such bins; empty if it makes them.
template <class Integer>
std::string refusal_of(number lower, number upper, unsigned bins) {
  if (bins == 0) return "bins is 0";
  if (upper <= lower) return "upper is not above lower";
  if (upper - lower > number{1} << 32) return "upper is more than 2^32 above lower";
  if (upper - 1 > greatest_of<Integer>()) {
    return "upper is more than one above the type's largest value";
  }
  return "";
}

std::string text_of(number v) {
  return std::to_string(static_cast<long long>(v >> 32)) + " * 2^32 + " +
         std::to_string(static_cast<unsigned>(v));
}

/// A binning of integers, and a value of another type. In kernels too.
template <class Integer, class T>
struct integer_bin_case {
  diatomic::even_integer_bin<Integer> bin_of;
  T value;
  unsigned expected;
};
struct integer_bin_kernel {
  template <class Integer, class T>
  DIATOMIC_DEVICE void operator()(const integer_bin_case<Integer, T>* cases, std::size_t n,
                                  unsigned* wrong) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      if (cases[i].bin_of(cases[i].value) != cases[i].expected) diatomic::store_add(wrong, 1u);
    }
  }
};

/// Values at and next to the ends of the bins, of their type, of multiples of 2^32 away, and at
/// edges between bins.
std::vector<number> values_near(number lower, number upper, unsigned bins,
                                std::mt19937_64& random) {
  std::vector<number> values;
  for (const number at : {lower, upper, number{0}, number{1} << 31, number{1} << 32,
                          number{1} << 63, number{1} << 64}) {
    for (const number lap : {number{0}, number{1} << 8, number{1} << 16, number{1} << 32}) {
      for (int off = -1; off <= 1; ++off) {
        values.push_back(at + off + lap);
        values.push_back(at + off - lap);
        values.push_back(off - at);
      }
    }
  }
  for (int i = 0; i < 6; ++i) {
    const number edge = lower + (upper - lower) * static_cast<number>(random() % bins) / bins;
    for (int off = -1; off <= 1; ++off) values.push_back(edge + off);
  }
  return values;
}

/// The bins of values of each type, against a division.
template <class Integer>
void expect_integer_bins(number lower, number upper, unsigned bins, std::mt19937_64& random) {
  const auto bin_of =
      diatomic::even_integer_bins(static_cast<Integer>(lower), static_cast<long long>(upper), bins);
  const std::vector<number> values = values_near(lower, upper, bins, random);
  for_each_integer([&](auto type) {
    using T = decltype(type);
    using base = typename diatomic::detail::integer_behind<T>::type;
    std::vector<integer_bin_case<Integer, T>> cases;
    for (const number v : values) {
      if (v < least_of<base>() || v > greatest_of<base>()) continue;
      const bool is_in = v >= lower && v < upper;
      const unsigned expected =
          is_in ? static_cast<unsigned>((v - lower) * bins / (upper - lower)) : no_bin;
      const T value = static_cast<T>(static_cast<base>(v));
      ASSERT_EQ(bin_of(value), expected)
          << text_of(v) << " of " << sizeof(T) << " bytes, " << bins << " bins from "
          << text_of(lower) << " to " << text_of(upper) << " of " << sizeof(Integer);
      cases.push_back({bin_of, value, expected});
    }
    if (random() % 64 != 0) return;
    auto wrong = test::on_device(std::vector<unsigned>{0});
    const auto on_device = test::on_device(cases);
    test::run({1, 64}, 0, integer_bin_kernel{}, on_device.data(), cases.size(), wrong.data());
    ASSERT_EQ(wrong.download()[0], 0u);
  });
}

template <class Integer>
class integer_bins : public testing::Test {};
using integers = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(integer_bins, integers, );

/// From and to the ends of the types and their neighbours, with few and with most bins. Takes one
/// in four of these binnings, or fewer of them in small tests.
TYPED_TEST(integer_bins, are_exact_or_refused) {
  std::mt19937_64 random(5);
  const auto one_in = static_cast<unsigned>(4 / std::clamp(test::scale(), 1.0 / 16, 1.0));
  std::vector<number> ends;
  for (const unsigned bits : {0u, 7u, 8u, 15u, 16u, 31u, 32u, 33u, 63u}) {
    for (int off = -1; off <= 1; ++off) {
      ends.push_back((number{1} << bits) + off);
      ends.push_back(off - (number{1} << bits));
    }
  }
  for (number lower : ends) {
    lower = std::clamp(lower, least_of<TypeParam>(), greatest_of<TypeParam>());
    std::vector<number> uppers = ends;
    for (const int off : {0, 1, 3}) {
      uppers.push_back(lower + off);
      uppers.push_back(lower + (number{1} << 32) - 2 + off);
      uppers.push_back(greatest_of<TypeParam>() + off);
    }
    for (const number upper : uppers) {
      if (upper < least_of<long long>() || upper > greatest_of<long long>()) continue;
      for (const unsigned bins : {0u, 1u, 3u, 256u, 65537u, ~0u, static_cast<unsigned>(random())}) {
        const std::string why = refusal_of<TypeParam>(lower, upper, bins);
        if (why.empty()) {
          if (random() % one_in == 0) expect_integer_bins<TypeParam>(lower, upper, bins, random);
          continue;
        }
        const std::string text = test::thrown_text<std::invalid_argument>([&] {
          diatomic::even_integer_bins(static_cast<TypeParam>(lower), static_cast<long long>(upper),
                                      bins);
        });
        ASSERT_EQ(text, "even_integer_bins: " + why)
            << text_of(lower) << " to " << text_of(upper) << ", " << bins;
      }
    }
  }
}

/// Each number that is a bin's, and those that are not, of each type.
TEST(value_bins, are_the_values) {
  for_each_integer([](auto type) {
    using T = decltype(type);
    using base = typename diatomic::detail::integer_behind<T>::type;
    for (const unsigned bits : {0u, 7u, 8u, 15u, 16u, 31u, 32u, 33u, 63u, 64u}) {
      for (int off = -2; off <= 1; ++off) {
        for (const number v : {(number{1} << bits) + off, off - (number{1} << bits)}) {
          if (v < least_of<base>() || v > greatest_of<base>()) continue;
          const bool is_bin = v >= 0 && v < number{no_bin};
          EXPECT_EQ(value_bin{}(static_cast<T>(static_cast<base>(v))),
                    is_bin ? static_cast<unsigned>(v) : no_bin)
              << text_of(v) << " of " << sizeof(T) << " bytes";
        }
      }
    }
  });
}

/// 16-bit floats of both formats, and values of integer types, are those numbers.
TYPED_TEST(even_bins, take_values_of_other_types) {
  const basic_even_bin<TypeParam> bin_of{-4, 4, 16};
  for (int eighth = -40; eighth <= 40; ++eighth) {
    const float v = static_cast<float>(eighth) / 8;
    const bool is_in = eighth >= -32 && eighth <= 32;
    const unsigned expected =
        is_in ? std::min(static_cast<unsigned>(eighth + 32) / 4, 15u) : no_bin;
    EXPECT_EQ(bin_of(v), expected) << v;
    EXPECT_EQ(bin_of(diatomic::half(v)), expected) << v;
    EXPECT_EQ(bin_of(diatomic::bfloat16(v)), expected) << v;
    if (eighth % 8 != 0) continue;
    EXPECT_EQ(bin_of(static_cast<std::int8_t>(eighth / 8)), expected) << v;
    EXPECT_EQ(bin_of(static_cast<std::int16_t>(eighth / 8)), expected) << v;
    EXPECT_EQ(bin_of(static_cast<std::uint16_t>(eighth / 8)), eighth < 0 ? no_bin : expected) << v;
  }
  const basic_even_bin<TypeParam> from_zero{0, 4, 4};
  EXPECT_EQ(from_zero(diatomic::detail::bits_as<float>(1u)), 0u);
  EXPECT_EQ(from_zero(diatomic::detail::bits_as<float>(0x80000001u)), no_bin) << "below zero";
}

}  // namespace
