// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Sums of doubles with their rounding errors.

#include <cstdint>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/bits.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// `a + b`, rounded, also under -ffast-math.
DIATOMIC_FUNCTION double plain_sum(double a, double b) {
#if defined(__FAST_MATH__)
  const volatile double sum = a + b;
  return sum;
#else
  return a + b;
#endif
}

/// The rounding error of `sum`, which is `plain_sum(a, b)`.
DIATOMIC_FUNCTION double error_of_sum(double a, double b, double sum) {
  const double of_b = detail::plain_sum(sum, -a);
  return detail::plain_sum(detail::plain_sum(a, -detail::plain_sum(sum, -of_b)),
                           detail::plain_sum(b, -of_b));
}

/// `a + b`, rounded to odd: if it is inexact, to the neighbour whose last bit is set. Rounding this
/// to fewer bits, less two, gives the same as rounding the exact sum.
DIATOMIC_FUNCTION double odd_sum(double a, double b) {
  const double sum = detail::plain_sum(a, b);
  const double error = detail::error_of_sum(a, b, sum);
  const auto bits = detail::bits_as<std::uint64_t>(sum);
  if (error == 0 || bits % 2 != 0) return sum;
  return detail::bits_as<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
