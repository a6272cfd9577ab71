// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Exact sums of floats, which can be stored and added.

#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/exact/digits.hpp>
#include <diatomic/diatomic.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The exact sum of `float`s or `double`s, added in any order; `value()` rounds it.
///
/// 48 or 276 bytes, all 0 for an empty sum. Up to 2^63 elements.
template <class T>
struct exact_sum {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "exact_sum: T is float or double");
  /// The sum in units of the smallest subnormal: two's complement, lowest digit first.
  std::uint32_t digits[detail::exact_format<T>::digits];
  /// The infinities and NaNs that were added; 0 if none.
  std::uint32_t flags;

  /// Adds the element `v`. Not atomic: one thread at a time.
  DIATOMIC_FUNCTION void add(T v) {
    if (is_special(v)) {
      flags |= detail::flag_of(v);
    } else {
      const detail::exact_number<T> number(v);
      detail::deposit<T>(number.position, number.magnitude, number.negative,
                         [this](unsigned k, std::uint32_t due) {
                           const std::uint32_t old = digits[k];
                           digits[k] = old + due;
                           return old;
                         });
    }
  }
  /// Adds the sum `other`. Not atomic: one thread at a time.
  DIATOMIC_FUNCTION void add(const exact_sum& other) {
    std::uint64_t carry = 0;
    for (unsigned k = 0; k < detail::exact_format<T>::digits; ++k) {
      carry += std::uint64_t{digits[k]} + other.digits[k];
      digits[k] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    flags |= other.flags;
  }
  /// Adds the sum `other` to this sum in global memory, to which other threads may add too.
  ///
  /// One native 32-bit addition for each nonzero digit of `other` and one for each carry. The sum
  /// is correct when all calls are done: order them before a read by a barrier or a counter.
  DIATOMIC_FUNCTION void add_atomically(const exact_sum& other) {
    for (unsigned k = 0; k < detail::exact_format<T>::digits; ++k) {
      if (other.digits[k] == 0) continue;
      detail::deposit<T>(32 * k, other.digits[k], false, [this](unsigned i, std::uint32_t due) {
        return diatomic::fetch_add(digits + i, due, in_global);
      });
    }
    if (other.flags != 0) store_or(&flags, other.flags, in_global);
  }
  /// Adds the element `v` under the same conditions, in two or three native additions.
  DIATOMIC_FUNCTION void add_atomically(T v) {
    if (is_special(v)) {
      diatomic::store_or(&flags, detail::flag_of(v), in_global);
    } else {
      const detail::exact_number<T> number(v);
      detail::deposit<T>(number.position, number.magnitude, number.negative,
                         [this](unsigned i, std::uint32_t due) {
                           return diatomic::fetch_add(digits + i, due, in_global);
                         });
    }
  }
  /// The nearest T, ties to even; a NaN or an infinity if one was added.
  DIATOMIC_FUNCTION T value() const { return detail::rounded<T>(digits, flags); }

  /// True if nothing was added, or everything cancels.
  DIATOMIC_FUNCTION bool is_zero() const {
    std::uint32_t any = flags;
    for (unsigned k = 0; k < detail::exact_format<T>::digits; ++k) any |= digits[k];
    return any == 0;
  }

  /// True if `v` is infinite or a NaN.
  static DIATOMIC_FUNCTION bool is_special(T v) {
    const auto bits = detail::bits_as<detail::unsigned_of<T>>(v);
    constexpr unsigned mask = detail::exact_format<T>::exponent_mask;
    return (static_cast<unsigned>(bits >> (detail::exact_format<T>::mantissa_bits - 1)) & mask) ==
           mask;
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
