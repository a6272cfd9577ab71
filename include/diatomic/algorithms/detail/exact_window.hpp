// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A thread's part of a reproducible sum: exact 64-bit integers for the exponents that most
/// elements have.
///
/// The trick: for an anchor M = 1.5 * 2^(52 + g), the double x + M is exact if x is a multiple of
/// 2^g below 2^(g + 51), and its bits are those of M plus the integer x / 2^g. So an element costs
/// a conversion, a float addition and a 64-bit integer addition, and nothing is ever rounded. A
/// float has 24 bits: one anchor serves 28 exponents. A double is cut into its upper 27 and its
/// lower 26 bits, with an anchor each, for 25 exponents.

#include <cstdint>

#include <diatomic/algorithms/detail/exact_digits.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The double of 1.5 * 2^(exponent - 1023).
DIATOMIC_FUNCTION double anchor(unsigned exponent) {
  return bits_as<double>(std::uint64_t{exponent} << 52 | std::uint64_t{1} << 51);
}

template <class T>
struct exact_window;

template <>
struct exact_window<float> {
  static constexpr unsigned levels = 1;
  static constexpr unsigned exponents = 28;
  static constexpr unsigned last_base = 255 - exponents;
  static constexpr unsigned first_base = 1;
  static constexpr unsigned usual_base = 107;  // magnitudes from 2^-20 to 2^8

  unsigned base;  // the smallest exponent, as the bits have it
  std::uint32_t low;
  double anchors[levels];

  DIATOMIC_FUNCTION void move_to(unsigned to) {
    base = to;
    low = to << 24;
    anchors[0] = anchor(to + 925);
  }
  /// Zeros, and the exponents of the window.
  DIATOMIC_FUNCTION bool holds(float x) const {
    const std::uint32_t twice = bits_as<std::uint32_t>(x) << 1;  // without the sign
    return (twice - low < exponents << 24) | (twice == 0);
  }
  DIATOMIC_FUNCTION void add(float x, std::uint64_t (&to)[levels]) const {
    to[0] += bits_as<std::uint64_t>(static_cast<double>(x) + anchors[0]);
  }
  /// The place of a level's unit in the long integer.
  DIATOMIC_FUNCTION unsigned position(unsigned) const { return base - 1; }
};

template <>
struct exact_window<double> {
  static constexpr unsigned levels = 2;
  static constexpr unsigned exponents = 25;
  static constexpr unsigned last_base = 2020;   // the anchor of the upper bits must be finite
  static constexpr unsigned first_base = 64;    // the lower bits must be normal numbers
  static constexpr unsigned usual_base = 1007;  // magnitudes from 2^-16 to 2^9

  unsigned base;
  std::uint32_t low;
  double anchors[levels];

  DIATOMIC_FUNCTION void move_to(unsigned to) {
    base = to;
    low = to << 21;
    anchors[0] = anchor(to + 26);
    anchors[1] = anchor(to);
  }
  DIATOMIC_FUNCTION bool holds(double x) const {
    const std::uint64_t twice = bits_as<std::uint64_t>(x) << 1;
    return (static_cast<std::uint32_t>(twice >> 32) - low < exponents << 21) | (twice == 0);
  }
  DIATOMIC_FUNCTION void add(double x, std::uint64_t (&to)[levels]) const {
    constexpr std::uint64_t lower_bits = (std::uint64_t{1} << 26) - 1;
    const auto upper = bits_as<double>(bits_as<std::uint64_t>(x) & ~lower_bits);
    to[0] += bits_as<std::uint64_t>(upper + anchors[0]);
    to[1] += bits_as<std::uint64_t>((x - upper) + anchors[1]);
  }
  DIATOMIC_FUNCTION unsigned position(unsigned level) const {
    return level == 0 ? base + 25 : base - 1;
  }
};

/// The base of the window that holds the most of `Count` numbers: the one at `current`, or the one
/// that holds the greatest of them. `exponent_of(i)` is the exponent of number i, as its bits have
/// it; infinities and NaNs are in no window.
template <class T, unsigned Count, class ExponentOf>
DIATOMIC_DEVICE unsigned better_base(unsigned current, ExponentOf exponent_of) {
  using window = exact_window<T>;
  constexpr unsigned special = exact_format<T>::exponent_mask;
  unsigned least = special;
  unsigned greatest = 0;
  for (unsigned i = 0; i < Count; ++i) {
    const unsigned exponent = exponent_of(i);
    least = exponent < least ? exponent : least;
    greatest = exponent > greatest && exponent != special ? exponent : greatest;
  }
  // Somewhat higher than these need, if there is room: others have greater elements.
  constexpr unsigned room = 5;
  const unsigned top = greatest + room + 1;
  unsigned base = top > window::exponents ? top - window::exponents : 0;
  if (greatest - least < window::exponents && base > least) base = least;
  base = base < window::first_base ? window::first_base : base;
  base = base > window::last_base ? window::last_base : base;
  unsigned held_here = 0;
  unsigned held_there = 0;
  for (unsigned i = 0; i < Count; ++i) {
    const unsigned exponent = exponent_of(i);
    held_here += exponent - current < window::exponents ? 1 : 0;
    held_there += exponent - base < window::exponents ? 1 : 0;
  }
  return held_there > held_here ? base : current;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
