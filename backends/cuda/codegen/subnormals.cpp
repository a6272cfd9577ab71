// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Computations with `keep_denormals`, and those of 16-bit floats, compiled with `-ftz=true`: none
/// may flush a subnormal.

#include <atomic>
#include <complex>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
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
  out[7] = diatomic::div_fetch(p, v, keep_denormals);
}

/// The tag of a member's call, or of its type.
template <class T>
__device__ void members(T* p, T v, T* out) {
  const diatomic::atomic_ref<T> r(*p);
  out[0] = r.add_fetch(v, keep_denormals);
  out[1] = r.sub_fetch(v, diatomic::in_global, keep_denormals);
  out[2] = r.fetch_add(v, keep_denormals, diatomic::relaxed);
  const diatomic::atomic_ref<T, diatomic::relaxed_t, diatomic::keep_denormals_t> kept(*p);
  out[3] = kept.add_fetch(v);
  out[4] = kept.sub_fetch(v, std::memory_order_acquire);
  out[5] = kept += v;
  out[6] = kept -= v;
}
/// Without the tag.
template <class T>
__device__ void numbers_of_16_bits(T* p, T v, T* out) {
  diatomic::store_add(p, v);
  out[0] = diatomic::add_fetch(p, v);
  out[1] = diatomic::fetch_sub(p, v);
  out[2] = diatomic::mul_fetch(p, v);
  out[3] = diatomic::fetch_div(p, v);
  out[4] = diatomic::fetch_max(p, v);
}

// CHECK-NOT: .ftz
// CHECK: .entry last_kernel
// CHECK-NOT: .ftz
KERNEL of_floats(float* p, float v, float* out) { numbers(p, v, out); }
KERNEL of_halves(diatomic::half* p, diatomic::half v, diatomic::half* out) { numbers(p, v, out); }
KERNEL of_bfloats(diatomic::bfloat16* p, diatomic::bfloat16 v, diatomic::bfloat16* out) {
  numbers(p, v, out);
}
KERNEL of_members(float* p, float v, float* out) { members(p, v, out); }
KERNEL of_pairs_by_members(float2* p, float2 v, float2* out) { members(p, v, out); }
KERNEL of_any_halves(diatomic::half* p, diatomic::half v, diatomic::half* out) {
  numbers_of_16_bits(p, v, out);
}
KERNEL of_any_bfloats(diatomic::bfloat16* p, diatomic::bfloat16 v, diatomic::bfloat16* out) {
  numbers_of_16_bits(p, v, out);
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
