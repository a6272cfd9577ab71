// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels that pass products to calls which return the new value, or add to that value. Merged
/// with a sum, a product is not rounded, and the returned value was never in memory. Nor is a
/// product of halves computed by an instruction that adds +0: it would make -0 +0.

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>

#include "kernel.hpp"

// CHECK-NOT: {{[^_a-z](v_|v)?(pk_)?(fma|fml|fms|fnm|mad_f|mac_f)}}
// CHECK: last_kernel
// CHECK-NOT: {{[^_a-z](v_|v)?(pk_)?(fma|fml|fms|fnm|mad_f|mac_f)}}

KERNEL add_float(float* p, const float* a, float* out) {
  out[lane()] = diatomic::add_fetch(p + lane(), a[lane()] * a[lane() + 64]);
}
KERNEL add_float_on_this_device(float* p, const float* a, float* out) {
  using namespace diatomic::tags;
  out[lane()] =
      diatomic::add_fetch(p + lane(), a[lane()] * a[lane() + 64], in_global, coarse_grained);
}
KERNEL sub_double(double* p, const double* a, double* out) {
  out[lane()] = diatomic::sub_fetch(p + lane(), a[lane()] * a[lane() + 64]);
}
KERNEL add_by_operator(double* p, const double* a, double* out) {
  out[lane()] = diatomic::atomic_ref<double>(p[lane()]) += a[lane()] * a[lane() + 64];
}
KERNEL add_float_kept(float* p, const float* a, float* out) {
  out[lane()] =
      diatomic::add_fetch(p + lane(), a[lane()] * a[lane() + 64], diatomic::keep_denormals);
}
KERNEL add_in_shared(const float* a, float* out) {
  float* const words = shared_words<float>();
  out[lane()] =
      diatomic::add_fetch(words + lane(), a[lane()] * a[lane() + 64], diatomic::in_shared);
}
KERNEL add_to_product(float* p, const float* a, float* out) {
  out[lane()] = diatomic::mul_fetch(p + lane(), a[lane()]) + a[lane() + 64];
}
template <class T>
DIATOMIC_DEVICE void multiply_halves(T* p, const T* a, T* out) {
  out[lane()] = diatomic::fetch_mul(p, a[lane()], diatomic::few_addresses);
  out[lane() + 64] = diatomic::mul_fetch(p + 1, a[lane()], diatomic::same_address);
  out[lane() + 128] = diatomic::mul_fetch(p + 2 + lane(), a[lane()]);
}
using half = diatomic::detail::float16<diatomic::kind::f16>;
using half2 = diatomic::detail::pack<half, 2>;
using half4 = diatomic::detail::pack<half, 4>;
KERNEL mul_half(half* p, const half* a, half* out) { multiply_halves(p, a, out); }
KERNEL mul_half2(half2* p, const half2* a, half2* out) { multiply_halves(p, a, out); }
KERNEL mul_half4(half4* p, const half4* a, half4* out) { multiply_halves(p, a, out); }
KERNEL last_kernel(double* p, const double* a, double* out) {
  out[lane()] = diatomic::mul_fetch(p + lane(), a[lane()]) - a[lane() + 64];
}
