// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Sums of floats in 128-bit fixed point, which can be stored and added.

#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/exact/digits.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/diatomic.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A sum of floats or doubles in units of 2^Exponent, as a 128-bit integer: for sums that are too
/// large for the 64 bits of `fixed_point`, where an `exact_sum` takes too much memory.
/// -900 <= Exponent <= 900.
///
/// 16 bytes, all 0 for an empty sum. With the unit 2^-64 it holds sums up to 2^63. Each addend is
/// rounded to the nearest unit, ties to even. An addend beyond the range becomes the nearest end of
/// the range, and a NaN the lower end. Sums wrap around.
template <int Exponent>
struct wide_fixed_sum {
  static_assert(Exponent >= -900 && Exponent <= 900, "wide_fixed_sum: the unit is 2^-900 to 2^900");
  /// The lower half of the number of units, in two's complement.
  std::uint64_t low;
  /// The upper half.
  std::uint64_t high;

  /// The sum of the single addend `v`, a float or a double.
  template <class T>
  static DIATOMIC_FUNCTION wide_fixed_sum of(T v) {
    using format = detail::exact_format<T>;
    const detail::exact_number<T> number(v);
    constexpr unsigned fraction_bits = format::mantissa_bits - 1;
    constexpr int smallest = 1 - static_cast<int>(format::exponent_mask / 2 + fraction_bits);
    const int shift = static_cast<int>(number.position) + smallest - Exponent;
    const bool is_special = number.position == format::exponent_mask - 1;
    const bool is_nan = is_special && number.magnitude != std::uint64_t{1} << fraction_bits;
    wide_fixed_sum sum{0, 0};
    if (is_special || (number.magnitude != 0 && is_beyond(number.magnitude, shift))) {
      constexpr std::uint64_t sign = std::uint64_t{1} << 63;
      if (number.negative || is_nan) return {0, sign};
      return {~std::uint64_t{0}, ~sign};
    }
    const auto by = static_cast<unsigned>(shift < 0 ? -shift : shift);
    if (shift < 0) {
      sum.low = rounded_shift(number.magnitude, by);
    } else if (by < 64) {
      sum.low = number.magnitude << by;
      sum.high = by == 0 ? 0 : number.magnitude >> (64 - by);
    } else if (by < 128) {
      sum.high = number.magnitude << (by - 64);
    }
    return number.negative ? sum.negated() : sum;
  }

  /// Adds `v`. Not atomic: one thread at a time.
  template <class T, std::enable_if_t<std::is_floating_point_v<T>, bool> = true>
  DIATOMIC_FUNCTION void add(T v) {
    add(of(v));
  }
  /// Adds the sum `other`. Not atomic: one thread at a time.
  DIATOMIC_FUNCTION void add(const wide_fixed_sum& other) {
    low += other.low;
    high += other.high + (low < other.low ? 1 : 0);
  }
  /// Adds `v` while other threads add too, with the scope and address space that `tags` give.
  ///
  /// One native 64-bit addition that returns the old value, and usually a second one. The sum is
  /// correct when all calls are done: order them before a read by a barrier or a counter.
  template <class T, class... Tags, std::enable_if_t<std::is_floating_point_v<T>, bool> = true>
  DIATOMIC_FUNCTION void add_atomically(T v, Tags... tags) {
    add_atomically(of(v), tags...);
  }
  /// The same with a sum, `other`; `tags` are as above.
  template <class... Tags>
  DIATOMIC_FUNCTION void add_atomically(const wide_fixed_sum& other, Tags... tags) {
    // All lanes of a group make each call.
    constexpr bool by_group = (detail::is_group_v<Tags> || ...);
    std::uint64_t old = 0;
    if (by_group || other.low != 0) old = diatomic::fetch_add(&low, other.low, tags...);
    const std::uint64_t carry = old + other.low < old ? 1 : 0;
    const std::uint64_t rest = other.high + carry;
    if (by_group || rest != 0) diatomic::store_add(&high, rest, tags...);
  }

  /// The nearest float or double, ties to even.
  template <class T>
  DIATOMIC_FUNCTION T value() const {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "wide_fixed_sum: the sum converts only to float or double");
    const bool negative = high >> 63 != 0;
    wide_fixed_sum left = negative ? negated() : *this;
    int exponent = Exponent;
    if (left.high != 0) {
      // The upper 64 bits from the highest set bit on; the last one is also set if any bits follow.
      unsigned empty = 0;
      while (left.high >> (63 - empty) == 0) ++empty;
      const std::uint64_t upper =
          empty == 0 ? left.high : left.high << empty | left.low >> (64 - empty);
      left.low = upper | (left.low << empty != 0 ? 1 : 0);
      exponent += 64 - static_cast<int>(empty);
    }
    if constexpr (std::is_same_v<T, float>) left.low = detail::odd_units(left.low);
    const T magnitude =
        static_cast<T>(static_cast<double>(left.low) * detail::power_of_2(exponent));
    return negative ? -magnitude : magnitude;
  }

  /// True if nothing was added, or everything cancels.
  DIATOMIC_FUNCTION bool is_zero() const { return (low | high) == 0; }

 private:
  DIATOMIC_FUNCTION wide_fixed_sum negated() const { return {0 - low, ~high + (low == 0 ? 1 : 0)}; }

  /// Whether `magnitude` * 2^`shift`, with a magnitude from 1 to 2^53, is 2^127 or more.
  static DIATOMIC_FUNCTION bool is_beyond(std::uint64_t magnitude, int shift) {
    return shift > 126 || (shift > 63 && magnitude >> (127 - shift) != 0);
  }
  /// `magnitude` / 2^`by`, below 2^53, rounded to the nearest integer, ties to even.
  static DIATOMIC_FUNCTION std::uint64_t rounded_shift(std::uint64_t magnitude, unsigned by) {
    if (by > 54) return 0;
    const std::uint64_t whole = magnitude >> by;
    const std::uint64_t rest = magnitude - (whole << by);
    const std::uint64_t half = std::uint64_t{1} << (by - 1);
    return whole + (rest > half || (rest == half && (whole & 1) != 0) ? 1 : 0);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
