// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Floats of 16 bits by their definition (IEEE 754 clause 3.4; bfloat16 with 8 bits of exponent):
/// slow, and independent of how the library converts them.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <diatomic/core/types.hpp>

namespace test {

/// `v`, as a float if it has 16 bits.
template <class T>
auto as_number(T v) {
  if constexpr (sizeof(T) == 2) {
    return static_cast<float>(v);
  } else {
    return v;
  }
}

/// The number that the bits stand for.
template <diatomic::kind Kind>
double number_of_bits(std::uint16_t bits) {
  constexpr int fraction_bits = Kind == diatomic::kind::f16 ? 10 : 7;
  constexpr int bias = Kind == diatomic::kind::f16 ? 15 : 127;
  constexpr int most = 2 * bias + 1;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const int exponent = bits >> fraction_bits & most;
  const double sign = bits >> 15 != 0 ? -1.0 : 1.0;
  if (exponent == most) {
    const double v = fraction == 0 ? std::numeric_limits<double>::infinity()
                                   : std::numeric_limits<double>::quiet_NaN();
    return std::copysign(v, sign);
  }
  const int whole = exponent == 0 ? fraction : fraction + (1 << fraction_bits);
  return sign * std::ldexp(whole, std::max(exponent, 1) - bias - fraction_bits);
}

/// The bits of the nearest 16-bit float, ties to even, found among all of them. `v` is no NaN.
template <diatomic::kind Kind>
std::uint16_t bits_of_number(double v) {
  static const std::vector<double> upwards = [] {
    constexpr unsigned infinity = Kind == diatomic::kind::f16 ? 0x7c00 : 0x7f80;
    std::vector<double> numbers;
    for (unsigned bits = 0; bits < infinity; ++bits) {
      numbers.push_back(number_of_bits<Kind>(static_cast<std::uint16_t>(bits)));
    }
    // Infinity stands where the next number would.
    numbers.push_back(2 * numbers.back() - numbers[infinity - 2]);
    return numbers;
  }();
  const double magnitude = std::fabs(v);
  const auto above = std::lower_bound(upwards.begin(), upwards.end(), magnitude);
  auto bits = static_cast<unsigned>(above - upwards.begin());
  if (above == upwards.end()) {
    bits = static_cast<unsigned>(upwards.size() - 1);
  } else if (bits > 0) {
    const double half_way = (upwards[bits - 1] + upwards[bits]) / 2;
    if (magnitude < half_way || (magnitude == half_way && bits % 2 == 1)) --bits;
  }
  return static_cast<std::uint16_t>(bits | (std::signbit(v) ? 0x8000u : 0u));
}

}  // namespace test
