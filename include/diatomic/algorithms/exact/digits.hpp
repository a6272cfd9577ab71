// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Sums of floats as one long integer: 32-bit digits, two's complement, modulo 2^(32 digits).
///
/// The integer counts the type's smallest subnormal. It has a bit for every bit of every finite T,
/// 63 more for the sum of up to 2^63 elements, and a sign bit.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class T>
struct exact_format;
template <>
struct exact_format<float> {
  static constexpr unsigned mantissa_bits = 24;  // with the implicit one
  static constexpr unsigned exponent_mask = 0xff;
  static constexpr unsigned digits = 11;  // 149 + 128 + 63 bits and a sign
};
template <>
struct exact_format<double> {
  static constexpr unsigned mantissa_bits = 53;
  static constexpr unsigned exponent_mask = 0x7ff;
  static constexpr unsigned digits = 68;  // 1074 + 1024 + 63 bits and a sign
};

/// Flags for the infinities and NaNs that a sum has seen.
inline constexpr std::uint32_t saw_nan = 1;
inline constexpr std::uint32_t saw_infinity = 2;
inline constexpr std::uint32_t saw_negative_infinity = 4;

/// `magnitude` * 2^`position`, as three digits starting at number `first`.
struct placed_digits {
  unsigned first;
  std::uint32_t at[3];

  DIATOMIC_FUNCTION placed_digits(unsigned position, std::uint64_t magnitude)
      : first(position / 32),
        at{static_cast<std::uint32_t>(magnitude << position % 32),
           static_cast<std::uint32_t>(magnitude << position % 32 >> 32),
           static_cast<std::uint32_t>(magnitude >> 32 >> (32 - position % 32))} {}
};

/// Adds `magnitude` * 2^`position`, or subtracts it if `negative`.
///
/// `add_to(k, v)` adds v to the k-th digit, modulo 2^32, and returns the old value. Each carry goes
/// to the next digit. If `add_to` is atomic, several threads may call this at once: the integer is
/// correct when all calls have returned.
template <class T, class AddTo>
DIATOMIC_FUNCTION void deposit(unsigned position, std::uint64_t magnitude, bool negative,
                               AddTo add_to) {
  const placed_digits placed(position, magnitude);
  unsigned wraps = 0;  // collected, so that the additions do not wait for each other
  for (unsigned i = 0; i < 3; ++i) {
    const std::uint32_t part = placed.at[i];
    if (part == 0 || placed.first + i >= exact_format<T>::digits) continue;
    const std::uint32_t old = add_to(placed.first + i, negative ? 0u - part : part);
    const bool wraps_here = negative ? old < part : old + part < old;
    wraps |= wraps_here ? 1u << i : 0u;
  }
  for (unsigned k = placed.first + 1; wraps != 0; ++k, wraps >>= 1) {
    if ((wraps & 1u) == 0) continue;
    for (unsigned i = k; i < exact_format<T>::digits; ++i) {
      const std::uint32_t old = add_to(i, negative ? ~0u : 1u);
      if (old != (negative ? 0u : ~0u)) break;
    }
  }
}

/// A finite number: `magnitude` * 2^`position`, negated if `negative`.
template <class T>
struct exact_number {
  std::uint64_t magnitude;
  unsigned position;
  bool negative;

  DIATOMIC_FUNCTION explicit exact_number(T value) {
    using format = exact_format<T>;
    constexpr std::uint64_t implied = std::uint64_t{1} << (format::mantissa_bits - 1);
    const std::uint64_t bits = detail::bits_as<unsigned_of<T>>(value);
    const auto exponent =
        static_cast<unsigned>(bits >> (format::mantissa_bits - 1)) & format::exponent_mask;
    magnitude = (bits & (implied - 1)) | (exponent == 0 ? 0 : implied);
    position = exponent == 0 ? 0 : exponent - 1;
    negative = bits >> (8 * sizeof(T) - 1) != 0;
  }
};

/// The flag of a value whose exponent bits are all set.
template <class T>
DIATOMIC_FUNCTION std::uint32_t flag_of(T value) {
  const std::uint64_t bits = detail::bits_as<unsigned_of<T>>(value);
  if ((bits & ((std::uint64_t{1} << (exact_format<T>::mantissa_bits - 1)) - 1)) != 0) {
    return saw_nan;
  }
  return bits >> (8 * sizeof(T) - 1) != 0 ? saw_negative_infinity : saw_infinity;
}

/// The digits of the integer's magnitude.
template <class T>
struct magnitude_of {
  const std::uint32_t* digits;
  bool negative;
  unsigned lowest;  // number of the first nonzero digit

  DIATOMIC_FUNCTION explicit magnitude_of(const std::uint32_t* from)
      : digits(from), negative(from[exact_format<T>::digits - 1] >> 31 != 0), lowest(0) {
    while (lowest < exact_format<T>::digits && digits[lowest] == 0) ++lowest;
  }
  DIATOMIC_FUNCTION std::uint32_t operator[](unsigned k) const {
    if (k >= exact_format<T>::digits || k < lowest) return 0;
    if (!negative) return digits[k];
    return k == lowest ? 0u - digits[k] : ~digits[k];
  }
};

/// The T nearest to the integer, ties to even, in any rounding mode; infinity beyond the greatest
/// T. 0 becomes +0.
template <class T>
DIATOMIC_FUNCTION T rounded(const std::uint32_t* digits, std::uint32_t flags) {
  using format = exact_format<T>;
  using word = unsigned_of<T>;
  constexpr unsigned fraction_bits = format::mantissa_bits - 1;
  constexpr word infinity = static_cast<word>(word{format::exponent_mask} << fraction_bits);
  constexpr word sign = static_cast<word>(word{1} << (8 * sizeof(T) - 1));
  constexpr std::uint32_t infinities = saw_infinity | saw_negative_infinity;
  if ((flags & saw_nan) != 0 || (flags & infinities) == infinities) {
    return detail::bits_as<T>(static_cast<word>(infinity | word{1} << (fraction_bits - 1)));
  }
  if ((flags & infinities) != 0) {
    return detail::bits_as<T>((flags & saw_infinity) != 0 ? infinity
                                                          : static_cast<word>(infinity | sign));
  }
  const magnitude_of<T> magnitude(digits);
  if (magnitude.lowest == format::digits) return T{0};
  unsigned top = format::digits - 1;
  while (magnitude[top] == 0) --top;
  unsigned length = 32 * top;
  for (std::uint32_t rest = magnitude[top]; rest != 0; rest >>= 1) ++length;
  const word signed_zero = magnitude.negative ? sign : word{0};

  const auto bits_from = [&magnitude](unsigned position) {
    const unsigned k = position / 32;
    const unsigned shift = position % 32;
    std::uint64_t bits = magnitude[k] | std::uint64_t{magnitude[k + 1]} << 32;
    bits >>= shift;
    if (shift != 0) bits |= std::uint64_t{magnitude[k + 2]} << (64 - shift);
    return bits;
  };
  if (length <= format::mantissa_bits) {  // Exact: a small number's bits equal its unit count.
    return detail::bits_as<T>(static_cast<word>(signed_zero | static_cast<word>(bits_from(0))));
  }
  const unsigned shift = length - format::mantissa_bits;
  if (shift >= format::exponent_mask - 1)
    return detail::bits_as<T>(static_cast<word>(infinity | signed_zero));
  constexpr std::uint64_t mask = (std::uint64_t{1} << format::mantissa_bits) - 1;
  const std::uint64_t mantissa = bits_from(shift) & mask;
  const bool half = (magnitude[(shift - 1) / 32] >> (shift - 1) % 32 & 1u) != 0;
  unsigned lowest_bit = 32 * magnitude.lowest;
  for (std::uint32_t rest = magnitude[magnitude.lowest]; (rest & 1u) == 0; rest >>= 1) ++lowest_bit;
  const bool beyond_half = lowest_bit < shift - 1;
  std::uint64_t bits = (std::uint64_t{shift} << fraction_bits) + mantissa;
  if (half && (beyond_half || (mantissa & 1) != 0)) ++bits;  // May carry, up to infinity.
  return detail::bits_as<T>(static_cast<word>(signed_zero | static_cast<word>(bits)));
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
