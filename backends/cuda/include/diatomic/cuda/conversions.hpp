// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Number conversions, and arithmetic that rounds once, as instructions. Device code only.

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

/// `v`: `rounded_result` is not merged with the code around it.
template <class T>
__device__ __forceinline__ T opaque(T v) {
  return v;
}

/// The result of an operation on floats or doubles. Compilers merge `mul` with `add`, but not
/// `mul.rn` with `add.rn` (PTX ISA). `Subnormals` is about floats.
template <op Op, detail::subnormals Subnormals>
__device__ __forceinline__ float rounded_result(float a, float b) {
  using detail::subnormals;
  [[maybe_unused]] float result;
  if constexpr (Op == op::div && Subnormals != subnormals::kept) {
    // -ffast-math takes the reciprocal of a loop's divisor out of the loop.
    asm("" : "+f"(b) : "f"(a));
    return a / b;
  } else if constexpr (Subnormals == subnormals::by_options) {
    return Op == op::add ? __fadd_rn(a, b) : Op == op::sub ? __fsub_rn(a, b) : __fmul_rn(a, b);
  } else if constexpr (Subnormals == subnormals::flushed) {
    if constexpr (Op == op::add) asm("add.rn.ftz.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    if constexpr (Op == op::sub) asm("sub.rn.ftz.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
  } else {
    if constexpr (Op == op::add) asm("add.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    if constexpr (Op == op::sub) asm("sub.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    if constexpr (Op == op::mul) asm("mul.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    if constexpr (Op == op::div) asm("div.rn.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
    return result;
  }
}
template <op Op, detail::subnormals>
__device__ __forceinline__ double rounded_result(double a, double b) {
  if constexpr (Op == op::div) {
    asm("" : "+d"(b) : "d"(a));
    return a / b;
  } else {
    return Op == op::add ? __dadd_rn(a, b) : Op == op::sub ? __dsub_rn(a, b) : __dmul_rn(a, b);
  }
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
