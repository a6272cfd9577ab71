// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/reduction.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using namespace diatomic::kernels;
using diatomic::op;
using test::on_device;
using test::run;

/// The three ways to reduce, for one operation.
template <op Op, class T>
struct outcome {
  T by_atomics;
  T by_interleaved_tree;
  T by_sequential_tree;
};

template <op Op, class T, class Kernel>
T reduced(const std::vector<T>& input, T start, launch_shape shape, std::size_t shared_bytes,
          Kernel kernel) {
  auto values = on_device(input);
  auto total = on_device(std::vector<T>{start});
  run(shape, shared_bytes, kernel, values.data(), input.size(), total.data());
  return total.download()[0];
}

template <op Op, class T>
outcome<Op, T> all_ways(const std::vector<T>& input, launch_shape shape,
                        T start = identity_v<Op, T>) {
  using interleaved = reduce_by_tree<Op, stride_order::interleaved>;
  using sequential = reduce_by_tree<Op, stride_order::sequential>;
  return {reduced<Op>(input, start, shape, 0, reduce_by_atomics<Op>{}),
          reduced<Op>(input, start, shape, interleaved::template shared_bytes<T>(shape.block),
                      interleaved{}),
          reduced<Op>(input, start, shape, sequential::template shared_bytes<T>(shape.block),
                      sequential{})};
}

template <op Op, class T>
void expect_all(const outcome<Op, T>& found, T expected) {
  EXPECT_EQ(found.by_atomics, expected) << "one atomic an element";
  EXPECT_EQ(found.by_interleaved_tree, expected) << "tree, interleaved strides";
  EXPECT_EQ(found.by_sequential_tree, expected) << "tree, sequential strides";
}

template <class T>
class reduction : public testing::Test {
 protected:
  /// Whole numbers, of both signs where T has them. Their sums are exact in every T.
  static std::vector<T> whole_numbers(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<T> values(n);
    for (T& value : values) {
      const int number = static_cast<int>(random() % 17) - (std::is_signed_v<T> ? 8 : 0);
      value = static_cast<T>(number);
    }
    return values;
  }

  static T serial_sum(const std::vector<T>& values) {
    std::int64_t sum = 0;
    for (const T value : values) sum += static_cast<std::int64_t>(value);
    return static_cast<T>(sum);
  }

  /// Random bits as numbers: all magnitudes, and both ends of the type's range among them.
  static std::vector<T> wild_numbers(std::size_t n, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> values(n);
    for (T& value : values) {
      if constexpr (std::is_floating_point_v<T>) {
        const double mantissa = static_cast<double>(random()) / 1.0e18 - 9.0;
        value = static_cast<T>(std::ldexp(mantissa, static_cast<int>(random() % 60) - 30));
      } else {
        value = static_cast<T>(random());
      }
    }
    return values;
  }
};

using numbers = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long,
                               float, double>;
TYPED_TEST_SUITE(reduction, numbers, test::type_names);

TYPED_TEST(reduction, sum) {
  const std::vector<TypeParam> input = this->whole_numbers(scaled(1u << 18, 3000), 1);
  expect_all(all_ways<op::add>(input, {12, 256}), this->serial_sum(input));
}

// Long enough that threads of the host, too, get into each other's way.
TYPED_TEST(reduction, loses_no_update) {
  const std::vector<TypeParam> ones(scaled(1u << 20, 3000), TypeParam{1});
  expect_all(all_ways<op::add>(ones, {16, 256}), static_cast<TypeParam>(ones.size()));
}

TYPED_TEST(reduction, minimum) {
  const std::vector<TypeParam> input = this->wild_numbers(scaled(1u << 18, 3000), 2);
  TypeParam expected = input[0];
  for (const TypeParam value : input) {
    if (value < expected) expected = value;
  }
  expect_all(all_ways<op::min>(input, {12, 256}), expected);
}

TYPED_TEST(reduction, maximum) {
  const std::vector<TypeParam> input = this->wild_numbers(scaled(1u << 18, 3000), 3);
  TypeParam expected = input[0];
  for (const TypeParam value : input) {
    if (value > expected) expected = value;
  }
  expect_all(all_ways<op::max>(input, {12, 256}), expected);
}

// The one that matters stands at the end of the array, and is the only one that is not ordinary.
TYPED_TEST(reduction, finds_a_single_extreme_anywhere) {
  constexpr std::size_t n = 700;
  for (const std::size_t place : {std::size_t{0}, std::size_t{31}, std::size_t{350}, n - 1}) {
    std::vector<TypeParam> input(n, TypeParam{5});
    input[place] = TypeParam{1};
    expect_all(all_ways<op::min>(input, {3, 96}), TypeParam{1});
    input[place] = TypeParam{9};
    expect_all(all_ways<op::max>(input, {3, 96}), TypeParam{9});
  }
}

TYPED_TEST(reduction, of_few_elements_in_any_shape) {
  for (const launch_shape shape : test::shapes()) {
    for (const std::size_t n : {1u, 2u, 31u, 33u, 257u, 1001u}) {
      SCOPED_TRACE(testing::Message() << n << " elements, " << testing::PrintToString(shape));
      // Ones: a value combined twice, or not at all, shows.
      expect_all(all_ways<op::add>(std::vector<TypeParam>(n, TypeParam{1}), shape),
                 static_cast<TypeParam>(n));
    }
  }
}

TYPED_TEST(reduction, of_nothing_leaves_the_start) {
  const std::vector<TypeParam> nothing;
  expect_all(all_ways<op::add>(nothing, {2, 64}), TypeParam{0});
  expect_all(all_ways<op::add>(nothing, {2, 64}, TypeParam{7}), TypeParam{7});
  expect_all(all_ways<op::min>(nothing, {2, 64}, TypeParam{7}), TypeParam{7});
  expect_all(all_ways<op::max>(nothing, {2, 64}, TypeParam{7}), TypeParam{7});
}

// Nothing but the values that are nearest to the identities, so that a wrong identity wins.
TYPED_TEST(reduction, starts_from_a_value_that_changes_nothing) {
  constexpr TypeParam least = std::numeric_limits<TypeParam>::lowest();
  constexpr TypeParam most = std::numeric_limits<TypeParam>::max();
  expect_all(all_ways<op::max>(std::vector<TypeParam>(300, least), {2, 64}), least);
  expect_all(all_ways<op::min>(std::vector<TypeParam>(300, most), {2, 64}), most);
}

TYPED_TEST(reduction, counts_the_start) {
  const std::vector<TypeParam> input = {4, 6, 5};
  expect_all(all_ways<op::add>(input, {1, 32}, TypeParam{100}), TypeParam{115});
  expect_all(all_ways<op::min>(input, {1, 32}, TypeParam{3}), TypeParam{3});
  expect_all(all_ways<op::max>(input, {1, 32}, TypeParam{7}), TypeParam{7});
}

template <class T>
class integer_reduction : public testing::Test {};
using integers = testing::Types<int, unsigned, long, unsigned long long>;
TYPED_TEST_SUITE(integer_reduction, integers, test::type_names);

TYPED_TEST(integer_reduction, wraps) {
  constexpr TypeParam most = std::numeric_limits<TypeParam>::max();
  std::vector<TypeParam> input(scaled(3000, 300), most);
  std::uint64_t expected = 0;
  for (const TypeParam value : input) expected += static_cast<std::uint64_t>(value);
  expect_all(all_ways<op::add>(input, {3, 64}), static_cast<TypeParam>(expected));
}

template <class T>
class float_reduction : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(float_reduction, floats, test::type_names);

// Whatever the order of summation, n - 1 roundings leave the sum within (n - 1) u S / (1 - (n - 1)
// u) of the exact one, where S is the sum of the magnitudes and u half an epsilon.
TYPED_TEST(float_reduction, sum_stays_within_the_bound_of_its_roundings) {
  const std::size_t n = scaled(1u << 14, 2000);
  std::mt19937 random(4);
  std::uniform_real_distribution<TypeParam> draw(-1, 2);
  std::vector<TypeParam> input(n);
  long double sum = 0;
  long double magnitudes = 0;
  for (TypeParam& value : input) {
    value = draw(random);
    sum += value;
    magnitudes += std::abs(value);
  }
  const long double roundings =
      static_cast<long double>(n) * std::numeric_limits<TypeParam>::epsilon() / 2;
  const auto bound = static_cast<double>(roundings / (1 - roundings) * magnitudes);
  const outcome<op::add, TypeParam> found = all_ways<op::add>(input, {8, 128});
  EXPECT_NEAR(found.by_atomics, static_cast<double>(sum), bound);
  EXPECT_NEAR(found.by_interleaved_tree, static_cast<double>(sum), bound);
  EXPECT_NEAR(found.by_sequential_tree, static_cast<double>(sum), bound);
}

TYPED_TEST(float_reduction, orders_the_zeros_and_takes_infinities) {
  const auto negative = [](TypeParam value) { return std::signbit(value); };
  const std::vector<TypeParam> zeros = {TypeParam{0}, -TypeParam{0}, TypeParam{0}};
  const outcome<op::min, TypeParam> least = all_ways<op::min>(zeros, {1, 32});
  const outcome<op::max, TypeParam> most = all_ways<op::max>(zeros, {1, 32});
  expect_all(least, TypeParam{0});
  expect_all(most, TypeParam{0});
  EXPECT_TRUE(negative(least.by_atomics) && negative(least.by_interleaved_tree) &&
              negative(least.by_sequential_tree));
  EXPECT_FALSE(negative(most.by_atomics) || negative(most.by_interleaved_tree) ||
               negative(most.by_sequential_tree));

  constexpr TypeParam inf = std::numeric_limits<TypeParam>::infinity();
  const std::vector<TypeParam> ends = {1, -inf, 2, inf, 3};
  expect_all(all_ways<op::min>(ends, {1, 32}), -inf);
  expect_all(all_ways<op::max>(ends, {1, 32}), inf);
}

TYPED_TEST(float_reduction, of_negative_numbers_only) {
  std::vector<TypeParam> input;
  for (int i = 1; i <= 500; ++i) input.push_back(static_cast<TypeParam>(-i) / 4);
  expect_all(all_ways<op::min>(input, {2, 96}), TypeParam{-125});
  expect_all(all_ways<op::max>(input, {2, 96}), TypeParam{-0.25});
}

}  // namespace
