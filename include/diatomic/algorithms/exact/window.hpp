// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A thread's part of a reproducible sum: exact 64-bit integers for the exponents that most
/// elements have.
///
/// The trick: for an anchor M = 1.5 * 2^(52 + g), the double x + M is exact if x is a multiple of
/// 2^g below 2^(g + 51), and its bits are the bits of M plus the integer x / 2^g. An element thus
/// costs a conversion, a float addition and a 64-bit integer addition, and nothing is ever rounded.
///
/// If x has bits below 2^g, that addition rounds it to a multiple of 2^g. The remainder,
/// x - ((x + M) - M), is a double too. It is added to a second integer, whose unit is 2^48 times
/// smaller, with a second anchor. A float has 24 bits: the upper integer alone serves 28 exponents,
/// both serve 76. A double has 53 bits: both serve 47.

#include <cstdint>

#include <diatomic/algorithms/exact/digits.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Bits between the units of the lower and the upper integer.
inline constexpr unsigned bits_between_levels = 48;

/// The double of 1.5 * 2^(exponent - 1023).
DIATOMIC_FUNCTION double anchor(unsigned exponent) {
  return bits_as<double>(std::uint64_t{exponent} << 52 | std::uint64_t{1} << 51);
}

/// The anchors of both integers.
struct exact_anchors {
  double upper;
  double lower;

  /// Adds x to both integers.
  DIATOMIC_FUNCTION void add(double x, std::uint64_t& to_upper, std::uint64_t& to_lower) const {
    const double sum = x + upper;
    to_upper += bits_as<std::uint64_t>(sum);
    to_lower += bits_as<std::uint64_t>((x - (sum - upper)) + lower);
  }
};

/// The upper half of a double, or all of a float, without the sign: 0 only for zeros.
DIATOMIC_FUNCTION std::uint32_t magnitude_word(float x) {
  return bits_as<std::uint32_t>(x) & 0x7fffffffu;
}
DIATOMIC_FUNCTION std::uint32_t magnitude_word(double x) {
  const std::uint64_t bits = bits_as<std::uint64_t>(x);
  const auto lower = static_cast<std::uint32_t>(bits);
  return (static_cast<std::uint32_t>(bits >> 32) & 0x7fffffffu) | (lower < 1 ? lower : 1);
}

/// The greatest and the smallest of such words, without those that are 0.
struct magnitude_range {
  std::uint32_t greatest = 0;
  std::uint32_t least_less_one = ~std::uint32_t{0};

  DIATOMIC_FUNCTION void take(std::uint32_t word) {
    greatest = word > greatest ? word : greatest;
    const std::uint32_t less_one = word - 1;
    least_less_one = less_one < least_less_one ? less_one : least_less_one;
  }
  /// Whether all are 0, or at least `begin` and below `end`.
  DIATOMIC_FUNCTION bool is_within(std::uint32_t begin, std::uint32_t end) const {
    return greatest < end && least_less_one >= begin - 1;
  }
};

template <class T>
DIATOMIC_FUNCTION magnitude_range range_of(T x) {
  magnitude_range range;
  range.take(detail::magnitude_word(x));
  return range;
}

template <class T>
struct exact_window;

template <>
struct exact_window<float> {
  static constexpr unsigned exponents = 28;  // of the upper integer
  static constexpr unsigned last_base = 255 - exponents;
  static constexpr unsigned first_base = bits_between_levels + 1;
  static constexpr unsigned usual_base = 107;  // magnitudes from 2^-20 to 2^8

  unsigned base;  // the smallest exponent, in biased form
  exact_anchors anchors;

  DIATOMIC_FUNCTION void move_to(unsigned to) {
    base = to;
    anchors = {anchor(to + 925), anchor(to + 925 - bits_between_levels)};
  }
  /// Whether all are zeros or have an exponent in the window.
  DIATOMIC_FUNCTION bool holds(const magnitude_range& range) const {
    return range.is_within(base << 23, (base + exponents) << 23);
  }
  /// The same, with the exponents of the lower integer.
  DIATOMIC_FUNCTION bool holds_by_both(const magnitude_range& range) const {
    return range.is_within((base - bits_between_levels) << 23, (base + exponents) << 23);
  }
  /// Adds a number that the window holds. 0 adds nothing.
  DIATOMIC_FUNCTION void add(float x, std::uint64_t& upper, std::uint64_t&) const {
    upper += bits_as<std::uint64_t>(static_cast<double>(x) + anchors.upper);
  }
  /// The position of the lower unit in the long integer.
  static DIATOMIC_FUNCTION unsigned position(unsigned base) {
    return base - 1 - bits_between_levels;
  }
};

template <>
struct exact_window<double> {
  static constexpr unsigned exponents = 47;
  static constexpr unsigned last_base = 1998;  // the upper anchor must be finite
  static constexpr unsigned first_base = 64;   // the lower integer's addends must be normal
  static constexpr unsigned usual_base = 985;  // magnitudes from 2^-38 to 2^9

  unsigned base;
  exact_anchors anchors;

  DIATOMIC_FUNCTION void move_to(unsigned to) {
    base = to;
    anchors = {anchor(to + bits_between_levels), anchor(to)};
  }
  DIATOMIC_FUNCTION bool holds(const magnitude_range& range) const {
    return range.is_within(base << 20, (base + exponents) << 20);
  }
  DIATOMIC_FUNCTION bool holds_by_both(const magnitude_range& range) const { return holds(range); }
  DIATOMIC_FUNCTION void add(double x, std::uint64_t& upper, std::uint64_t& lower) const {
    anchors.add(x, upper, lower);
  }
  static DIATOMIC_FUNCTION unsigned position(unsigned base) { return base - 1; }
};

/// How many of the first `count` numbers at `p` the two integers hold.
template <class T>
DIATOMIC_FUNCTION unsigned held_of(const exact_window<T>& window, const T* p, unsigned count) {
  unsigned held = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (window.holds_by_both(detail::range_of(p[i]))) ++held;
  }
  return held;
}

/// The base of a window whose greatest numbers have the exponent `greatest`, or `room` more.
template <class T>
DIATOMIC_FUNCTION unsigned base_below(unsigned greatest, unsigned room) {
  using window = exact_window<T>;
  const unsigned end = greatest + room + 1;
  const unsigned base = end > window::exponents ? end - window::exponents : 0;
  if (base < window::first_base) return window::first_base;
  return base > window::last_base ? window::last_base : base;
}

/// The biased exponent of a number.
template <class T>
DIATOMIC_FUNCTION unsigned exponent_of(T x) {
  using format = exact_format<T>;
  return static_cast<unsigned>(detail::bits_as<unsigned_of<T>>(x) >> (format::mantissa_bits - 1)) &
         format::exponent_mask;
}

/// The base of the window for `count` numbers: `current`, or the base for the greatest number if
/// that window holds enough more of them to be worth a move. `exponent_at(i)` is the biased
/// exponent of number i; infinities and NaNs are in no window.
template <class T, class ExponentAt>
DIATOMIC_DEVICE unsigned better_base(unsigned current, unsigned count, ExponentAt exponent_at) {
  using window = exact_window<T>;
  constexpr unsigned special = exact_format<T>::exponent_mask;
  unsigned lowest_exponent = special;
  unsigned greatest = 0;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned exponent = exponent_at(i);
    lowest_exponent = exponent < lowest_exponent ? exponent : lowest_exponent;
    greatest = exponent > greatest && exponent != special ? exponent : greatest;
  }
  // Leaves headroom where possible: other elements may be greater.
  constexpr unsigned room = 5;
  unsigned base = detail::base_below<T>(greatest, room);
  const unsigned lowest =
      lowest_exponent < window::first_base ? window::first_base : lowest_exponent;
  if (greatest - lowest_exponent < window::exponents && base > lowest) base = lowest;
  unsigned held_here = 0;
  unsigned held_there = 0;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned exponent = exponent_at(i);
    held_here += exponent - current < window::exponents ? 1 : 0;
    held_there += exponent - base < window::exponents ? 1 : 0;
  }
  return held_there > held_here + count / 4 ? base : current;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
