// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The instructions of QUDA's header of atomics on Diatomic. FileCheck refuses each `.cas.b` and
/// `cmpswap` that has no line here: no other call may become a CAS loop.

#include "docs/examples/ported_headers/quda_atomics.hpp"

#include "tests/codegen/ported/kernel.hpp"

using array3 = quda::array<double, 3>;

// PTX-LABEL: .entry quda_add_i32(
// GCN-LABEL: quda_add_i32:
// PTX: red.relaxed.gpu.global.add.u32
// GCN: global_atomic_add v
KERNEL quda_add_i32(int* p, int v) { quda::atomic_fetch_add(p, v); }

// PTX-LABEL: .entry quda_add_u64(
// GCN-LABEL: quda_add_u64:
// PTX: red.relaxed.gpu.global.add.u64
// GCN: global_atomic_add_x2
KERNEL quda_add_u64(unsigned long long* p, unsigned long long v) { quda::atomic_fetch_add(p, v); }

// PTX-LABEL: .entry quda_add_f32(
// GCN-LABEL: quda_add_f32:
// PTX: red.relaxed.gpu.global.add.f32
// GFX942: global_atomic_add_f32
// GFX90A: global_atomic_cmpswap v
KERNEL quda_add_f32(float* p, float v) { quda::atomic_fetch_add(p, v); }

// PTX-LABEL: .entry quda_add_f64(
// GCN-LABEL: quda_add_f64:
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
KERNEL quda_add_f64(double* p, double v) { quda::atomic_fetch_add(p, v); }

// PTX-LABEL: .entry quda_add_complex(
// GCN-LABEL: quda_add_complex:
// PTX: global.add.f64
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
// LOOP: global_atomic_cmpswap_x2
KERNEL quda_add_complex(quda::complex<double>* p, quda::complex<double> v) {
  quda::atomic_fetch_add(p, v);
}

// PTX-LABEL: .entry quda_add_array(
// GCN-LABEL: quda_add_array:
// PTX: global.add.f64
// PTX: global.add.f64
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// NATIVE: global_atomic_add_f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
// LOOP: global_atomic_cmpswap_x2
// LOOP: global_atomic_cmpswap_x2
KERNEL quda_add_array(array3* p, array3 v) { quda::atomic_fetch_add(p, v); }

// PTX-LABEL: .entry quda_add_int4(
// GCN-LABEL: quda_add_int4:
// PTX: red.relaxed.gpu.global.add.u32
// PTX: red.relaxed.gpu.global.add.u32
// PTX: red.relaxed.gpu.global.add.u32
// PTX: red.relaxed.gpu.global.add.u32
// GCN: global_atomic_add v
// GCN: global_atomic_add v
// GCN: global_atomic_add v
// GCN: global_atomic_add v
KERNEL quda_add_int4(quda::int4* p, quda::int4 v) { quda::atomic_fetch_add(p, v); }

// PTX-LABEL: .entry quda_abs_max(
// GCN-LABEL: quda_abs_max:
// PTX: red.relaxed.gpu.global.{{max.s32|min.u32}}
// PTX: red.relaxed.gpu.global.{{max.s32|min.u32}}
// GCN: global_atomic_{{smax|umin}} v
// GCN: global_atomic_{{smax|umin}} v
KERNEL quda_abs_max(float* p, float v) { quda::atomic_fetch_abs_max(p, v); }
