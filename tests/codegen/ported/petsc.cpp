// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The instructions of PETSc's header of atomics on Diatomic. FileCheck refuses each `.cas.b` and
/// `cmpswap` that has no line here: no other call may become a CAS loop.

#include "docs/examples/ported_headers/petsc_atomics.hpp"

#include "tests/codegen/ported/kernel.hpp"

// PTX-LABEL: .entry petsc_insert_i32(
// GCN-LABEL: petsc_insert_i32:
// PTX: global.exch.b32
// GCN: global_atomic_swap
KERNEL petsc_insert_i32(int* p, int v) { AtomicInsert<int>()(*p, v); }

// PTX-LABEL: .entry petsc_insert_i64(
// GCN-LABEL: petsc_insert_i64:
// PTX: global.exch.b64
// GCN: global_atomic_swap_x2
KERNEL petsc_insert_i64(llint* p, llint v) { AtomicInsert<llint>()(*p, v); }

// PTX-LABEL: .entry petsc_insert_f64(
// GCN-LABEL: petsc_insert_f64:
// PTX: global.exch.b64
// GCN: global_atomic_swap_x2
KERNEL petsc_insert_f64(PetscReal* p, PetscReal v) { AtomicInsert<PetscReal>()(*p, v); }

// PTX-LABEL: .entry petsc_insert_complex(
// GCN-LABEL: petsc_insert_complex:
// SM_70: global.exch.b64
// SM_70: global.exch.b64
// SM_90: global.exch.b128
// GCN: global_atomic_swap_x2
// GCN: global_atomic_swap_x2
KERNEL petsc_insert_complex(PetscComplex* p, PetscComplex v) {
  AtomicInsert<PetscComplex>()(*p, v);
}

// PTX-LABEL: .entry petsc_add_i32(
// GCN-LABEL: petsc_add_i32:
// PTX: global.add.u32
// GCN: global_atomic_add v
KERNEL petsc_add_i32(int* p, int v) { AtomicAdd<int>()(*p, v); }

// PTX-LABEL: .entry petsc_add_i64(
// GCN-LABEL: petsc_add_i64:
// PTX: global.add.u64
// GCN: global_atomic_add_x2
KERNEL petsc_add_i64(llint* p, llint v) { AtomicAdd<llint>()(*p, v); }

// PTX-LABEL: .entry petsc_add_f32(
// GCN-LABEL: petsc_add_f32:
// PTX: global.add.f32
// GFX942: global_atomic_add_f32
// GFX90A: global_atomic_cmpswap v
KERNEL petsc_add_f32(float* p, float v) { AtomicAdd<float>()(*p, v); }

// PTX-LABEL: .entry petsc_add_f64(
// GCN-LABEL: petsc_add_f64:
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
KERNEL petsc_add_f64(PetscReal* p, PetscReal v) { AtomicAdd<PetscReal>()(*p, v); }

// PTX-LABEL: .entry petsc_fetch_add_f64(
// GCN-LABEL: petsc_fetch_add_f64:
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
KERNEL petsc_fetch_add_f64(PetscReal* p, PetscReal v) { p[1] = AtomicAdd<PetscReal>()(*p, v); }

// PTX-LABEL: .entry petsc_add_complex(
// GCN-LABEL: petsc_add_complex:
// PTX: global.add.f64
// PTX: global.add.f64
// NATIVE: global_atomic_add_f64
// NATIVE: global_atomic_add_f64
// LOOP: global_atomic_cmpswap_x2
// LOOP: global_atomic_cmpswap_x2
KERNEL petsc_add_complex(PetscComplex* p, PetscComplex v) { AtomicAdd<PetscComplex>()(*p, v); }

// PTX-LABEL: .entry petsc_mult_i32(
// GCN-LABEL: petsc_mult_i32:
// PTX: global.cas.b32
// GCN: global_atomic_cmpswap v
KERNEL petsc_mult_i32(int* p, int v) { AtomicMult<int>()(*p, v); }

// PTX-LABEL: .entry petsc_mult_f64(
// GCN-LABEL: petsc_mult_f64:
// PTX: global.cas.b64
// GCN: global_atomic_cmpswap_x2
KERNEL petsc_mult_f64(PetscReal* p, PetscReal v) { AtomicMult<PetscReal>()(*p, v); }

// PTX-LABEL: .entry petsc_min_i64(
// GCN-LABEL: petsc_min_i64:
// PTX: global.min.s64
// GCN: global_atomic_smin_x2
KERNEL petsc_min_i64(llint* p, llint v) { AtomicMin<llint>()(*p, v); }

// PTX-LABEL: .entry petsc_max_i32(
// GCN-LABEL: petsc_max_i32:
// PTX: global.max.s32
// GCN: global_atomic_smax v
KERNEL petsc_max_i32(int* p, int v) { AtomicMax<int>()(*p, v); }

// PTX-LABEL: .entry petsc_min_f64(
// GCN-LABEL: petsc_min_f64:
// PTX: global.cas.b64
// GCN: global_atomic_cmpswap_x2
KERNEL petsc_min_f64(PetscReal* p, PetscReal v) { AtomicMin<PetscReal>()(*p, v); }

// PTX-LABEL: .entry petsc_max_f64(
// GCN-LABEL: petsc_max_f64:
// PTX: global.cas.b64
// GCN: global_atomic_cmpswap_x2
KERNEL petsc_max_f64(PetscReal* p, PetscReal v) { AtomicMax<PetscReal>()(*p, v); }

// PTX-LABEL: .entry petsc_band_i32(
// GCN-LABEL: petsc_band_i32:
// PTX: global.and.b32
// GCN: global_atomic_and v
KERNEL petsc_band_i32(int* p, int v) { AtomicBAND<int>()(*p, v); }

// PTX-LABEL: .entry petsc_bor_i64(
// GCN-LABEL: petsc_bor_i64:
// PTX: global.or.b64
// GCN: global_atomic_or_x2
KERNEL petsc_bor_i64(llint* p, llint v) { AtomicBOR<llint>()(*p, v); }

// PTX-LABEL: .entry petsc_bxor_i64(
// GCN-LABEL: petsc_bxor_i64:
// PTX: global.xor.b64
// GCN: global_atomic_xor_x2
KERNEL petsc_bxor_i64(llint* p, llint v) { AtomicBXOR<llint>()(*p, v); }

// PTX-LABEL: .entry petsc_land_i32(
// GCN-LABEL: petsc_land_i32:
// PTX: global.cas.b32
// GCN: global_atomic_cmpswap v
KERNEL petsc_land_i32(int* p, int v) { AtomicLAND<int>()(*p, v); }

// PTX-LABEL: .entry petsc_lor_i64(
// GCN-LABEL: petsc_lor_i64:
// PTX: global.cas.b64
// GCN: global_atomic_cmpswap_x2
KERNEL petsc_lor_i64(llint* p, llint v) { AtomicLOR<llint>()(*p, v); }

// PTX-LABEL: .entry petsc_lxor_i32(
// GCN-LABEL: petsc_lxor_i32:
// PTX: global.cas.b32
// GCN: global_atomic_cmpswap v
KERNEL petsc_lxor_i32(int* p, int v) { AtomicLXOR<int>()(*p, v); }
