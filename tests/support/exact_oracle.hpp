// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Exact sums of floats by plain counting, and floats by their bits.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "support/total_order.hpp"

namespace test::exact {

template <class T>
word_of<T> bits_of(T v) {
  word_of<T> bits;
  std::memcpy(&bits, &v, sizeof v);
  return bits;
}
template <class T>
T from_bits(word_of<T> bits) {
  T v;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}

template <class T>
struct layout {
  static constexpr int fraction_bits = sizeof(T) == 4 ? 23 : 52;
  static constexpr int exponents = sizeof(T) == 4 ? 255 : 2047;
};

/// The sum by a count for each bit, as on paper; finite numbers only.
template <class T>
T oracle(const std::vector<T>& values) {
  constexpr int fraction = layout<T>::fraction_bits;
  std::vector<std::int64_t> count(layout<T>::exponents + fraction + 70, 0);
  for (const T v : values) {
    const std::uint64_t bits = bits_of(v);
    const int exponent = static_cast<int>(bits >> fraction) & layout<T>::exponents;
    const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << fraction) - 1)) |
                                   (exponent != 0 ? std::uint64_t{1} << fraction : 0);
    const int lowest = exponent != 0 ? exponent - 1 : 0;
    const std::int64_t one = std::signbit(v) ? -1 : 1;
    std::int64_t* of_bit = count.data() + lowest;
    for (std::uint64_t bits_left = mantissa; bits_left != 0; bits_left >>= 1, ++of_bit) {
      if (bits_left % 2 != 0) *of_bit += one;
    }
  }
  const auto carry = [&count] {
    std::int64_t over = 0;
    for (std::int64_t& c : count) {
      over += c;
      c = over & 1;
      over >>= 1;
    }
    return over;
  };
  const bool negative = carry() < 0;
  if (negative) {
    for (std::int64_t& c : count) c = -c;
    // Of the bits beyond the last one, all are set.
    carry();
  }
  int top = static_cast<int>(count.size()) - 1;
  while (top >= 0 && count[top] == 0) --top;
  if (top < 0) return T{0};
  const int shift = std::max(0, top - fraction);
  std::uint64_t mantissa = 0;
  for (int i = top; i >= shift; --i) mantissa = 2 * mantissa + static_cast<std::uint64_t>(count[i]);
  bool beyond_half = false;
  for (int i = 0; i < shift - 1; ++i) beyond_half = beyond_half || count[i] != 0;
  const bool half = shift > 0 && count[shift - 1] != 0;
  if (half && (beyond_half || mantissa % 2 == 1)) ++mantissa;
  const int unit = sizeof(T) == 4 ? -149 : -1074;
  const T sum = static_cast<T>(std::ldexp(static_cast<T>(mantissa), shift + unit));
  return negative ? -sum : sum;
}

/// The bits of the sum of any numbers, as `reproducible_sum` documents them.
template <class T>
word_of<T> expected_bits(const std::vector<T>& values) {
  bool has[2] = {false, false};
  bool has_nan = false;
  for (const T v : values) {
    has_nan = has_nan || std::isnan(v);
    if (std::isinf(v)) has[std::signbit(v)] = true;
  }
  constexpr T inf = std::numeric_limits<T>::infinity();
  if (has_nan || (has[0] && has[1])) return bits_of(std::numeric_limits<T>::quiet_NaN());
  if (has[0]) return bits_of(inf);
  if (has[1]) return bits_of(-inf);
  return bits_of(oracle(values));
}

}  // namespace test::exact
