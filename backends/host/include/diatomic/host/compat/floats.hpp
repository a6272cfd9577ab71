// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's functions on the bits of floats, arithmetic with a rounding mode, conversions, and the
/// fast functions, which here are as accurate as the C library's.

#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/bits.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

/// Makes the compiler compute `v` before and use it after: otherwise compilers move arithmetic
/// across a change of the rounding mode, and fuse a product with a sum.
template <class T>
void pin(T& v) {
  asm volatile("" : "+m"(v) : : "memory");
}

/// The operation's result in one of the rounding modes of `<cfenv>`.
template <int Mode, class Operation, class... T>
auto rounded(Operation operation, T... v) {
  const int before = std::fegetround();
  if (before != Mode) std::fesetround(Mode);
  (cuda_names::pin(v), ...);
  auto result = operation(v...);
  cuda_names::pin(result);
  if (before != Mode) std::fesetround(before);
  return result;
}

/// `v`, which is a whole number, an infinity or a NaN, as an integer: the nearest that there is.
template <class Integer, class Float>
Integer saturated(Float v) {
  using limits = std::numeric_limits<Integer>;
  constexpr Float end = static_cast<Float>(limits::max() / 2 + 1) * 2;
  if (v != v) {
    return sizeof(Float) == 4 && sizeof(Integer) == 4
               ? Integer{0}
               : static_cast<Integer>(1ull << (8 * sizeof(Integer) - 1));
  }
  if (v < static_cast<Float>(limits::min())) return limits::min();
  return v >= end ? limits::max() : static_cast<Integer>(v);
}

/// The fast functions. Outside `at_file_scope`, because glibc declares these names there.
///@{
inline float __sinf(float v) { return std::sin(v); }
inline float __cosf(float v) { return std::cos(v); }
inline float __tanf(float v) { return std::tan(v); }
inline void __sincosf(float v, float* sine, float* cosine) {
  *sine = std::sin(v);
  *cosine = std::cos(v);
}
inline float __expf(float v) { return std::exp(v); }
inline float __exp10f(float v) { return static_cast<float>(std::pow(10.0, v)); }
inline float __logf(float v) { return std::log(v); }
inline float __log2f(float v) { return std::log2(v); }
inline float __log10f(float v) { return std::log10(v); }
inline float __powf(float x, float y) { return std::pow(x, y); }
///@}

inline namespace at_file_scope {

/// The bits of a float as an integer, and back.
///@{
inline int __float_as_int(float v) { return detail::bits_as<int>(v); }
inline unsigned __float_as_uint(float v) { return detail::bits_as<unsigned>(v); }
inline float __int_as_float(int v) { return detail::bits_as<float>(v); }
inline float __uint_as_float(unsigned v) { return detail::bits_as<float>(v); }
inline long long __double_as_longlong(double v) { return detail::bits_as<long long>(v); }
inline double __longlong_as_double(long long v) { return detail::bits_as<double>(v); }
inline int __double2hiint(double v) { return static_cast<int>(__double_as_longlong(v) >> 32); }
inline int __double2loint(double v) { return static_cast<int>(__double_as_longlong(v)); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}
///@}

// A function for each rounding: to nearest, towards zero, up and down. `result` is of `v...`.
#define DIATOMIC_ROUNDED(name, parameters, result, ...)                                    \
  inline auto name##_rn parameters { return rounded<FE_TONEAREST>(result, __VA_ARGS__); }  \
  inline auto name##_rz parameters { return rounded<FE_TOWARDZERO>(result, __VA_ARGS__); } \
  inline auto name##_ru parameters { return rounded<FE_UPWARD>(result, __VA_ARGS__); }     \
  inline auto name##_rd parameters { return rounded<FE_DOWNWARD>(result, __VA_ARGS__); }
#define DIATOMIC_ARITHMETIC(f, fused, Float)                                                     \
  DIATOMIC_ROUNDED(__##f##add, (Float x, Float y), [](Float a, Float b) { return a + b; }, x, y) \
  DIATOMIC_ROUNDED(__##f##sub, (Float x, Float y), [](Float a, Float b) { return a - b; }, x, y) \
  DIATOMIC_ROUNDED(__##f##mul, (Float x, Float y), [](Float a, Float b) { return a * b; }, x, y) \
  DIATOMIC_ROUNDED(__##f##div, (Float x, Float y), [](Float a, Float b) { return a / b; }, x, y) \
  DIATOMIC_ROUNDED(__##f##rcp, (Float x), [](Float a) { return 1 / a; }, x)                      \
  DIATOMIC_ROUNDED(__##f##sqrt, (Float x), [](Float a) { return std::sqrt(a); }, x)              \
  DIATOMIC_ROUNDED(                                                                              \
      fused, (Float x, Float y, Float z),                                                        \
      [](Float a, Float b, Float c) { return std::fma(a, b, c); }, x, y, z)

/// Sums, differences, products, quotients, reciprocals, roots and fused multiply-adds, which the
/// compiler does not fuse with others.
///@{
DIATOMIC_ARITHMETIC(f, __fmaf, float)
DIATOMIC_ARITHMETIC(d, __fma, double)
///@}

#define DIATOMIC_TO_INTEGER(name, Integer, Float)                                     \
  inline Integer name##_rn(Float v) { return saturated<Integer>(std::nearbyint(v)); } \
  inline Integer name##_rz(Float v) { return saturated<Integer>(std::trunc(v)); }     \
  inline Integer name##_ru(Float v) { return saturated<Integer>(std::ceil(v)); }      \
  inline Integer name##_rd(Float v) { return saturated<Integer>(std::floor(v)); }
#define DIATOMIC_TO_FLOAT(name, Float, From) \
  DIATOMIC_ROUNDED(name, (From v), [](From a) { return static_cast<Float>(a); }, v)

/// Conversions. A value outside the integer's range becomes its nearest limit. A NaN becomes 0 from
/// `float` to 32 bits, and otherwise the integer whose top bit alone is set.
///@{
DIATOMIC_TO_INTEGER(__float2int, int, float)
DIATOMIC_TO_INTEGER(__float2uint, unsigned, float)
DIATOMIC_TO_INTEGER(__float2ll, long long, float)
DIATOMIC_TO_INTEGER(__float2ull, unsigned long long, float)
DIATOMIC_TO_INTEGER(__double2int, int, double)
DIATOMIC_TO_INTEGER(__double2uint, unsigned, double)
DIATOMIC_TO_INTEGER(__double2ll, long long, double)
DIATOMIC_TO_INTEGER(__double2ull, unsigned long long, double)
DIATOMIC_TO_FLOAT(__int2float, float, int)
DIATOMIC_TO_FLOAT(__uint2float, float, unsigned)
DIATOMIC_TO_FLOAT(__ll2float, float, long long)
DIATOMIC_TO_FLOAT(__ull2float, float, unsigned long long)
DIATOMIC_TO_FLOAT(__double2float, float, double)
DIATOMIC_TO_FLOAT(__ll2double, double, long long)
DIATOMIC_TO_FLOAT(__ull2double, double, unsigned long long)
inline double __int2double_rn(int v) { return v; }
inline double __uint2double_rn(unsigned v) { return v; }
///@}

#undef DIATOMIC_TO_FLOAT
#undef DIATOMIC_TO_INTEGER
#undef DIATOMIC_ARITHMETIC
#undef DIATOMIC_ROUNDED

/// `x / y`.
inline float __fdividef(float x, float y) { return x / y; }

/// The reciprocal of the square root. `rsqrtf` and `rsqrt` are templates, because newer C libraries
/// have functions of these names, which then are better matches.
///@{
inline float __frsqrt_rn(float v) {
  return static_cast<float>(1 / std::sqrt(static_cast<double>(v)));
}
template <class T>
float rsqrtf(T v) {
  return __frsqrt_rn(static_cast<float>(v));
}
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
auto rsqrt(T v) {
  if constexpr (std::is_same_v<T, float>) {
    return cuda_names::__frsqrt_rn(v);
  } else {
    return 1 / std::sqrt(static_cast<double>(v));
  }
}
///@}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
