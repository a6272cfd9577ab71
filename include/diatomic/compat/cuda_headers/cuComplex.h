// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Stands in for CUDA's header of this name: complex numbers as `float2` and `double2`.

#include <diatomic/compat/cuda_language.hpp>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define DIATOMIC_COMPLEX(C, Real, suffix, make, hypot, fabs)                                   \
  __host__ __device__ inline Real cuCreal##suffix(C v) { return v.x; }                         \
  __host__ __device__ inline Real cuCimag##suffix(C v) { return v.y; }                         \
  __host__ __device__ inline C make(Real x, Real y) {                                          \
    C v;                                                                                       \
    v.x = x;                                                                                   \
    v.y = y;                                                                                   \
    return v;                                                                                  \
  }                                                                                            \
  __host__ __device__ inline C cuConj##suffix(C v) { return make(v.x, -v.y); }                 \
  __host__ __device__ inline C cuCadd##suffix(C a, C b) { return make(a.x + b.x, a.y + b.y); } \
  __host__ __device__ inline C cuCsub##suffix(C a, C b) { return make(a.x - b.x, a.y - b.y); } \
  __host__ __device__ inline C cuCmul##suffix(C a, C b) {                                      \
    return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                 \
  }                                                                                            \
  /* Divides by the size of `b` first, which keeps the squares in range. */                    \
  __host__ __device__ inline C cuCdiv##suffix(C a, C b) {                                      \
    const Real scale = 1 / (fabs(b.x) + fabs(b.y));                                            \
    const C p = make(a.x * scale, a.y * scale), q = make(b.x * scale, b.y * scale);            \
    const Real by = 1 / (q.x * q.x + q.y * q.y);                                               \
    return make((p.x * q.x + p.y * q.y) * by, (p.y * q.x - p.x * q.y) * by);                   \
  }                                                                                            \
  __host__ __device__ inline Real cuCabs##suffix(C v) { return hypot(v.x, v.y); }
DIATOMIC_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex, hypotf, fabsf)
DIATOMIC_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex, hypot, fabs)
#undef DIATOMIC_COMPLEX

__host__ __device__ inline cuComplex make_cuComplex(float x, float y) {
  return make_cuFloatComplex(x, y);
}
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex v) {
  return make_cuDoubleComplex(v.x, v.y);
}
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex v) {
  return make_cuFloatComplex(static_cast<float>(v.x), static_cast<float>(v.y));
}
/// `a * b + c`.
__host__ __device__ inline cuComplex cuCfmaf(cuComplex a, cuComplex b, cuComplex c) {
  return cuCaddf(cuCmulf(a, b), c);
}
__host__ __device__ inline cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b,
                                                  cuDoubleComplex c) {
  return cuCadd(cuCmul(a, b), c);
}
