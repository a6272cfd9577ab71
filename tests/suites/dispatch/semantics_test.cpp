// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What each operation means, by values written out here: `result_of` is the body of the
/// compare-exchange loop and the oracle of the other suites.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>

#include "support/history.hpp"

namespace {

using diatomic::op;
using diatomic::result_of;

TEST(semantics, sums_wrap) {
  constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(result_of<op::add>(most, 1), least);
  EXPECT_EQ(result_of<op::sub>(least, 1), most);
  EXPECT_EQ(result_of<op::add>(0xffffffffffffffffull, 2ull), 1ull);
  EXPECT_EQ(result_of<op::sub>(0u, 1u), 0xffffffffu);
  EXPECT_EQ(result_of<op::mul>(0x10001u, 0x10001u), 0x20001u);
  EXPECT_EQ(result_of<op::mul>(-3ll, 5ll), -15ll);
  EXPECT_EQ(result_of<op::add>(0.5f, 0.25f), 0.75f);
  EXPECT_EQ(result_of<op::sub>(0.5, 0.25), 0.25);
  EXPECT_EQ(result_of<op::mul>(-1.5, 4.0), -6.0);
}

TEST(semantics, quotients_truncate) {
  EXPECT_EQ(result_of<op::div>(-7, 2), -3);
  EXPECT_EQ(result_of<op::mod>(-7, 2), -1);
  EXPECT_EQ(result_of<op::div>(7u, 2u), 3u);
  EXPECT_EQ(result_of<op::mod>(0xffffffffffffffffull, 10ull), 5ull);
  EXPECT_EQ(result_of<op::div>(1.0f, 4.0f), 0.25f);
  const auto expect_to_wrap = [](auto least) {
    using T = decltype(least);
    const volatile T minus_one = -1;  // For the processor to divide by, which traps.
    EXPECT_EQ(result_of<op::div>(least, T{minus_one}), least);
    EXPECT_EQ(result_of<op::mod>(least, T{minus_one}), 0);
  };
  expect_to_wrap(std::numeric_limits<std::int8_t>::min());
  expect_to_wrap(std::numeric_limits<std::int16_t>::min());
  expect_to_wrap(std::numeric_limits<std::int32_t>::min());
  expect_to_wrap(std::numeric_limits<std::int64_t>::min());
}

TEST(semantics, bits) {
  EXPECT_EQ(result_of<op::bit_and>(0b1100u, 0b1010u), 0b1000u);
  EXPECT_EQ(result_of<op::bit_or>(0b1100u, 0b1010u), 0b1110u);
  EXPECT_EQ(result_of<op::bit_xor>(0b1100u, 0b1010u), 0b0110u);
  EXPECT_EQ(result_of<op::bit_nand>(0b1100u, 0b1010u), 0xfffffff7u);
  EXPECT_EQ(result_of<op::bit_nand>(-1, -1), 0);
  EXPECT_EQ(result_of<op::shl>(0x80000001u, 1u), 2u);
  EXPECT_EQ(result_of<op::shr>(0x80000001u, 1u), 0x40000000u);
  EXPECT_EQ(result_of<op::shr>(-8, 1), -4);
  EXPECT_EQ(result_of<op::shl>(1ull, 40ull), 1ull << 40);
}

TEST(semantics, counters_wrap_at_their_limit) {
  EXPECT_EQ(result_of<op::inc_wrap>(0u, 3u), 1u);
  EXPECT_EQ(result_of<op::inc_wrap>(2u, 3u), 3u);
  EXPECT_EQ(result_of<op::inc_wrap>(3u, 3u), 0u);
  EXPECT_EQ(result_of<op::inc_wrap>(9u, 3u), 0u);
  EXPECT_EQ(result_of<op::dec_wrap>(3u, 3u), 2u);
  EXPECT_EQ(result_of<op::dec_wrap>(0u, 3u), 3u);
  EXPECT_EQ(result_of<op::dec_wrap>(4u, 3u), 3u);
  EXPECT_EQ(result_of<op::dec_wrap>(0ull, 1ull << 40), 1ull << 40);
}

TEST(semantics, extrema_if_less_or_greater_keep_nans_and_the_first_zero) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(result_of<op::min_if_less>(2.0f, 1.5f), 1.5f);
  EXPECT_EQ(result_of<op::min_if_less>(1.5f, 2.0f), 1.5f);
  EXPECT_EQ(result_of<op::max_if_greater>(-2.0, -1.5), -1.5);
  EXPECT_EQ(result_of<op::min_if_less>(1.0f, nan), 1.0f);
  EXPECT_EQ(result_of<op::max_if_greater>(1.0f, -nan), 1.0f);
  EXPECT_TRUE(std::isnan(result_of<op::min_if_less>(nan, 1.0f)));
  EXPECT_TRUE(std::isnan(result_of<op::max_if_greater>(nan, 1.0f)));
  EXPECT_FALSE(std::signbit(result_of<op::min_if_less>(0.0, -0.0)));
  EXPECT_TRUE(std::signbit(result_of<op::max_if_greater>(-0.0, 0.0)));
}

TEST(semantics, extrema_of_integers_mind_the_sign) {
  EXPECT_EQ(result_of<op::min>(-1, 1), -1);
  EXPECT_EQ(result_of<op::max>(-5ll, 3ll), 3ll);
  EXPECT_EQ(result_of<op::max>(0xffffffffu, 1u), 0xffffffffu);
  EXPECT_EQ(result_of<op::min>(0xffffffffffffffffull, 1ull), 1ull);
}

/// The number of wrong results over all pairs of bytes; the expected ones are computed in int.
template <class T>
unsigned wrong_results_of_bytes() {
  constexpr int low = std::numeric_limits<T>::min();
  constexpr int high = std::numeric_limits<T>::max();
  unsigned wrong = 0;
  const auto expect = [&wrong](T found, int want) {
    if (found != static_cast<T>(static_cast<unsigned char>(want))) ++wrong;
  };
  for (int a = low; a <= high; ++a) {
    for (int b = low; b <= high; ++b) {
      const T x = static_cast<T>(a);
      const T y = static_cast<T>(b);
      expect(result_of<op::add>(x, y), a + b);
      expect(result_of<op::sub>(x, y), a - b);
      expect(result_of<op::mul>(x, y), a * b);
      expect(result_of<op::bit_and>(x, y), a & b);
      expect(result_of<op::bit_or>(x, y), a | b);
      expect(result_of<op::bit_xor>(x, y), a ^ b);
      expect(result_of<op::bit_nand>(x, y), ~(a & b));
      expect(result_of<op::min>(x, y), std::min(a, b));
      expect(result_of<op::max>(x, y), std::max(a, b));
      expect(result_of<op::exchange>(x, y), b);
      if (b != 0) {
        expect(result_of<op::div>(x, y), a / b);
        expect(result_of<op::mod>(x, y), a % b);
      }
      if (b >= 0 && b < 8) {
        expect(result_of<op::shl>(x, y), a * (1 << b));
        expect(result_of<op::shr>(x, y), a >> b);
      }
      if constexpr (std::is_unsigned_v<T>) {
        expect(result_of<op::inc_wrap>(x, y), a >= b ? 0 : a + 1);
        expect(result_of<op::dec_wrap>(x, y), a == 0 || a > b ? b : a - 1);
      }
    }
  }
  return wrong;
}

TEST(semantics, bytes_are_computed_as_bytes) {
  EXPECT_EQ(wrong_results_of_bytes<std::uint8_t>(), 0u);
  EXPECT_EQ(wrong_results_of_bytes<std::int8_t>(), 0u);
}

TEST(semantics, counters_with_the_limit_0_stay_0) {
  EXPECT_EQ(result_of<op::inc_wrap>(0u, 0u), 0u);
  EXPECT_EQ(result_of<op::inc_wrap>(5u, 0u), 0u);
  EXPECT_EQ(result_of<op::dec_wrap>(0ull, 0ull), 0ull);
  EXPECT_EQ(result_of<op::dec_wrap>(5ull, 0ull), 0ull);
  EXPECT_EQ(result_of<op::inc_wrap>(~0u - 1, ~0u), ~0u);
  EXPECT_EQ(result_of<op::inc_wrap>(~0u, ~0u), 0u);
}

TEST(semantics, of_128_bits) {
  using diatomic::detail::int128;
  using diatomic::detail::uint128;
  const uint128 carry = uint128{1} << 64;
  const uint128 top = uint128{1} << 127;
  EXPECT_TRUE(result_of<op::add>(carry - 1, uint128{1}) == carry);
  EXPECT_TRUE(result_of<op::add>(~uint128{0}, uint128{2}) == 1);
  EXPECT_TRUE(result_of<op::sub>(carry, uint128{1}) == carry - 1);
  EXPECT_TRUE(result_of<op::mul>(carry + 1, carry + 1) == 2 * carry + 1);
  EXPECT_TRUE(result_of<op::shl>(uint128{1}, uint128{127}) == top);
  EXPECT_TRUE(result_of<op::shr>(top, uint128{127}) == 1);
  EXPECT_TRUE(result_of<op::max>(carry, carry - 1) == carry);
  const auto least = static_cast<int128>(top);
  const volatile int minus_one = -1;
  EXPECT_TRUE(result_of<op::div>(least, int128{minus_one}) == least);
  EXPECT_TRUE(result_of<op::mod>(least, int128{minus_one}) == 0);
  EXPECT_TRUE(result_of<op::min>(least, int128{0}) == least);
  EXPECT_TRUE(result_of<op::shr>(least, int128{127}) == -1);
}

}  // namespace
