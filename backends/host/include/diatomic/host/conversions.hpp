// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Number conversions.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// The float value of a 16-bit float's bits, and the bits of the nearest 16-bit float.
template <kind Kind>
DIATOMIC_FUNCTION float to_float(std::uint16_t bits) {
  return detail::float_of_bits<Kind>(bits);
}
template <kind Kind>
DIATOMIC_FUNCTION std::uint16_t from_float(float v) {
  return detail::bits_of_float<Kind>(v);
}

/// The nearest integer, ties to even. Out-of-range values saturate; a NaN gives the least integer.
DIATOMIC_FUNCTION std::int64_t nearest_integer(float v) { return detail::nearest_integer(v); }
DIATOMIC_FUNCTION std::int64_t nearest_integer(double v) { return detail::nearest_integer(v); }

/// The sum or the difference. The processor's mode decides whether it keeps subnormals.
template <op Op>
DIATOMIC_FUNCTION float unflushed_sum(float a, float b) {
  return Op == op::add ? a + b : a - b;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
