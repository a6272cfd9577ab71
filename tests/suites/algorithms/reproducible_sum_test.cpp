// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/reproducible_sum.hpp>

#include "support/exact_oracle.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::exact_sum;
using test::guarded_array;
using test::on_device;
using test::word_of;
using test::exact::bits_of;
using test::exact::from_bits;
using test::exact::layout;
using test::exact::oracle;

template <class T>
T summed(const std::vector<T>& input, std::size_t offset = 0) {
  std::vector<T> all(offset, T{77});
  all.insert(all.end(), input.begin(), input.end());
  const auto values = on_device(all);
  auto result = on_device(std::vector<T>{T{99}});
  guarded_array<unsigned char> temp(diatomic::reproducible_sum_temp_bytes<T>(input.size()));
  temp.fill_bytes(0xcd);
  diatomic::stream on;
  diatomic::reproducible_sum(on, values.data() + offset, input.size(), result.data(), temp.data(),
                             temp.size());
  guarded_array<diatomic::exact_sum<T>> exact(1);
  temp.fill_bytes(0xcd);
  diatomic::reproducible_sum(on, values.data() + offset, input.size(), exact.data(), temp.data(),
                             temp.size());
  on.synchronize();
  const T rounded = result.download()[0];
  EXPECT_EQ(bits_of(exact.download()[0].value()), bits_of(rounded)) << "not rounded";
  return rounded;
}

/// The kernel of `reproducible_sum`, in a shape of the test's choice.
template <class T>
T summed_in(test::launch_shape shape, bool in_stretches, const std::vector<T>& input) {
  const auto values = on_device(input);
  guarded_array<T> result(1);
  guarded_array<unsigned char> temp(diatomic::detail::exact_memory<T>::bytes(shape.grid));
  temp.fill_bytes(0xcd);
  const T* const first = values.data();
  const diatomic::detail::walk_shares shares(first, input.size(),
                                             {shape.grid, shape.block, in_stretches},
                                             diatomic::detail::exact_vectors);
  const auto run = [&](auto kernel) {
    test::run(shape, diatomic::reproducible_accumulator<T>::shared_bytes(shape.block), kernel,
              first, shares, result.data(), static_cast<void*>(temp.data()),
              diatomic::detail::next_signature());
    return result.download()[0];
  };
  const T sum = run(diatomic::detail::reproducible_kernel<T, false>{});
  if (shape.grid == 1 && shares.rounds == 0) {
    EXPECT_EQ(bits_of(run(diatomic::detail::reproducible_kernel<T, true>{})), bits_of(sum));
  }
  return sum;
}

/// Numbers of all signs, whose exponents take `spread` values around that of 1.
template <class T>
std::vector<T> numbers(std::size_t n, unsigned spread) {
  constexpr int fraction = layout<T>::fraction_bits;
  std::uint64_t state = 12345;
  const auto draw = [&state] {
    return state = state * 6364136223846793005u + 1442695040888963407u;
  };
  std::vector<T> values(n);
  for (T& v : values) {
    const auto low = static_cast<word_of<T>>(draw() >> (64 - fraction));
    const std::uint64_t second = draw();
    const auto exponent =
        static_cast<word_of<T>>(layout<T>::exponents / 2 - spread / 2 + (second >> 33) % spread);
    const auto sign = static_cast<word_of<T>>(second >> 63);
    v = from_bits<T>(sign << (8 * sizeof(T) - 1) | exponent << fraction | low);
  }
  return values;
}

template <class T>
class reproducible : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(reproducible, floats, test::type_names);

// Computed elsewhere, with integers of any length.
TEST(reproducible_bits, are_the_same_on_every_backend) {
  constexpr std::size_t n = 5000;
  EXPECT_EQ(bits_of(summed(numbers<float>(n, 1))), 0xc19e53ecu);
  EXPECT_EQ(bits_of(summed(numbers<float>(n, 20))), 0x460d4f41u);
  EXPECT_EQ(bits_of(summed(numbers<float>(n, 60))), 0x507b4cfdu);
  EXPECT_EQ(bits_of(summed(numbers<float>(n, 200))), 0xf28022deu);
  EXPECT_EQ(bits_of(summed(numbers<double>(n, 1))), 0xc033ca7d5811e891u);
  EXPECT_EQ(bits_of(summed(numbers<double>(n, 20))), 0x40c1a9e82ea6aa3eu);
  EXPECT_EQ(bits_of(summed(numbers<double>(n, 60))), 0x420f699fca5ff333u);
  EXPECT_EQ(bits_of(summed(numbers<double>(n, 2000))), 0xfe85c7988f9f368eu);
}

TYPED_TEST(reproducible, sum_is_the_exact_one_rounded) {
  for (const unsigned spread : {1u, 12u, 24u, 30u, 60u, 250u}) {
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{31}, std::size_t{32},
          std::size_t{33}, std::size_t{1000}, scaled(1u << 16, 5003)}) {
      const std::vector<TypeParam> input = numbers<TypeParam>(n, spread);
      EXPECT_EQ(bits_of(summed(input, n % 4)), bits_of(oracle(input))) << n << ", " << spread;
    }
  }
  const std::vector<TypeParam> many = numbers<TypeParam>(scaled(1u << 20, 6000), 40);
  EXPECT_EQ(bits_of(summed(many)), bits_of(oracle(many)));
}

// Around the numbers of vectors at which one block takes more of them at once, or more than once.
TYPED_TEST(reproducible, sum_of_what_one_block_takes_at_once) {
  constexpr std::size_t width = 16 / sizeof(TypeParam);
  for (const std::size_t vectors : {1u, 2u, diatomic::detail::exact_vectors}) {
    const std::size_t n = vectors * diatomic::detail::walk_block * width;
    for (const std::size_t more : {std::size_t{0}, std::size_t{1}, width, width + 1}) {
      const std::vector<TypeParam> below = numbers<TypeParam>(n - more, 20);
      EXPECT_EQ(bits_of(summed(below)), bits_of(oracle(below))) << n << " - " << more;
      const std::vector<TypeParam> above = numbers<TypeParam>(n + more, 20);
      EXPECT_EQ(bits_of(summed(above, more % 4)), bits_of(oracle(above))) << n << " + " << more;
    }
  }
}

TYPED_TEST(reproducible, sum_does_not_depend_on_the_shape) {
  const std::vector<TypeParam> input = numbers<TypeParam>(scaled(1u << 16, 4001) + 3, 50);
  const word_of<TypeParam> expected = bits_of(oracle(input));
  std::vector<test::launch_shape> shapes = test::shapes();
  for (const unsigned grid : {1u, 2u, 7u, 31u, 64u}) {
    for (const unsigned block : {1u, 32u, 96u, 250u}) shapes.push_back({grid, block});
  }
  for (const test::launch_shape shape : shapes) {
    for (const bool in_stretches : {false, true}) {
      EXPECT_EQ(bits_of(summed_in(shape, in_stretches, input)), expected)
          << testing::PrintToString(shape);
    }
  }
}

TYPED_TEST(reproducible, sum_does_not_depend_on_the_order) {
  std::vector<TypeParam> input = numbers<TypeParam>(scaled(1u << 14, 3001), 80);
  const word_of<TypeParam> expected = bits_of(summed(input));
  std::mt19937 random(5);
  for (int i = 0; i < 10; ++i) {
    std::shuffle(input.begin(), input.end(), random);
    EXPECT_EQ(bits_of(summed(input)), expected);
  }
  std::sort(input.begin(), input.end());
  EXPECT_EQ(bits_of(summed(input)), expected);
  std::reverse(input.begin(), input.end());
  EXPECT_EQ(bits_of(summed(input)), expected);
}

TYPED_TEST(reproducible, sum_is_the_same_every_run) {
  const std::size_t n = scaled(1u << 16, 20000);
  const auto values = on_device(numbers<TypeParam>(n, 30));
  const std::size_t runs = scaled(1000, 10);
  guarded_array<TypeParam> results(runs);
  guarded_array<unsigned char> temp(diatomic::reproducible_sum_temp_bytes<TypeParam>(n));
  diatomic::stream on;
  for (std::size_t i = 0; i < runs; ++i) {
    diatomic::reproducible_sum(on, values.data(), n, results.data() + i, temp.data(), temp.size());
  }
  on.synchronize();
  const std::vector<TypeParam> found = results.download();
  for (const TypeParam v : found) ASSERT_EQ(bits_of(v), bits_of(found[0]));
}

struct add_up {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, exact_sum<T>* total) const {
    diatomic::reproducible_accumulator<T> sum(diatomic::shared_array<std::uint64_t>());
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      sum.add(input[i]);
    }
    const exact_sum<T>* all = sum.finish();
    if (diatomic::thread_index() == 0) total->add_atomically(*all);
  }
};

/// The sum of a kernel that adds one element after the other.
template <class T>
exact_sum<T> added_up(test::launch_shape shape, const std::vector<T>& input) {
  const auto values = on_device(input);
  guarded_array<exact_sum<T>> total(1);
  total.fill_bytes(0);
  test::run(shape, diatomic::reproducible_accumulator<T>::shared_bytes(shape.block), add_up{},
            static_cast<const T*>(values.data()), input.size(), total.data());
  return total.download()[0];
}

// So much for one thread that its integers must be brought away many times: just under each power
// of two of the window, up to the greatest, of which 4096 make an integer overflow.
TYPED_TEST(reproducible, sum_of_many_elements_of_one_thread) {
  using window = diatomic::detail::exact_window<TypeParam>;
  constexpr int fraction = layout<TypeParam>::fraction_bits;
  const std::size_t n = scaled(70000, 20000);
  for (const unsigned exponent : {window::usual_base, window::usual_base + window::exponents - 1}) {
    for (const bool negative : {false, true}) {
      const auto next = static_cast<word_of<TypeParam>>(exponent + 1);
      const TypeParam v = from_bits<TypeParam>((next << fraction) - 1);
      const std::vector<TypeParam> input(n, negative ? -v : v);
      const word_of<TypeParam> expected = bits_of(oracle(input));
      EXPECT_EQ(bits_of(summed_in({1, 1}, true, input)), expected) << v;
      EXPECT_EQ(bits_of(added_up({1, 1}, input).value()), expected) << v;
    }
  }
  const std::vector<TypeParam> mixed = numbers<TypeParam>(n, 30);
  EXPECT_EQ(bits_of(summed_in({1, 1}, true, mixed)), bits_of(oracle(mixed)));
}

/// The first number above the last window: infinity of floats, 2^1022 of doubles.
TYPED_TEST(reproducible, sum_of_numbers_right_above_the_last_window) {
  using window = diatomic::detail::exact_window<TypeParam>;
  constexpr int fraction = layout<TypeParam>::fraction_bits;
  const auto of_exponent = [](unsigned exponent) {
    return from_bits<TypeParam>(static_cast<word_of<TypeParam>>(exponent) << fraction);
  };
  const TypeParam above = of_exponent(window::last_base + window::exponents);
  const TypeParam great = of_exponent(window::last_base + window::exponents - 5);
  std::vector<TypeParam> input(scaled(20000, 3000), great);
  for (std::size_t i = 0; i < input.size(); i += 2) input[i] = -great;
  for (std::size_t i = 107; i < input.size(); i += 100) {
    input[i] = above;
    if (!std::isinf(above)) input[i - 50] = -above;
  }
  const word_of<TypeParam> expected = bits_of(std::isinf(above) ? above : oracle(input));
  EXPECT_EQ(bits_of(summed(input)), expected);
  EXPECT_EQ(bits_of(summed_in({1, 1}, true, input)), expected);
  EXPECT_EQ(bits_of(added_up({1, 1}, input).value()), expected);
}

/// Sums in shapes whose threads, warps and blocks get different parts of the input, by the kernel
/// and by an accumulator that adds the elements one by one.
template <class T>
void expect_exact_everywhere(const std::vector<T>& input) {
  const word_of<T> expected = bits_of(oracle(input));
  EXPECT_EQ(bits_of(summed(input, 1)), expected);
  for (const test::launch_shape shape : {test::launch_shape{1, 1}, test::launch_shape{1, 64},
                                         test::launch_shape{3, 100}, test::launch_shape{2, 256}}) {
    SCOPED_TRACE(testing::PrintToString(shape));
    EXPECT_EQ(bits_of(summed_in(shape, false, input)), expected);
    EXPECT_EQ(bits_of(summed_in(shape, true, input)), expected);
    EXPECT_EQ(bits_of(added_up(shape, input).value()), expected);
  }
}

/// 2^power, or as near as T comes to it.
template <class T>
T power_of_two(int power) {
  return static_cast<T>(std::ldexp(T{1}, power));
}

// Whatever the magnitude, and where it changes from thread to thread, from warp to warp or from
// block to block: windows differ, and some elements are in none.
TYPED_TEST(reproducible, sum_of_parts_of_different_magnitude) {
  const std::size_t n = scaled(20000, 6001);
  const std::vector<TypeParam> around_one = numbers<TypeParam>(n, 8);
  for (const int step : {20, 40, 45, 90, 110}) {
    for (const std::size_t length : {std::size_t{1}, std::size_t{4}, std::size_t{16},
                                     std::size_t{32}, std::size_t{64}, std::size_t{1000}, n / 3}) {
      SCOPED_TRACE(std::to_string(step) + " powers of two between parts of " +
                   std::to_string(length));
      std::vector<TypeParam> input = around_one;
      for (std::size_t i = 0; i < n; ++i) {
        input[i] *= power_of_two<TypeParam>((static_cast<int>(i / length % 3) - 1) * step);
      }
      EXPECT_EQ(bits_of(summed(input)), bits_of(oracle(input)));
      EXPECT_EQ(bits_of(summed_in({3, 100}, true, input)), bits_of(oracle(input)));
      EXPECT_EQ(bits_of(added_up({2, 64}, input).value()), bits_of(oracle(input)));
    }
  }
}

// From the subnormals to the greatest numbers, with some that are much smaller or zero.
TYPED_TEST(reproducible, sum_of_any_magnitude) {
  constexpr int fraction = layout<TypeParam>::fraction_bits;
  constexpr int greatest = layout<TypeParam>::exponents - 1;
  const std::size_t n = scaled(4000, 2003);
  std::mt19937_64 random(7);
  for (int exponent = 0; exponent <= greatest; exponent += sizeof(TypeParam) == 4 ? 11 : 67) {
    SCOPED_TRACE(exponent);
    std::vector<TypeParam> input(n);
    for (std::size_t i = 0; i < n; ++i) {
      const int below = i % 50 == 0 ? 60 : i % 7 == 0 ? 30 : static_cast<int>(random() % 4);
      const auto at = static_cast<word_of<TypeParam>>(std::max(exponent - below, 0));
      input[i] = from_bits<TypeParam>(at << fraction |
                                      static_cast<word_of<TypeParam>>(random() >> (64 - fraction)));
      if (random() % 2 == 0) input[i] = -input[i];
      if (i % 11 == 0) input[i] = 0;
    }
    expect_exact_everywhere(input);
  }
}

// All carries of a limb, and borrows through all limbs: just around powers of two of each place.
TYPED_TEST(reproducible, sum_that_carries_from_limb_to_limb) {
  for (int power = -60; power <= 12; ++power) {
    SCOPED_TRACE(power);
    const TypeParam v = power_of_two<TypeParam>(power);
    const TypeParam tiny = power_of_two<TypeParam>(-64);
    std::vector<TypeParam> input(257, v);
    input.push_back(-tiny);
    EXPECT_EQ(bits_of(summed(input)), bits_of(oracle(input)));
    for (TypeParam& x : input) x = -x;
    EXPECT_EQ(bits_of(summed(input)), bits_of(oracle(input)));
    // All but the last unit goes away.
    input.assign(600, v);
    for (std::size_t i = 0; i < 600; i += 2) input[i] = -v;
    input.push_back(tiny);
    EXPECT_EQ(summed(input), tiny);
    input.back() = -tiny;
    EXPECT_EQ(summed(input), -tiny);
    input.pop_back();
    EXPECT_EQ(bits_of(summed(input)), 0u);
  }
}

// The greatest limbs that a block, and the blocks of a launch, can have of one sign.
TYPED_TEST(reproducible, sum_of_many_greatest_elements_of_a_window) {
  constexpr int fraction = layout<TypeParam>::fraction_bits;
  const std::size_t n = scaled(std::size_t{1} << 20, 40001);
  const auto one_below = static_cast<word_of<TypeParam>>(word_of<TypeParam>{1} << fraction) - 1;
  for (const TypeParam sign : {TypeParam{1}, TypeParam{-1}}) {
    const TypeParam v = sign * from_bits<TypeParam>(bits_of(TypeParam{1}) |
                                                    static_cast<word_of<TypeParam>>(one_below));
    std::vector<TypeParam> input(n, v);
    // A sample that is small: so the window's highest exponent is that of the others.
    for (std::size_t k = 0; k < 32; ++k) {
      input[k * n / 32] = power_of_two<TypeParam>(sizeof(TypeParam) == 4 ? -8 : -11);
    }
    const word_of<TypeParam> expected = bits_of(oracle(input));
    EXPECT_EQ(bits_of(summed(input)), expected);
    EXPECT_EQ(bits_of(summed(input, 3)), expected);
    EXPECT_EQ(bits_of(summed_in({7, 256}, false, input)), expected);
    EXPECT_EQ(bits_of(summed_in({1, 1}, false, input)), expected);
  }
}

// The numbers nearest to where a window ends, at both ends: its base is chosen after the others.
TYPED_TEST(reproducible, sum_of_numbers_at_the_ends_of_a_window) {
  using window = diatomic::detail::exact_window<TypeParam>;
  constexpr int fraction = layout<TypeParam>::fraction_bits;
  constexpr int of_one = layout<TypeParam>::exponents / 2;
  constexpr int end = of_one + (sizeof(TypeParam) == 4 ? 8 : 11) + 1;
  constexpr int size = static_cast<int>(window::exponents);
  constexpr auto ones = static_cast<word_of<TypeParam>>((word_of<TypeParam>{1} << fraction) - 1);
  for (const int boundary : {end, end - size, end - size - 48}) {
    for (const int exponent : {boundary - 1, boundary, boundary + 1}) {
      for (const word_of<TypeParam> low :
           {word_of<TypeParam>{0}, word_of<TypeParam>{1}, word_of<TypeParam>{3}, ones}) {
        const auto upper = static_cast<word_of<TypeParam>>(exponent);
        const TypeParam v = from_bits<TypeParam>(upper << fraction | low);
        for (const TypeParam edge : {v, -v}) {
          std::vector<TypeParam> input(3200, TypeParam{1});
          for (std::size_t i = 7; i < input.size(); i += 100) input[i] = edge;
          for (std::size_t i = 9; i < input.size(); i += 2) input[i] = -1;
          EXPECT_EQ(bits_of(summed(input)), bits_of(oracle(input))) << edge;
          input.assign(3200, edge);
          for (std::size_t k = 0; k < 32; ++k) input[k * 100] = 1;
          EXPECT_EQ(bits_of(summed(input)), bits_of(oracle(input))) << edge;
        }
      }
    }
  }
}

/// A function of the element's number, for numbers that are in no array.
template <class T>
struct mixed_elements {
  DIATOMIC_FUNCTION T operator()(std::size_t i) const {
    const auto v = static_cast<T>(static_cast<int>(i * 2654435761u % 2001) - 1000);
    return i % 97 == 3 ? v * T{1e30f} : i % 89 == 5 ? v * T{1e-20f} : v;
  }
};

TYPED_TEST(reproducible, sum_of_a_function) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{70}, scaled(100000, 9001)}) {
    const mixed_elements<TypeParam> element;
    std::vector<TypeParam> input(n);
    for (std::size_t i = 0; i < n; ++i) input[i] = element(i);
    guarded_array<TypeParam> result(1);
    guarded_array<unsigned char> temp(diatomic::reproducible_sum_temp_bytes<TypeParam>(n));
    temp.fill_bytes(0xcd);
    diatomic::stream on;
    diatomic::reproducible_sum(on, element, n, result.data(), temp.data(), temp.size());
    on.synchronize();
    EXPECT_EQ(bits_of(result.download()[0]), bits_of(oracle(input))) << n;
  }
}

// Some blocks have nothing but their limbs, others spill, and some see what is no number.
TYPED_TEST(reproducible, sum_of_blocks_of_which_some_spill) {
  const std::size_t n = scaled(std::size_t{1} << 19, 60001);
  const std::vector<TypeParam> around_one = numbers<TypeParam>(n, 8);
  const TypeParam outlier = power_of_two<TypeParam>(100);
  for (const std::size_t place : {std::size_t{1}, n / 2 + 1, n - 2}) {
    std::vector<TypeParam> input = around_one;
    input[place] = outlier;
    EXPECT_EQ(bits_of(summed(input)), bits_of(oracle(input))) << place;
    input[n - 1 - place] = -outlier;
    EXPECT_EQ(bits_of(summed(input)), bits_of(oracle(input))) << place;
    EXPECT_EQ(bits_of(summed_in({40, 64}, true, input)), bits_of(oracle(input))) << place;
    input[n / 3] = std::numeric_limits<TypeParam>::infinity();
    EXPECT_EQ(summed(input), std::numeric_limits<TypeParam>::infinity()) << place;
  }
}

/// One thread's columns, as if billions of elements had been added: each digit's word holds much
/// more than the digit. Then a carry, and what the words hold.
template <class T>
struct carry_in_columns {
  static constexpr unsigned digits = diatomic::detail::exact_format<T>::digits;

  DIATOMIC_DEVICE void operator()(std::uint64_t* words, std::uint32_t* sums, bool negative) const {
    std::uint64_t* const shared = diatomic::shared_array<std::uint64_t>();
    diatomic::detail::exact_columns<T> columns(shared);
    auto* const before = reinterpret_cast<std::uint32_t*>(columns.end());
    std::uint32_t* const after = before + digits;
    for (unsigned k = 0; k < digits; ++k) {
      before[k] = after[k] = 0;
      const std::uint64_t held = (std::uint64_t{k} + 1) << 40 | (7 * k + 3);
      shared[k] = negative ? 0 - held : held;
    }
    columns.gather(before);
    for (unsigned i = 0; i < 5000; ++i) columns.template deposit<33>(0, 0, false);
    columns.carry_in_time();
    columns.gather(after);
    for (unsigned k = 0; k < digits; ++k) words[k] = shared[k];
    for (unsigned k = 0; k < 2 * digits; ++k) sums[k] = before[k];
  }
};

TYPED_TEST(reproducible, carries_leave_no_word_beyond_its_digit) {
  using kernel = carry_in_columns<TypeParam>;
  constexpr unsigned digits = kernel::digits;
  for (const bool negative : {false, true}) {
    SCOPED_TRACE(negative);
    guarded_array<std::uint64_t> words(digits);
    guarded_array<std::uint32_t> sums(2 * digits);
    test::run({1, 1}, diatomic::detail::exact_columns<TypeParam>::shared_bytes(1) + 8 * digits,
              kernel{}, words.data(), sums.data(), negative);
    const std::vector<std::uint32_t> sum = sums.download();
    const std::vector<std::uint64_t> held = words.download();
    for (unsigned k = 0; k < digits; ++k) {
      EXPECT_EQ(sum[digits + k], sum[k]) << k;
      const auto word = static_cast<std::int64_t>(held[k]);
      EXPECT_LT(word, std::int64_t{1} << 33) << k;
      EXPECT_GT(word, -(std::int64_t{1} << 33)) << k;
    }
  }
}

TYPED_TEST(reproducible, sum_of_what_cancels) {
  std::vector<TypeParam> input = numbers<TypeParam>(3000, 200);
  std::vector<TypeParam> both = input;
  for (const TypeParam v : input) both.push_back(-v);
  EXPECT_EQ(bits_of(summed(both)), 0u);
  const auto least = std::numeric_limits<TypeParam>::denorm_min();
  both.push_back(least);
  std::shuffle(both.begin(), both.end(), std::mt19937(6));
  EXPECT_EQ(bits_of(summed(both)), 1u);
  both.push_back(-least);
  both.push_back(-least);
  EXPECT_EQ(bits_of(summed(both)), bits_of(-least));
  const TypeParam big = static_cast<TypeParam>(1e30);
  EXPECT_EQ(summed(std::vector<TypeParam>{big, 1, -big}), TypeParam{1});
}

TYPED_TEST(reproducible, sum_at_the_ends_of_the_range) {
  using limits = std::numeric_limits<TypeParam>;
  using list = std::vector<TypeParam>;
  constexpr TypeParam most = limits::max();
  constexpr TypeParam least = limits::denorm_min();
  constexpr TypeParam inf = limits::infinity();
  EXPECT_EQ(summed(list{most, most, -most}), most);
  EXPECT_EQ(summed(list{most, most}), inf);
  EXPECT_EQ(summed(list{-most, -most}), -inf);
  EXPECT_EQ(summed(list{most}), most);
  // Half a unit more is infinite, anything less is not.
  const TypeParam half =
      static_cast<TypeParam>(std::ldexp(1.0, sizeof(TypeParam) == 4 ? 103 : 970));
  EXPECT_EQ(summed(list{most, half}), inf);
  EXPECT_EQ(summed(list{most, half, -least}), most);
  EXPECT_EQ(bits_of(summed(list(1000, least))), 1000u);
  EXPECT_EQ(bits_of(summed(list{limits::min(), -least})), bits_of(limits::min()) - 1);
  EXPECT_EQ(bits_of(summed(list{})), 0u);
  EXPECT_EQ(bits_of(summed(list(50, -TypeParam{0}))), 0u);
}

TYPED_TEST(reproducible, sum_rounds_to_even) {
  using list = std::vector<TypeParam>;
  const TypeParam one = 1;
  const TypeParam half_unit = std::numeric_limits<TypeParam>::epsilon() / 2;
  const TypeParam least = std::numeric_limits<TypeParam>::denorm_min();
  EXPECT_EQ(summed(list{one, half_unit}), one);
  EXPECT_EQ(summed(list{one, half_unit, least}), one + 2 * half_unit);
  EXPECT_EQ(summed(list{one, half_unit, -least}), one);
  EXPECT_EQ(summed(list{one, 3 * half_unit}), one + 4 * half_unit);
  EXPECT_EQ(summed(list{-one, -half_unit, -least}), -one - 2 * half_unit);
}

struct add_up_in_turn {
  /// One accumulator for all parts of `n` numbers each, in words that hold something else before.
  template <class T>
  DIATOMIC_DEVICE void operator()(std::size_t words, const T* input, std::size_t n, unsigned parts,
                                  exact_sum<T>* totals) const {
    for (std::size_t i = diatomic::thread_index(); i < words; i += diatomic::block_size()) {
      diatomic::shared_array<unsigned>()[i] = ~0u;
    }
    diatomic::sync_block();
    diatomic::reproducible_accumulator<T> sum(diatomic::shared_array<std::uint64_t>());
    for (unsigned part = 0; part < parts; ++part) {
      for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
        sum.add(input[part * n + i]);
      }
      const exact_sum<T>* all = sum.finish();
      if (diatomic::thread_index() == 0) totals[part].add_atomically(*all);
      diatomic::sync_block();
      sum.clear();
      diatomic::sync_block();
    }
  }
};

// Infinities, NaNs, outliers and windows of one sum are none of the next one's.
TYPED_TEST(reproducible, accumulator_forgets_what_it_had) {
  using limits = std::numeric_limits<TypeParam>;
  constexpr std::size_t n = 700;
  std::vector<std::vector<TypeParam>> parts(6, numbers<TypeParam>(n, 8));
  parts[0][3] = limits::quiet_NaN();
  parts[2][n - 1] = limits::infinity();
  for (TypeParam& v : parts[3]) v *= power_of_two<TypeParam>(-100);
  parts[4][5] = limits::max();
  parts[5].assign(n, TypeParam{0});
  std::vector<TypeParam> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  for (const test::launch_shape shape : test::shapes()) {
    const auto values = on_device(all);
    guarded_array<exact_sum<TypeParam>> totals(parts.size());
    totals.fill_bytes(0);
    const auto bytes = diatomic::reproducible_accumulator<TypeParam>::shared_bytes(shape.block);
    test::run(shape, bytes, add_up_in_turn{}, bytes / 4,
              static_cast<const TypeParam*>(values.data()), n, static_cast<unsigned>(parts.size()),
              totals.data());
    const auto found = totals.download();
    for (std::size_t p = 0; p < parts.size(); ++p) {
      EXPECT_EQ(bits_of(found[p].value()), test::exact::expected_bits(parts[p]))
          << "part " << p << ", " << testing::PrintToString(shape);
    }
  }
}

// What breaks the tie is in a window with all else, and 64 or more places below the highest bit: no
// number spills, so the short integer is what is rounded.
TYPED_TEST(reproducible, sum_rounds_to_even_unless_a_bit_far_below_is_set) {
  std::vector<TypeParam> tie;
  std::vector<TypeParam> beyond;
  if (sizeof(TypeParam) == 4) {
    tie = {TypeParam{1}, power_of_two<TypeParam>(-24)};
    beyond = tie;
    beyond.push_back(power_of_two<TypeParam>(-66));
  } else {
    // 2^-35 and what is below it in its 53 bits: half a unit of 1, and the last of them.
    const double upper = 1 + std::ldexp(1.0, -18);
    tie = {TypeParam{1}, static_cast<TypeParam>(std::ldexp(upper, -35))};
    beyond = {TypeParam{1}, static_cast<TypeParam>(std::ldexp(upper + std::ldexp(1.0, -52), -35))};
  }
  EXPECT_NE(bits_of(oracle(beyond)), bits_of(oracle(tie)));
  for (std::vector<TypeParam>* const each : {&tie, &beyond}) {
    std::vector<TypeParam>& input = *each;
    for (int sign = 0; sign < 2; ++sign) {
      EXPECT_EQ(bits_of(summed(input)), bits_of(oracle(input)));
      EXPECT_EQ(bits_of(summed_in({1, 1}, true, input)), bits_of(oracle(input)));
      EXPECT_EQ(bits_of(summed_in({2, 64}, false, input)), bits_of(oracle(input)));
      for (TypeParam& v : input) v = -v;
    }
  }
}

/// Half a unit of x, and what decides about it: at each exponent of x, one bit, anywhere below.
template <class T>
struct tie_at_each_exponent {
  static constexpr int bits = layout<T>::fraction_bits + 1;
  static constexpr int first = sizeof(T) == 4 ? -125 : -1021;  // its half unit is a T
  static constexpr int last = sizeof(T) == 4 ? 127 : 1023;
  static constexpr int least = sizeof(T) == 4 ? -149 : -1074;

  /// Calls `check(terms, expected)`, for both signs.
  template <class Check>
  static void each(Check check) {
    for (int e = first; e <= last; ++e) {
      const T x = power(e);
      const T unit = power(e - bits + 1);
      const T half = power(e - bits);
      const auto both = [&](std::vector<T> terms, T expected) {
        check(terms, expected);
        for (T& v : terms) v = -v;
        check(terms, -expected);
      };
      both({x, half}, x);
      both({x, unit, half}, x + 2 * unit);
      for (const int below : {1, 2, 31, 32, 33, 63, 64, 65}) {
        if (e - bits - below < least) break;
        const T bit = power(e - bits - below);
        both({x, half, bit}, x + unit);
        both({x, half, -bit}, x);
        both({x, unit, half, bit}, x + 2 * unit);
        both({x, unit, half, -bit}, x + unit);
      }
    }
  }
  static T power(int exponent) { return std::ldexp(T{1}, exponent); }
};

TYPED_TEST(reproducible, sum_rounds_by_each_bit_below_the_half) {
  tie_at_each_exponent<TypeParam>::each([](const std::vector<TypeParam>& terms, TypeParam wanted) {
    exact_sum<TypeParam> sum{};
    for (const TypeParam v : terms) sum.add(v);
    ASSERT_EQ(bits_of(sum.value()), bits_of(wanted)) << terms[0] << ", " << terms.back();
  });
}

/// The same by the short integer of a window. A double's window has no room for half a unit of its
/// greatest numbers; a second number has that bit.
TYPED_TEST(reproducible, sum_of_a_window_rounds_by_each_bit_below_the_half) {
  using window = diatomic::detail::exact_window<TypeParam>;
  using integers = diatomic::detail::exact_integers<TypeParam>;
  constexpr bool is_float = sizeof(TypeParam) == 4;
  constexpr int bias = is_float ? 127 : 1023;
  constexpr int bits = layout<TypeParam>::fraction_bits + 1;
  const auto power = tie_at_each_exponent<TypeParam>::power;
  for (unsigned base = window::first_base; base <= window::last_base; ++base) {
    const int e = static_cast<int>(base + window::exponents) - 1 - bias;
    if (e > bias) continue;
    const TypeParam x = power(e);
    const TypeParam second = power(e - (is_float ? bits : 46));
    const TypeParam unit = power(e - bits + 1);
    const TypeParam even = is_float ? x : x + second;
    const auto expect = [base](const std::vector<TypeParam>& terms, TypeParam wanted) {
      for (const TypeParam sign : {TypeParam{1}, TypeParam{-1}}) {
        integers sum{};
        sum.window.move_to(base);
        for (const TypeParam v : terms) sum.add_by_both(sign * v);
        const diatomic::detail::short_integer taken(sum.taken().at);
        ASSERT_EQ(bits_of(diatomic::detail::rounded<TypeParam>(taken, window::position(base))),
                  bits_of(sign * wanted))
            << "base " << base << ", " << terms.back();
      }
    };
    expect({x}, x);
    for (const int below : {0, 1, 2, 8, 16, 31, 32, 40, 45}) {
      // Half a unit; with the bit, if there is one.
      const TypeParam half = power(e - bits);
      const TypeParam bit = below == 0 ? TypeParam{0} : power(e - bits - below);
      const TypeParam wanted = below == 0 ? even : even + unit;
      if (is_float) {
        expect({x, half, bit}, wanted);
      } else {
        expect({x, second + half + bit}, wanted);
      }
    }
  }
}

TYPED_TEST(reproducible, sum_with_infinities_and_nans) {
  using limits = std::numeric_limits<TypeParam>;
  constexpr TypeParam inf = limits::infinity();
  const word_of<TypeParam> quiet = sizeof(TypeParam) == 4
                                       ? static_cast<word_of<TypeParam>>(0x7fc00000u)
                                       : static_cast<word_of<TypeParam>>(0x7ff8000000000000u);
  for (const std::size_t n : {std::size_t{3}, std::size_t{100}, scaled(20000, 9000)}) {
    std::vector<TypeParam> input = numbers<TypeParam>(n, 20);
    input[n / 2] = inf;
    EXPECT_EQ(summed(input), inf);
    input[n - 1] = inf;
    EXPECT_EQ(summed(input), inf);
    input[0] = -inf;
    EXPECT_EQ(bits_of(summed(input)), quiet);
    input[n / 2] = input[n - 1] = 1;
    EXPECT_EQ(summed(input), -inf);
    input[1] = -limits::quiet_NaN();
    EXPECT_EQ(bits_of(summed(input)), quiet);
    input[0] = 1;
    EXPECT_EQ(bits_of(summed(input)), quiet);
  }
}

// Each pair of an infinity, a NaN and a number, by each addition to a sum.
TYPED_TEST(reproducible, exact_sum_knows_infinities_and_nans) {
  using limits = std::numeric_limits<TypeParam>;
  using sum = exact_sum<TypeParam>;
  const TypeParam all[] = {limits::infinity(), -limits::infinity(), limits::quiet_NaN(), 3, -3};
  for (const TypeParam a : all) {
    for (const TypeParam b : all) {
      const auto expect = [&](auto add) {
        sum s{};
        for (const TypeParam v : {a, b, TypeParam{0}}) add(s, v);
        EXPECT_EQ(bits_of(s.value()), test::exact::expected_bits(std::vector<TypeParam>{a, b}));
        EXPECT_EQ(s.is_zero(), a + b == 0);
      };
      const auto single = [](TypeParam v) {
        sum of{};
        of.add(v);
        return of;
      };
      expect([](sum& s, TypeParam v) { s.add(v); });
      expect([](sum& s, TypeParam v) { s.add_atomically(v); });
      expect([&](sum& s, TypeParam v) { s.add(single(v)); });
      expect([&](sum& s, TypeParam v) { s.add_atomically(single(v)); });
    }
  }
}

// 32 bits from each bit on, also before the first of 192 and after the last.
TEST(reproducible_bits, are_taken_from_limbs) {
  constexpr std::uint64_t top = std::uint64_t{1} << 63;
  for (const std::uint64_t sign : {std::uint64_t{0}, top}) {
    const std::uint64_t limbs[] = {0x123456789abcdefu, 0xfedcba987654321u, 5, top >> 2,
                                   sign | 0x5a5a5au};
    const diatomic::detail::short_integer v(limbs);
    EXPECT_EQ(v.is_negative(), sign != 0);
    for (int bit = -70; bit < 300; ++bit) {
      std::uint32_t expected = 0;
      for (int i = 0; i < 32; ++i) {
        const int b = bit + i;
        const bool is_set = b < 0      ? false
                            : b >= 192 ? sign != 0
                                       : (v.at[b / 64] >> (b % 64) & 1) != 0;
        expected |= std::uint32_t{is_set} << i;
      }
      ASSERT_EQ(v.bits_from(bit), expected) << bit;
    }
  }
}

TYPED_TEST(reproducible, sum_refuses_bad_input) {
  guarded_array<TypeParam> values(100);
  guarded_array<TypeParam> result(1);
  const std::size_t size = diatomic::reproducible_sum_temp_bytes<TypeParam>(99);
  guarded_array<unsigned char> temp(size);
  diatomic::stream on;
  const TypeParam* const none = nullptr;
  using error = std::invalid_argument;
  EXPECT_THROW(diatomic::reproducible_sum(on, none, 99, result.data(), temp.data(), size), error);
  EXPECT_THROW(diatomic::reproducible_sum(on, values.data(), 99, static_cast<TypeParam*>(nullptr),
                                          temp.data(), size),
               error);
  EXPECT_THROW(diatomic::reproducible_sum(on, values.data(), 99, result.data(), nullptr, size),
               error);
  EXPECT_THROW(
      diatomic::reproducible_sum(on, values.data(), 99, result.data(), temp.data(), size - 1),
      error);
  diatomic::reproducible_sum(on, none, 0, result.data(), temp.data(), temp.size());
  on.synchronize();
  EXPECT_EQ(bits_of(result.download()[0]), 0u);
}

// A kernel of one's own, blocks that meet in one sum, and sums of sums on the host.
TYPED_TEST(reproducible, accumulator_in_other_kernels) {
  const std::vector<TypeParam> input = numbers<TypeParam>(scaled(1u << 14, 3001), 60);
  const word_of<TypeParam> expected = bits_of(oracle(input));
  exact_sum<TypeParam> twice{};
  for (const test::launch_shape shape : test::shapes()) {
    const exact_sum<TypeParam> found = added_up(shape, input);
    EXPECT_EQ(bits_of(found.value()), expected) << testing::PrintToString(shape);
    twice = found;
    twice.add(found);
  }
  exact_sum<TypeParam> on_host{};
  for (const TypeParam v : input) on_host.add(v);
  EXPECT_EQ(bits_of(on_host.value()), expected);
  EXPECT_EQ(twice.value(), 2 * on_host.value());
}

}  // namespace
