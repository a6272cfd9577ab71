// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The instructions of Ginkgo's header of atomics on Diatomic. FileCheck refuses each `.cas.b` and
/// `cmpswap` that has no line here: no other call may become a CAS loop.

#include "docs/examples/ported_headers/ginkgo_atomics.hpp"

#include "tests/codegen/ported/kernel.hpp"

using gko::kernels::GKO_DEVICE_NAMESPACE::atomic_add;
using gko::kernels::GKO_DEVICE_NAMESPACE::atomic_max;
// The vendors' types have these layouts. Their headers are not needed for the instructions.
using f16 = diatomic::detail::float16<diatomic::kind::f16>;
using bf16 = diatomic::detail::float16<diatomic::kind::bf16>;
using f16x2 = diatomic::detail::pack<f16, 2>;
using bf16x2 = diatomic::detail::pack<bf16, 2>;

// PTX-LABEL: .entry ginkgo_add_i32(
// GCN-LABEL: ginkgo_add_i32:
// PTX: global.add.u32
// GCN: global_atomic_add v
KERNEL ginkgo_add_i32(int* p, int v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_add_u64(
// GCN-LABEL: ginkgo_add_u64:
// PTX: global.add.u64
// GCN: global_atomic_add_x2
KERNEL ginkgo_add_u64(unsigned long long* p, unsigned long long v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_add_i64(
// GCN-LABEL: ginkgo_add_i64:
// PTX: global.add.u64
// GCN: global_atomic_add_x2
KERNEL ginkgo_add_i64(long long* p, long long v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_add_f32(
// GCN-LABEL: ginkgo_add_f32:
// PTX: global.add.f32
// GFX942: global_atomic_add_f32
// GFX90A: global_atomic_cmpswap v
KERNEL ginkgo_add_f32(float* p, float v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_add_f64(
// GCN-LABEL: ginkgo_add_f64:
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
KERNEL ginkgo_add_f64(double* p, double v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_fetch_add_f64(
// GCN-LABEL: ginkgo_fetch_add_f64:
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
KERNEL ginkgo_fetch_add_f64(double* p, double v) { p[1] = atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_add_complex(
// GCN-LABEL: ginkgo_add_complex:
// PTX: global.add.f64
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
// LOOP: global_atomic_cmpswap_x2
KERNEL ginkgo_add_complex(thrust::complex<double>* p, thrust::complex<double> v) {
  atomic_add(p, v);
}

// PTX-LABEL: .entry ginkgo_add_f16(
// GCN-LABEL: ginkgo_add_f16:
// PTX: global.add.noftz.f16
// GCN: global_atomic_cmpswap v
KERNEL ginkgo_add_f16(f16* p, f16 v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_add_bf16(
// GCN-LABEL: ginkgo_add_bf16:
// SM_70: global.cas.b32
// SM_90: global.add.noftz.bf16
// GCN: global_atomic_cmpswap v
KERNEL ginkgo_add_bf16(bf16* p, bf16 v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_add_f16x2(
// GCN-LABEL: ginkgo_add_f16x2:
// PTX: global.add.noftz.f16x2
// NATIVE: global_atomic_pk_add_f16
// LOOP: global_atomic_cmpswap v
KERNEL ginkgo_add_f16x2(f16x2* p, f16x2 v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_add_bf16x2(
// GCN-LABEL: ginkgo_add_bf16x2:
// SM_70: global.cas.b32
// SM_90: global.add.noftz.bf16x2
// GFX942: global_atomic_pk_add_bf16
// GFX90A: global_atomic_cmpswap v
KERNEL ginkgo_add_bf16x2(bf16x2* p, bf16x2 v) { atomic_add(p, v); }

// PTX-LABEL: .entry ginkgo_max_i32(
// GCN-LABEL: ginkgo_max_i32:
// PTX: global.max.s32
// GCN: global_atomic_smax v
KERNEL ginkgo_max_i32(int* p, int v) { atomic_max(p, v); }

// PTX-LABEL: .entry ginkgo_max_i64(
// GCN-LABEL: ginkgo_max_i64:
// PTX: global.max.s64
// GCN: global_atomic_smax_x2
KERNEL ginkgo_max_i64(long long* p, long long v) { atomic_max(p, v); }

// PTX-LABEL: .entry ginkgo_max_f32(
// GCN-LABEL: ginkgo_max_f32:
// PTX: global.cas.b32
// GCN: global_atomic_cmpswap v
KERNEL ginkgo_max_f32(float* p, float v) { atomic_max(p, v); }
