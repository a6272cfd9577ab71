// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's functions on `half` and `bfloat16`, and on their pairs. Each result is the exact one,
/// rounded to nearest even; those of `hsin` and its like are the C library's for `float`, rounded.

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/bits.hpp>
#include <diatomic/host/compat/floats.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

namespace of_halves {

template <class H, class T>
using if_half = std::enable_if_t<std::is_same_v<H, half> || std::is_same_v<H, bfloat16>, T>;
template <class H>
using pair = std::conditional_t<std::is_same_v<H, half>, half2, bfloat162>;
template <class P>
using element = decltype(P::x);
template <class P, class T>
using if_pair = std::enable_if_t<std::is_same_v<P, half2> || std::is_same_v<P, bfloat162>, T>;

/// `v`, or the number next to it that is nearer to 0, and odd if it differs from the exact number,
/// which is `v + error`. Rounding it to fewer digits is as rounding the exact number.
template <class Bits, class Float>
Float rounded_to_odd(Float v, double error) {
  if (error == 0 || v == 0 || v != v || std::isinf(v)) return v;
  auto bits = detail::bits_as<Bits>(v);
  if ((error < 0) != (v < 0)) --bits;
  return detail::bits_as<Float>(static_cast<Bits>(bits | 1));
}
template <class H>
H nearest(double v) {
  const auto f = static_cast<float>(v);
  if (std::isinf(f)) return H(f);
  return H(of_halves::rounded_to_odd<std::uint32_t>(f, v - static_cast<double>(f)));
}
/// The product of two halves is exact in a `double`; what the sum loses is exact too.
template <class H>
H fused(H x, H y, H z) {
  const double product = static_cast<double>(float{x}) * static_cast<double>(float{y});
  const double c = float{z}, sum = product + c;
  const double other = sum - product;
  const double error = (product - (sum - other)) + (c - other);
  return of_halves::nearest<H>(
      of_halves::rounded_to_odd<std::uint64_t>(sum, error == error ? error : 0));
}
template <class H>
H between_0_and_1(H v) {
  const float f = v;
  return H(f > 0 ? f < 1 ? f : 1.0f : 0.0f);
}

}  // namespace of_halves

inline namespace at_file_scope {

// A function on halves, and the same on each element of pairs.
#define DIATOMIC_OF_1(name, name2, ...)                    \
  template <class H>                                       \
  of_halves::if_half<H, H> name(H x) {                     \
    return __VA_ARGS__;                                    \
  }                                                        \
  template <class P>                                       \
  of_halves::if_pair<P, P> name2(P x) {                    \
    return {cuda_names::name(x.x), cuda_names::name(x.y)}; \
  }
#define DIATOMIC_OF_2(name, name2, ...)                              \
  template <class H>                                                 \
  of_halves::if_half<H, H> name(H x, H y) {                          \
    return __VA_ARGS__;                                              \
  }                                                                  \
  template <class P>                                                 \
  of_halves::if_pair<P, P> name2(P x, P y) {                         \
    return {cuda_names::name(x.x, y.x), cuda_names::name(x.y, y.y)}; \
  }
#define DIATOMIC_OF_3(name, name2, ...)                                        \
  template <class H>                                                           \
  of_halves::if_half<H, H> name(H x, H y, H z) {                               \
    return __VA_ARGS__;                                                        \
  }                                                                            \
  template <class P>                                                           \
  of_halves::if_pair<P, P> name2(P x, P y, P z) {                              \
    return {cuda_names::name(x.x, y.x, z.x), cuda_names::name(x.y, y.y, z.y)}; \
  }

/// Arithmetic; `_sat` between 0 and 1, `_relu` at least 0, with 0 for a NaN.
///@{
DIATOMIC_OF_2(__hadd, __hadd2, x + y)
DIATOMIC_OF_2(__hsub, __hsub2, x - y)
DIATOMIC_OF_2(__hmul, __hmul2, x* y)
DIATOMIC_OF_2(__hdiv, __h2div, x / y)
DIATOMIC_OF_2(__hadd_rn, __hadd2_rn, x + y)
DIATOMIC_OF_2(__hsub_rn, __hsub2_rn, x - y)
DIATOMIC_OF_2(__hmul_rn, __hmul2_rn, x* y)
DIATOMIC_OF_2(__hadd_sat, __hadd2_sat, of_halves::between_0_and_1<H>(x + y))
DIATOMIC_OF_2(__hsub_sat, __hsub2_sat, of_halves::between_0_and_1<H>(x - y))
DIATOMIC_OF_2(__hmul_sat, __hmul2_sat, of_halves::between_0_and_1<H>(x* y))
DIATOMIC_OF_3(__hfma, __hfma2, of_halves::fused(x, y, z))
DIATOMIC_OF_3(__hfma_sat, __hfma2_sat, of_halves::between_0_and_1(of_halves::fused(x, y, z)))
DIATOMIC_OF_3(__hfma_relu, __hfma2_relu, H(std::fmax(float{of_halves::fused(x, y, z)}, 0.0f)))
DIATOMIC_OF_1(__hneg, __hneg2, H(-float{x}))
DIATOMIC_OF_1(__habs, __habs2, H(std::fabs(float{x})))
///@}

/// The lesser and the greater one; of a NaN and a number the number, or (`_nan`) the NaN.
///@{
DIATOMIC_OF_2(__hmin, __hmin2, H(std::fmin(float{x}, float{y})))
DIATOMIC_OF_2(__hmax, __hmax2, H(std::fmax(float{x}, float{y})))
DIATOMIC_OF_2(__hmin_nan, __hmin2_nan,
              float{x} != float{x}   ? x
              : float{y} != float{y} ? y
                                     : cuda_names::__hmin(x, y))
DIATOMIC_OF_2(__hmax_nan, __hmax2_nan,
              float{x} != float{x}   ? x
              : float{y} != float{y} ? y
                                     : cuda_names::__hmax(x, y))
///@}

/// Functions of C, for halves.
///@{
DIATOMIC_OF_1(hsqrt, h2sqrt, H(std::sqrt(float{x})))
DIATOMIC_OF_1(hrsqrt, h2rsqrt, H(__frsqrt_rn(float{x})))
DIATOMIC_OF_1(hrcp, h2rcp, H(1 / float{x}))
DIATOMIC_OF_1(hexp, h2exp, H(std::exp(float{x})))
DIATOMIC_OF_1(hexp2, h2exp2, H(std::exp2(float{x})))
DIATOMIC_OF_1(hexp10, h2exp10, of_halves::nearest<H>(std::pow(10.0, float{x})))
DIATOMIC_OF_1(hlog, h2log, H(std::log(float{x})))
DIATOMIC_OF_1(hlog2, h2log2, H(std::log2(float{x})))
DIATOMIC_OF_1(hlog10, h2log10, H(std::log10(float{x})))
DIATOMIC_OF_1(hsin, h2sin, H(std::sin(float{x})))
DIATOMIC_OF_1(hcos, h2cos, H(std::cos(float{x})))
DIATOMIC_OF_1(htanh, h2tanh, H(std::tanh(float{x})))
DIATOMIC_OF_1(htanh_approx, h2tanh_approx, H(std::tanh(float{x})))
DIATOMIC_OF_1(hfloor, h2floor, H(std::floor(float{x})))
DIATOMIC_OF_1(hceil, h2ceil, H(std::ceil(float{x})))
DIATOMIC_OF_1(htrunc, h2trunc, H(std::trunc(float{x})))
DIATOMIC_OF_1(hrint, h2rint, H(std::nearbyint(float{x})))
///@}

// Comparisons of halves; of pairs, 1 or 0 in each element, and (`b`) whether both are true. The
// unordered one is also true if an operand is a NaN.
#define DIATOMIC_COMPARISON(name, operation)                                            \
  template <class H>                                                                    \
  of_halves::if_half<H, bool> __h##name(H x, H y) {                                     \
    return float{x} operation float{y};                                                 \
  }                                                                                     \
  template <class H>                                                                    \
  of_halves::if_half<H, bool> __h##name##u(H x, H y) {                                  \
    return float{x} != float{x} || float{y} != float{y} || float{x} operation float{y}; \
  }                                                                                     \
  template <class P>                                                                    \
  of_halves::if_pair<P, P> __h##name##2(P x, P y) {                                     \
    return {cuda_names::__h##name(x.x, y.x) ? 1.0f : 0.0f,                              \
            cuda_names::__h##name(x.y, y.y) ? 1.0f : 0.0f};                             \
  }                                                                                     \
  template <class P>                                                                    \
  of_halves::if_pair<P, bool> __hb##name##2(P x, P y) {                                 \
    return cuda_names::__h##name(x.x, y.x) && cuda_names::__h##name(x.y, y.y);          \
  }
DIATOMIC_COMPARISON(eq, ==)
DIATOMIC_COMPARISON(lt, <)
DIATOMIC_COMPARISON(le, <=)
DIATOMIC_COMPARISON(gt, >)
DIATOMIC_COMPARISON(ge, >=)
#undef DIATOMIC_COMPARISON
/// Different and no NaN.
template <class H>
of_halves::if_half<H, bool> __hne(H x, H y) {
  return float{x} < float{y} || float{x} > float{y};
}
template <class H>
of_halves::if_half<H, bool> __hisnan(H x) {
  return float{x} != float{x};
}
/// 1 for infinity, -1 for its negative, else 0.
template <class H>
of_halves::if_half<H, int> __hisinf(H x) {
  return std::isinf(float{x}) ? float{x} < 0 ? -1 : 1 : 0;
}

#define DIATOMIC_OPERATOR(sign, name2)                     \
  template <class P>                                       \
  of_halves::if_pair<P, P> operator sign(P x, P y) {       \
    return cuda_names::name2(x, y);                        \
  }                                                        \
  template <class P>                                       \
  of_halves::if_pair<P, P&> operator sign##=(P & x, P y) { \
    return x = cuda_names::name2(x, y);                    \
  }
DIATOMIC_OPERATOR(+, __hadd2)
DIATOMIC_OPERATOR(-, __hsub2)
DIATOMIC_OPERATOR(*, __hmul2)
DIATOMIC_OPERATOR(/, __h2div)
#undef DIATOMIC_OPERATOR

// Conversions. `name` is CUDA's word for the type, `pair_name` for the pair.
#define DIATOMIC_FROM_INTEGER(H, name, integer, Integer)  \
  inline H __##integer##2##name##_rn(Integer v) {         \
    return of_halves::nearest<H>(static_cast<double>(v)); \
  }
#define DIATOMIC_CONVERSIONS(H, P, name, pair_name)                                              \
  inline H __float2##name(float v) { return H(v); }                                              \
  inline H __float2##name##_rn(float v) { return H(v); }                                         \
  inline H __double2##name(double v) { return of_halves::nearest<H>(v); }                        \
  inline float __##name##2float(H v) { return v; }                                               \
  inline P __float2##pair_name##_rn(float v) { return {v, v}; }                                  \
  inline P __floats2##pair_name##_rn(float x, float y) { return {x, y}; }                        \
  inline P __float22##pair_name##_rn(float2 v) { return {v.x, v.y}; }                            \
  inline float2 __##pair_name##2float2(P v) { return {v.x, v.y}; }                               \
  inline H __low2##name(P v) { return v.x; }                                                     \
  inline H __high2##name(P v) { return v.y; }                                                    \
  inline float __low2float(P v) { return v.x; }                                                  \
  inline float __high2float(P v) { return v.y; }                                                 \
  inline P __halves2##pair_name(H x, H y) { return {x, y}; }                                     \
  inline P make_##pair_name(H x, H y) { return {x, y}; }                                         \
  inline P __##name##2##pair_name(H v) { return {v, v}; }                                        \
  inline P __low2##pair_name(P v) { return {v.x, v.x}; }                                         \
  inline P __high2##pair_name(P v) { return {v.y, v.y}; }                                        \
  inline P __lows2##pair_name(P a, P b) { return {a.x, b.x}; }                                   \
  inline P __highs2##pair_name(P a, P b) { return {a.y, b.y}; }                                  \
  inline P __lowhigh2highlow(P v) { return {v.y, v.x}; }                                         \
  inline unsigned short __##name##_as_ushort(H v) { return detail::bits_as<unsigned short>(v); } \
  inline short __##name##_as_short(H v) { return detail::bits_as<short>(v); }                    \
  inline H __ushort_as_##name(unsigned short v) { return detail::bits_as<H>(v); }                \
  inline H __short_as_##name(short v) { return detail::bits_as<H>(v); }                          \
  inline int __##name##2int_rn(H v) { return __float2int_rn(v); }                                \
  inline int __##name##2int_rz(H v) { return __float2int_rz(v); }                                \
  inline int __##name##2int_rd(H v) { return __float2int_rd(v); }                                \
  inline int __##name##2int_ru(H v) { return __float2int_ru(v); }                                \
  inline unsigned __##name##2uint_rn(H v) { return __float2uint_rn(v); }                         \
  inline unsigned __##name##2uint_rz(H v) { return __float2uint_rz(v); }                         \
  DIATOMIC_FROM_INTEGER(H, name, int, int)                                                       \
  DIATOMIC_FROM_INTEGER(H, name, uint, unsigned)                                                 \
  DIATOMIC_FROM_INTEGER(H, name, short, short)                                                   \
  DIATOMIC_FROM_INTEGER(H, name, ushort, unsigned short)

/// To and from other types, to nearest even where no other direction is said.
///@{
DIATOMIC_CONVERSIONS(half, half2, half, half2)
DIATOMIC_CONVERSIONS(bfloat16, bfloat162, bfloat16, bfloat162)
///@}

#undef DIATOMIC_CONVERSIONS
#undef DIATOMIC_FROM_INTEGER
#undef DIATOMIC_OF_3
#undef DIATOMIC_OF_2
#undef DIATOMIC_OF_1

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
