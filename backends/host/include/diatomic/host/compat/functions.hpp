// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's mathematical functions that the C library lacks, for `float` and `double`. Float results
/// come from `double` arithmetic. Most are templates, because newer C libraries have functions of
/// these names, which then are better matches.

#include <cmath>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

namespace of_functions {

/// `float` for floats, else `double`, as C++ has it for functions of `<cmath>`.
template <class... T>
using real = std::enable_if_t<(std::is_arithmetic_v<T> && ...),
                              std::conditional_t<(std::is_same_v<T, float> && ...), float, double>>;

inline constexpr double pi = 3.14159265358979323846;

/// `sin(pi * v)` and `cos(pi * v)`: the argument is reduced exactly first, to quarters of a circle.
struct sine_and_cosine {
  double sine, cosine;
};
inline sine_and_cosine of_half_turns(double v) {
  if (!std::isfinite(v)) return {v - v, v - v};
  const double turned = v - 2 * std::nearbyint(v / 2);  // from -1 to 1
  const double quarters = std::nearbyint(2 * turned);
  const double rest = pi * (turned - quarters / 2);
  const double s = std::sin(rest), c = std::cos(rest);
  switch (static_cast<int>(quarters)) {
    case 0:
      return {turned == 0 ? std::copysign(0.0, v) : s, c};
    case 1:
      return {c, -s};
    case -1:
      return {-c, s};
    default:
      return {turned == 1 || turned == -1 ? std::copysign(0.0, v) : -s, -c};
  }
}

/// `erfc(-v / sqrt(2)) / 2`. The rounding of the argument counts `v * v` times, so its error is
/// kept.
inline double normal_distribution(double v) {
  constexpr double factor = 0.70710678118654752440, rest = -4.8336466567264567e-17;
  const double x = -v * factor;
  if (!std::isfinite(x)) return std::erfc(x) / 2;
  const double error = std::fma(-v, factor, -x) - v * rest;
  return (std::erfc(x) - error * (2 / std::sqrt(pi)) * std::exp(-x * x)) / 2;
}

/// The `x` of which `erfc(x)` is `v`, from 0 to 2: an approximation, then Halley's method.
inline double inverse_of_erfc(double v) {
  if (!(v >= 0 && v <= 2)) return std::nan("");
  if (v == 0 || v == 2) return v == 0 ? HUGE_VAL : -HUGE_VAL;
  const double small = v < 1 ? v : 2 - v;
  const double t = std::sqrt(-2 * std::log(small / 2));
  double x = 0.70711 * (t - (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)));
  for (int i = 0; i < 3; ++i) {
    const double off = std::erfc(x) - small;
    x += off / (2 / std::sqrt(pi) * std::exp(-x * x) - x * off);
  }
  return v < 1 ? x : -x;
}
/// The `x` of which `erf(x)` is `v`, from -1 to 1. Near 0, `1 - v` would lose digits.
inline double inverse_of_erf(double v) {
  if (!(std::fabs(v) < 0.5)) {
    return std::copysign(of_functions::inverse_of_erfc(1 - std::fabs(v)), v);
  }
  double x = v * std::sqrt(pi) / 2;
  for (int i = 0; i < 4; ++i) {
    const double off = std::erf(x) - v;
    x -= off / (2 / std::sqrt(pi) * std::exp(-x * x) + x * off);
  }
  return v == 0 ? v : x;
}

}  // namespace of_functions

inline namespace at_file_scope {

// A function of any number type, and the one for `float` that ends in `f`.
#define DIATOMIC_OF_1(name, ...)                                        \
  template <class T>                                                    \
  of_functions::real<T> name(T of_x) {                                  \
    const auto x = static_cast<double>(of_x);                           \
    return static_cast<of_functions::real<T>>(__VA_ARGS__);             \
  }                                                                     \
  template <class T>                                                    \
  of_functions::real<T, float> name##f(T x) {                           \
    return static_cast<float>(cuda_names::name(static_cast<float>(x))); \
  }

/// `sin(pi * x)`, `cos(pi * x)`, the reciprocal of the cube root; the normal distribution, and its
/// inverse; the inverses of `erf` and `erfc`.
///@{
DIATOMIC_OF_1(sinpi, of_functions::of_half_turns(x).sine)
DIATOMIC_OF_1(cospi, of_functions::of_half_turns(x).cosine)
DIATOMIC_OF_1(rcbrt, 1 / std::cbrt(x))
DIATOMIC_OF_1(normcdf, of_functions::normal_distribution(x))
DIATOMIC_OF_1(normcdfinv, -std::sqrt(2.0) * of_functions::inverse_of_erfc(2 * x))
DIATOMIC_OF_1(erfinv, of_functions::inverse_of_erf(x))
DIATOMIC_OF_1(erfcinv, x > 0.5 && x < 1.5 ? of_functions::inverse_of_erf(1 - x)
                                          : of_functions::inverse_of_erfc(x))
///@}
#undef DIATOMIC_OF_1

/// Sine and cosine of `pi * x`.
///@{
template <class T>
void sincospi(T x, T* sine, T* cosine) {
  *sine = cuda_names::sinpi(x);
  *cosine = cuda_names::cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
  cuda_names::sincospi(x, sine, cosine);
}
///@}

/// The lengths of vectors, and their reciprocals.
///@{
inline double rhypot(double x, double y) { return 1 / std::hypot(x, y); }
inline double norm3d(double x, double y, double z) { return std::hypot(x, y, z); }
inline double norm4d(double x, double y, double z, double w) {
  return std::hypot(std::hypot(x, y), std::hypot(z, w));
}
inline double rnorm3d(double x, double y, double z) { return 1 / norm3d(x, y, z); }
inline double rnorm4d(double x, double y, double z, double w) { return 1 / norm4d(x, y, z, w); }
inline float rhypotf(float x, float y) { return static_cast<float>(rhypot(x, y)); }
inline float norm3df(float x, float y, float z) { return static_cast<float>(norm3d(x, y, z)); }
inline float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(norm4d(x, y, z, w));
}
inline float rnorm3df(float x, float y, float z) { return static_cast<float>(rnorm3d(x, y, z)); }
inline float rnorm4df(float x, float y, float z, float w) {
  return static_cast<float>(rnorm4d(x, y, z, w));
}
///@}

/// `x / y`.
inline float fdividef(float x, float y) { return x / y; }

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
