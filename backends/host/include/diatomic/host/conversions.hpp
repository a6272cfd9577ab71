// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Number conversions, and arithmetic that rounds once.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>

/// The constraint of an asm statement's operand that is a float or a double.
#if defined(__x86_64__)
#define DIATOMIC_HOST_FLOAT_OPERAND "x"
#elif defined(__aarch64__)
#define DIATOMIC_HOST_FLOAT_OPERAND "w"
#else
#define DIATOMIC_HOST_FLOAT_OPERAND "m"
#endif

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
template <class T>
DIATOMIC_FUNCTION std::int64_t nearest_integer(T v) {
  constexpr T end = 9223372036854775808.0f;  // 2^63
  constexpr auto min_value = static_cast<std::int64_t>(std::uint64_t{1} << 63);
  if constexpr (sizeof(T) == sizeof(float)) {
    return v >= end ? ~min_value : v > -end ? std::int64_t{__builtin_llrintf(v)} : min_value;
  } else {
    return v >= end ? ~min_value : v > -end ? std::int64_t{__builtin_llrint(v)} : min_value;
  }
}

/// `v`. An empty asm statement hides where it comes from, so that the compiler merges no operation
/// before it with one after it. Costs no instruction.
template <class T>
DIATOMIC_FUNCTION T opaque(T v) {
  if (!__builtin_constant_p(v)) asm("" : "+" DIATOMIC_HOST_FLOAT_OPERAND(v));
  return v;
}

/// The result of an operation on floats or doubles. The processor's mode decides whether it keeps
/// subnormals.
template <op Op, detail::subnormals, class T>
DIATOMIC_FUNCTION T rounded_result(T a, T b) {
  // With -ffast-math clang would take the reciprocal of a CAS loop's divisor out of the loop.
  if constexpr (Op == op::div)
    asm("" : "+" DIATOMIC_HOST_FLOAT_OPERAND(b) : DIATOMIC_HOST_FLOAT_OPERAND(a));
  return detail::computed<Op>(a, b);
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host

#undef DIATOMIC_HOST_FLOAT_OPERAND
