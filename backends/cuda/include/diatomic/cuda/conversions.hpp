// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Number conversions, and sums that keep subnormals, as instructions. Device code only.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/cuda/platform.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// The float value of a 16-bit float's bits, and the bits of the nearest 16-bit float.
template <kind Kind>
__device__ __forceinline__ float to_float(std::uint16_t bits) {
  if constexpr (Kind == kind::f16) {
    float v;
    asm("cvt.f32.f16 %0, %1;" : "=f"(v) : "h"(bits));
    return v;
  } else {
    return detail::float_of_bits<Kind>(bits);
  }
}
template <kind Kind>
__device__ __forceinline__ std::uint16_t from_float(float v) {
  if constexpr (Kind == kind::f16) {
    std::uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(v));
    return bits;
  } else if constexpr (compiled_architecture >= 80) {
    std::uint16_t bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(v));
    return bits;
  } else {
    return detail::bits_of_float<Kind>(v);
  }
}

/// The nearest integer, ties to even. Out-of-range values saturate; a NaN gives the least integer
/// (PTX ISA, `cvt`).
__device__ __forceinline__ std::int64_t nearest_integer(float v) {
  std::int64_t integer;
  asm("cvt.rni.s64.f32 %0, %1;" : "=l"(integer) : "f"(v));
  return integer;
}
__device__ __forceinline__ std::int64_t nearest_integer(double v) {
  std::int64_t integer;
  asm("cvt.rni.s64.f64 %0, %1;" : "=l"(integer) : "d"(v));
  return integer;
}

/// A sum that keeps subnormals even with `-ftz=true`, which turns `a + b` into `add.ftz.f32`.
template <op Op>
__device__ __forceinline__ float unflushed_sum(float a, float b) {
  float sum;
  if constexpr (Op == op::add) {
    asm("add.rn.f32 %0, %1, %2;" : "=f"(sum) : "f"(a), "f"(b));
  } else {
    asm("sub.rn.f32 %0, %1, %2;" : "=f"(sum) : "f"(a), "f"(b));
  }
  return sum;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
