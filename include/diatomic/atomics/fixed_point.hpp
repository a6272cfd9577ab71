// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Fixed-point numbers, for bitwise-reproducible float sums.
///
/// Float sums by atomics differ from run to run, because each addition rounds and the threads add
/// in a different order. A fixed-point number is a whole count of units, and the sum is a 64-bit
/// integer:
///
///     fixed_point<-40>* forces;                      // units of 2^-40
///     store_add(&forces[i], 1.5f);                   // the same bits in any order, on any device
///     float f = load(&forces[i]).to<float>();
///
/// Only the operands are rounded, once: to the nearest unit, ties to even. A sum of n numbers is
/// therefore within n / 2 units of the exact sum. It must stay within the range of 64 bits: see
/// `fixed_scale`. All sum functions accept these numbers, with every tag and in every memory:
/// `fetch_add`, `store_add`, `fetch_sub`, `load`, `exchange`, `compare_exchange`, `scatter_add` ...
///
/// Conversions assume the processor's default rounding mode. Under -ffast-math a NaN may give other
/// bits. So may a subnormal operand if the compiler flushes subnormals to zero and the unit is
/// below 2^-125.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include DIATOMIC_BACKEND_HEADER(backend.hpp)
#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <cstdlib>
#include <stdexcept>
#include <string>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// 2^exponent, for exponents of normal doubles.
DIATOMIC_FUNCTION double power_of_2(int exponent) {
  return bits_as<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}
DIATOMIC_FUNCTION float power_of_2_as_float(int exponent) {
  return bits_as<float>(static_cast<std::uint32_t>(exponent + 127) << 23);
}

/// `v` in units of 2^exponent, for exponents from -900 to 900.
///@{
DIATOMIC_FUNCTION std::int64_t units_of(double v, int exponent) {
  return device_ops::nearest_integer(v * power_of_2(-exponent));
}
/// A subnormal product, which a GPU may flush to zero, is below half a unit and rounds to zero
/// anyway. Uses double if the factor is not a normal float.
DIATOMIC_FUNCTION std::int64_t units_of(float v, int exponent) {
  if (exponent < -125 || exponent > 125) return units_of(static_cast<double>(v), exponent);
  return device_ops::nearest_integer(v * power_of_2_as_float(-exponent));
}
///@}

/// `units`, of 64 bits, in 53 bits: rounded to odd, so that a float made of it is rounded once.
template <class Integer>
DIATOMIC_FUNCTION Integer odd_units(Integer units) {
  constexpr auto limit = std::uint64_t{1} << 53;
  constexpr std::uint64_t below_0 = std::is_signed_v<Integer> ? limit : 0;
  if (static_cast<std::uint64_t>(units) + below_0 <= limit + below_0) return units;
  return static_cast<Integer>((units & ~Integer{2047}) | ((units & 2047) != 0 ? 2048 : 0));
}

/// Converts a count of units to a T, rounded once.
template <class T>
DIATOMIC_FUNCTION T units_to(std::int64_t units, int exponent) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "fixed_point: the sum converts only to float or double");
  if constexpr (std::is_same_v<T, float>) units = detail::odd_units(units);
  return static_cast<T>(static_cast<double>(units) * detail::power_of_2(exponent));
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// A number in units of 2^Exponent: a 64-bit count. -900 <= Exponent <= 900.
///
/// The range is from -2^(63 + Exponent) to just below 2^(63 + Exponent). A float or double becomes
/// the nearest number in the range, ties to even: values beyond an end become that end, and a NaN
/// the lower end. Sums wrap around; in checked mode a sum that wraps, or the addition of an end,
/// fails.
template <int Exponent>
class fixed_point {
  static_assert(Exponent >= -900 && Exponent <= 900, "fixed_point: the unit is 2^-900 to 2^900");

 public:
  /// Zero if value-initialised, `fixed_point<-40>{}`; otherwise uninitialised.
  fixed_point() = default;
  /// The nearest number to `v`.
  DIATOMIC_FUNCTION fixed_point(float v) : units_(detail::units_of(v, Exponent)) {}
  /// The nearest number to `v`.
  DIATOMIC_FUNCTION fixed_point(double v) : units_(detail::units_of(v, Exponent)) {}
  /// The nearest number to `v`, an integer of up to 32 bits.
  template <class Integer,
            std::enable_if_t<(std::is_integral_v<Integer> && sizeof(Integer) <= 4), bool> = true>
  DIATOMIC_FUNCTION fixed_point(Integer v) : fixed_point(static_cast<double>(v)) {}
  /// The number of `units` units.
  static DIATOMIC_FUNCTION fixed_point from_units(std::int64_t units) {
    fixed_point made;
    made.units_ = units;
    return made;
  }

  /// The number's count of units.
  DIATOMIC_FUNCTION std::int64_t units() const { return units_; }
  /// The nearest float or double, ties to even.
  template <class T>
  DIATOMIC_FUNCTION T to() const {
    return detail::units_to<T>(units_, Exponent);
  }

  /// True if both are the same number.
  friend DIATOMIC_FUNCTION bool operator==(fixed_point a, fixed_point b) {
    return a.units_ == b.units_;
  }
  /// True if they are different numbers.
  friend DIATOMIC_FUNCTION bool operator!=(fixed_point a, fixed_point b) { return !(a == b); }

 private:
  std::int64_t units_;
};

/// The sum of `a` and `b`, clamped to the range: for `fetch_update`, if sums may leave the range.
/// Unlike sums that wrap, clamped sums that reach an end depend on the order of the additions.
template <int Exponent>
DIATOMIC_FUNCTION fixed_point<Exponent> saturating_sum(fixed_point<Exponent> a,
                                                       fixed_point<Exponent> b) {
  const auto sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(a.units()) +
                                             static_cast<std::uint64_t>(b.units()));
  const bool left_range = ((a.units() ^ sum) & (b.units() ^ sum)) < 0;
  const std::int64_t end = (a.units() >> 63) ^ static_cast<std::int64_t>(~std::uint64_t{0} >> 1);
  return fixed_point<Exponent>::from_units(left_range ? end : sum);
}

/// A unit known at run time: converts floats to counts of units and back. The counterpart of
/// `fixed_point`, whose unit is known at compile time, with plain integers as words:
///
///     const fixed_scale scale = fixed_scale_for_sums(n, most);  // in host code
///     store_add(&units[i], scale.units(v));                     // in kernels: std::int64_t*
///     sum[i] = scale.value<float>(units[i]);
class fixed_scale {
 public:
  /// The unit 2^exponent. -900 <= exponent <= 900: host code throws `std::invalid_argument` for
  /// other exponents; compiled without exceptions it ends the program.
  DIATOMIC_FUNCTION explicit fixed_scale(int exponent) : exponent_(exponent) {
#if DIATOMIC_HAS_HOST_CODE && !DIATOMIC_DEVICE_PASS
    if (exponent < -900 || exponent > 900) {
#if !defined(__cpp_exceptions)
      std::abort();
#else
      throw std::invalid_argument("fixed_scale: an exponent of " + std::to_string(exponent) +
                                  "; it must be from -900 to 900");
#endif
    }
#endif
  }
  /// The binary logarithm of the unit.
  DIATOMIC_FUNCTION int exponent() const { return exponent_; }
  /// `v` in units, rounded and limited as for `fixed_point`.
  DIATOMIC_FUNCTION std::int64_t units(float v) const { return detail::units_of(v, exponent_); }
  /// `v` in units, rounded and limited as for `fixed_point`.
  DIATOMIC_FUNCTION std::int64_t units(double v) const { return detail::units_of(v, exponent_); }
  /// The value of `units` units, converted as in `fixed_point::to`.
  template <class T>
  DIATOMIC_FUNCTION T value(std::int64_t units) const {
    return detail::units_to<T>(units, exponent_);
  }

 private:
  int exponent_;
};

/// A `fixed_point` has the operations of its count.
template <int Exponent>
inline constexpr kind number_kind_v<fixed_point<Exponent>> = kind::i64;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
