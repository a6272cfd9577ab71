// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Bins of equal width with exact edges, for `basic_even_bin`.
///
/// Edge b is `lower + b * (upper - lower) / bins`, rounded once. A quotient or product of floats
/// cannot decide which side of an edge a value is on, so values next to an edge are compared with
/// it exactly. Neither FMA contraction nor options such as `-use_fast_math` change a result.

#include <cstdint>

#include <diatomic/collectives/detail/double_sums.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <cmath>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The order of floats as integers, with one key for both zeros. Keys of NaNs are beyond those of
/// the infinities. Unlike floats, keys compare alike under all compiler options.
template <class Float>
DIATOMIC_FUNCTION signed_of<Float> key_in_order(Float v) {
  using key = signed_of<Float>;
  constexpr auto magnitude = static_cast<key>(static_cast<unsigned_of<Float>>(-1) >> 1);
  const auto bits = detail::bits_as<key>(v);
  const auto sign = static_cast<key>(bits >> (8 * sizeof(key) - 1));
  return static_cast<key>(((bits & magnitude) ^ sign) - sign);
}

/// The value with a key. A conversion could flush subnormal floats.
///@{
DIATOMIC_FUNCTION double value_of_key(std::int32_t key) {
  const auto bits = static_cast<std::uint32_t>(key < 0 ? -key : key);
  const double v = bits < 0x800000 ? bits * 0x1p-149 : double{detail::bits_as<float>(bits)};
  return key < 0 ? -v : v;
}
DIATOMIC_FUNCTION double value_of_key(std::int64_t key) {
  const auto v = detail::bits_as<double>(key < 0 ? -key : key);
  return key < 0 ? -v : v;
}
///@}

/// `a * b + c`, rounded once, also under -ffast-math.
DIATOMIC_FUNCTION double fused(double a, double b, double c) {
#if defined(__FAST_MATH__) && !DIATOMIC_DEVICE_PASS
  // clang makes two operations of it on a processor without FMA.
  double (*const volatile by_call)(double, double, double) = ::fma;
  return by_call(a, b, c);
#else
  return fma(a, b, c);
#endif
}

/// `a * b` as a sum: `low` is the rounding error of `high`.
struct exact_product {
  double high;
  double low;

  DIATOMIC_FUNCTION exact_product(double a, double b)
      : high(rounded(a, b)), low(detail::fused(a, b, -high)) {}

 private:
  static DIATOMIC_FUNCTION double rounded(double a, double b) {
    const volatile double product = a * b;  // not contracted with a later sum
    return product;
  }
};

/// The exact sum of the `terms`, rounded to a number with its sign. Overwrites them.
template <unsigned Size>
DIATOMIC_FUNCTION double sum_with_sign(double (&terms)[Size]) {
  // Shewchuk's expansion: terms that do not overlap, in rising order apart from zeros.
  for (unsigned n = 1; n < Size; ++n) {
    double term = terms[n];
    for (unsigned i = 0; i < n; ++i) {
      const double sum = detail::plain_sum(term, terms[i]);
      terms[i] = detail::error_of_sum(term, terms[i], sum);
      term = sum;
    }
    terms[n] = term;
  }
  unsigned last = Size - 1;
  while (last > 0 && terms[last] == 0) --last;
  return terms[last];
}

/// The bin of the value with key `at`, which is at least `lower` and below `upper`.
///
/// It is the last bin b whose edge e = `lower + b * (upper - lower) / bins` rounds to v or less.
/// Rounding to nearest is monotone. So this is e < m, or e <= m if v is even, for the midpoint m of
/// v and the next float; times `bins`: b * upper + (bins - b) * lower <= bins * m.
///@{
DIATOMIC_OUTLINED_FUNCTION unsigned exact_even_bin(std::int32_t at, std::int32_t lower_key,
                                                   std::int32_t upper_key, unsigned bins) {
  const double lower = detail::value_of_key(lower_key);
  const double upper = detail::value_of_key(upper_key);
  const double middle = 0.5 * (detail::value_of_key(at) + detail::value_of_key(at + 1));
  const double place = (middle - lower) * (bins / (upper - lower));
  const auto nearest = static_cast<unsigned>(place + 0.5);
  const unsigned b = nearest < bins ? nearest : bins - 1;
  if (b == 0) return 0;  // the first edge is not after v
  // Exact: these products have at most 24 + 25 bits.
  const double from_upper = b * upper;
  const double from_lower = (bins - b) * lower;
  const double limit = bins * middle;
  const double sum = detail::plain_sum(from_upper, from_lower);
  const double error = detail::error_of_sum(from_upper, from_lower, sum);
  const bool begins_later =
      sum > limit || (sum == limit && (error > 0 || (error == 0 && at % 2 != 0)));
  return b - (begins_later ? 1 : 0);
}

DIATOMIC_OUTLINED_FUNCTION unsigned exact_even_bin(std::int64_t at, std::int64_t lower_key,
                                                   std::int64_t upper_key, unsigned bins) {
  // Products must not overflow, nor sums be subnormal. Where an end is beyond 2^-800, edges other
  // than 0 are beyond 2^-900, so that of much smaller numbers only the sign matters.
  const double ends[] = {detail::value_of_key(lower_key), detail::value_of_key(upper_key)};
  const double greatest = -ends[0] > ends[1] ? -ends[0] : ends[0] > ends[1] ? ends[0] : ends[1];
  const bool is_small = greatest < 0x1p-800;
  const bool is_large = greatest > 0x1p900;
  const double scale = is_small ? 0x1p128 : is_large ? 0x1p-128 : 1;
  const std::int64_t least = detail::key_in_order(is_large ? 0x1p-800 : 0x1p-1022);
  const auto scaled = [=](std::int64_t key) {
    const std::int64_t size = key < 0 ? -key : key;
    const double x = size >= least ? detail::bits_as<double>(size) * scale
                     : is_small    ? static_cast<double>(size) * 0x1p-946  // subnormal
                     : size != 0   ? 0x1p-928
                                   : 0;
    return key < 0 ? -x : x;
  };
  const double lower = scaled(lower_key);
  const double upper = scaled(upper_key);
  const double v = scaled(at);
  const double half = 0.5 * (scaled(at + 1) - v);
  const double place =
      detail::plain_sum(detail::plain_sum(v, -lower), half) * (bins / (upper - lower));
  const auto nearest = static_cast<unsigned>(place + 0.5);
  const unsigned b = nearest < bins ? nearest : bins - 1;
  if (b == 0) return 0;  // the first edge is not after v
  const exact_product from_upper(b, upper);
  const exact_product from_lower(bins - b, lower);
  const exact_product limit(bins, v);
  // Rounded, the sum decides unless it is within its error, which is below 2^-100 of the largest.
  const double sum = detail::plain_sum(from_upper.high, from_lower.high);
  const double error = detail::error_of_sum(from_upper.high, from_lower.high, sum);
  const double rest = (error + from_upper.low) + (from_lower.low - limit.low) - bins * half;
  const double above = detail::plain_sum(detail::plain_sum(sum, -limit.high), rest);
  const auto size = [](double x) { return x < 0 ? -x : x; };
  const double bound = 0x1p-98 * (size(from_upper.high) + size(from_lower.high) + size(limit.high));
  if (size(above) > bound) return b - (above > 0 ? 1 : 0);
  double terms[] = {from_upper.high, from_upper.low, from_lower.high, from_lower.low,
                    -limit.high,     -limit.low,     -(bins * half)};
  const double exact = detail::sum_with_sign(terms);
  return b - (exact > 0 || (exact == 0 && at % 2 != 0) ? 1 : 0);
}
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
