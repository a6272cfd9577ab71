// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Number conversions, and arithmetic that rounds once. Device code only.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/hip/platform.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// `v`. Keeps clang up to 22 from merging a product of floats and a conversion of a half into one
/// `v_fma_mix`, which adds +0 and so makes a product of -0 +0 (llvm/llvm-project#180210, #214544).
DIATOMIC_FUNCTION float unmerged(float v) {
#if defined(__HIP_DEVICE_COMPILE__)
  asm("" : "+v"(v));
#endif
  return v;
}

/// The float value of a 16-bit float's bits, and the bits of the nearest 16-bit float.
template <kind Kind>
DIATOMIC_FUNCTION float to_float(std::uint16_t bits) {
  if constexpr (Kind == kind::f16) {
    return hip::unmerged(static_cast<float>(detail::bits_as<_Float16>(bits)));
  } else {
    return detail::float_of_bits<Kind>(bits);
  }
}
template <kind Kind>
DIATOMIC_FUNCTION std::uint16_t from_float(float v) {
  if constexpr (Kind == kind::f16) {
    return detail::bits_as<std::uint16_t>(static_cast<_Float16>(hip::unmerged(v)));
  } else {
    return detail::bits_of_float<Kind>(v);
  }
}

/// The nearest integer, ties to even. Out-of-range values saturate; a NaN gives the least integer.
template <class T>
DIATOMIC_FUNCTION std::int64_t nearest_integer(T v) {
  constexpr T end = 9223372036854775808.0f;  // 2^63
  constexpr auto min_value = static_cast<std::int64_t>(std::uint64_t{1} << 63);
  return v >= end   ? ~min_value
         : v > -end ? static_cast<std::int64_t>(__builtin_elementwise_rint(v))
                    : min_value;
}

/// `v`. An empty asm statement hides where it comes from, so that the compiler merges no operation
/// before it with one after it. A pragma (`clang fp contract(off)`) has no effect with
/// -ffp-contract=fast.
template <class T>
DIATOMIC_FUNCTION T opaque(T v) {
  if (!__builtin_constant_p(v)) asm("" : "+v"(v));
  return v;
}

/// The result of an operation on floats or doubles. The processor's mode decides whether it keeps
/// subnormals.
template <op Op, detail::subnormals, class T>
DIATOMIC_FUNCTION T rounded_result(T a, T b) {
  // With -ffast-math clang would take the reciprocal of a CAS loop's divisor out of the loop.
  if constexpr (Op == op::div) asm("" : "+v"(b) : "v"(a));
  return detail::computed<Op>(a, b);
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
