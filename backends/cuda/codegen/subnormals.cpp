// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Computations with `keep_denormals`, compiled with `-ftz=true`: none may flush a subnormal.

#include <complex>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/diatomic.hpp>

#include "kernel.hpp"

using diatomic::keep_denormals;

template <class T>
__device__ void sums(T* p, T v, T* out) {
  diatomic::store_add(p, v, keep_denormals);
  out[0] = diatomic::fetch_add(p, v, keep_denormals, diatomic::in_global);
  out[1] = diatomic::add_fetch(p, v, keep_denormals);
  out[2] = diatomic::sub_fetch(p, v, keep_denormals, diatomic::in_shared);
  out[3] = diatomic::fetch_sub(p, v, keep_denormals, diatomic::same_address);
}
template <class T>
__device__ void numbers(T* p, T v, T* out) {
  sums(p, v, out);
  diatomic::store_mul(p, v, keep_denormals);
  out[4] = diatomic::mul_fetch(p, v, keep_denormals);
  out[5] = diatomic::fetch_mul(p, v, keep_denormals, diatomic::few_addresses);
  diatomic::store_max(p, v, keep_denormals);
  out[6] = diatomic::fetch_fminimum(p, v, keep_denormals);
}

// CHECK-NOT: .ftz
// CHECK: .entry last_kernel
// CHECK-NOT: .ftz
KERNEL of_floats(float* p, float v, float* out) { numbers(p, v, out); }
KERNEL of_halves(diatomic::half* p, diatomic::half v, diatomic::half* out) { numbers(p, v, out); }
KERNEL of_bfloats(diatomic::bfloat16* p, diatomic::bfloat16 v, diatomic::bfloat16* out) {
  numbers(p, v, out);
}
KERNEL of_pairs(float2* p, float2 v, float2* out) { sums(p, v, out); }
KERNEL of_vectors(float4* p, float4 v, float4* out) { sums(p, v, out); }
KERNEL of_complex(std::complex<float>* p, const std::complex<float>* v, std::complex<float>* out) {
  sums(p, *v, out);
}
KERNEL of_half_pairs(diatomic::half2* p, diatomic::half2 v, diatomic::half2* out) {
  sums(p, v, out);
}
KERNEL last_kernel(diatomic::bfloat162* p, diatomic::bfloat162 v, diatomic::bfloat162* out) {
  sums(p, v, out);
}
