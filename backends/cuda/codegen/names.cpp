// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels in CUDA's names. tests/codegen/same_code.py compiles them twice, with the vendor's
/// functions and (-DBY_DIATOMIC) with ours: ptxas must generate the same machine code for both, or
/// less for ours. Some results are unused, to check that ours become reductions (RED) where the
/// vendor's do. FileCheck looks for a chip's warp instructions, and for shuffles on chips without
/// them.

#include <cuda_fp16.h>

#if defined(BY_DIATOMIC)
#include <diatomic/compat/cuda_names_everywhere.hpp>
#endif

#define KERNEL extern "C" __global__ void

KERNEL add_f32(float* p, float v) { atomicAdd(p, v); }
KERNEL add_f32_used(float* p, float v, float* old) { *old = atomicAdd(p, v); }
KERNEL add_f64(double* p, double v) { atomicAdd(p, v); }
KERNEL add_i32(int* p, int v) { atomicAdd(p, v); }
KERNEL add_u64(unsigned long long* p, unsigned long long v) { atomicAdd(p, v); }
KERNEL add_u64_used(unsigned long long* p, unsigned long long v) { p[1] = atomicAdd(p, v); }
KERNEL add_f16x2(__half2* p, __half2 v) { atomicAdd(p, v); }
KERNEL add_f32x2(float2* p, float2 v) { atomicAdd(p, v); }
KERNEL add_f32x4(float4* p, float4 v) { atomicAdd(p, v); }
KERNEL add_block(unsigned* p, unsigned v) { atomicAdd_block(p, v); }
KERNEL add_system(unsigned* p, unsigned v) { atomicAdd_system(p, v); }
KERNEL add_system_used(unsigned* p, unsigned v) { p[1] = atomicAdd_system(p, v); }
KERNEL sub_i32(int* p, int v) { atomicSub(p, v); }
KERNEL min_i32(int* p, int v) { atomicMin(p, v); }
KERNEL max_u32_used(unsigned* p, unsigned v) { p[1] = atomicMax(p, v); }
KERNEL min_i64(long long* p, long long v) { atomicMin(p, v); }
KERNEL max_u64(unsigned long long* p, unsigned long long v) { atomicMax(p, v); }
KERNEL max_block(int* p, int v) { p[1] = atomicMax_block(p, v); }
KERNEL inc_u32(unsigned* p, unsigned v) { p[1] = atomicInc(p, v); }
KERNEL dec_u32(unsigned* p, unsigned v) { p[1] = atomicDec(p, v); }
KERNEL and_u32(unsigned* p, unsigned v) { atomicAnd(p, v); }
KERNEL or_u64(unsigned long long* p, unsigned long long v) { atomicOr(p, v); }
KERNEL xor_i32_used(int* p, int v) { p[1] = atomicXor(p, v); }
KERNEL exch_f32(float* p, float v) { p[1] = atomicExch(p, v); }
KERNEL exch_u64_system(unsigned long long* p, unsigned long long v) {
  p[1] = atomicExch_system(p, v);
}
KERNEL cas_i32(int* p, int compare, int v) { p[1] = atomicCAS(p, compare, v); }
KERNEL cas_u64_block(unsigned long long* p, unsigned long long compare, unsigned long long v) {
  p[1] = atomicCAS_block(p, compare, v);
}
KERNEL in_shared(unsigned* p, unsigned v) {
  __shared__ unsigned word;
  if (threadIdx.x == 0) word = 0;
  __syncthreads();
  atomicAdd(&word, v);
  atomicMax_block(&word, v);
  __syncthreads();
  if (threadIdx.x == 0) *p = word;
}
KERNEL fences(volatile int* p) {
  p[0] = 1;
  __threadfence();
  p[1] = 1;
  __threadfence_block();
  p[2] = 1;
  __threadfence_system();
  p[3] = 1;
}
KERNEL shuffles(int* p, float* q, unsigned mask) {
  const unsigned i = threadIdx.x;
  p[i] = __shfl_sync(mask, p[i], 3, 8) + __shfl_down_sync(mask, p[i], 1);
  q[i] = __shfl_xor_sync(mask, q[i], 16) + __shfl_up_sync(0xffffffff, q[i], 2u);
}
KERNEL votes(unsigned* p, unsigned mask) {
  const unsigned i = threadIdx.x;
  const bool is_set = p[i] != 0;
  p[i] = __ballot_sync(mask, is_set) + static_cast<unsigned>(__any_sync(mask, is_set)) +
         static_cast<unsigned>(__all_sync(0xffffffff, is_set));
  __syncwarp();
  p[i + 64] = __activemask();
}

// CHECK-LABEL: .entry matches(
// CHECK-DAG: match.any.sync.b32
// CHECK-DAG: match.any.sync.b64
// CHECK-DAG: match.all.sync.b32
// CHECK-DAG: match.all.sync.b64
KERNEL matches(unsigned* p, float* f32, double* f64, int* all, unsigned mask) {
  const unsigned i = threadIdx.x;
  p[i] = __match_any_sync(mask, f32[i]) + __match_any_sync(0xffffffff, f64[i]);
  p[i + 64] = __match_all_sync(mask, f64[i], &all[0]) + __match_all_sync(mask, p[i], &all[1]);
}

// Only Diatomic has these before sm_80.
#if defined(BY_DIATOMIC) || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
// CHECK-LABEL: .entry signed_reductions(
// SM_75-NOT: redux
// SM_75: shfl.sync.idx
// SM_75-NOT: redux
// SM_90-DAG: redux.sync.add.{{[us]}}32
// SM_90-DAG: redux.sync.min.s32
// SM_90-DAG: redux.sync.max.s32
KERNEL signed_reductions(int* p, unsigned mask) {
  const unsigned i = threadIdx.x;
  p[i] = __reduce_add_sync(mask, p[i]);
  p[i + 64] = __reduce_min_sync(mask, p[i + 64]);
  p[i + 96] = __reduce_max_sync(0xffffffff, p[i + 96]);
}
// CHECK-LABEL: .entry unsigned_reductions(
// SM_75-NOT: redux
// SM_75: shfl.sync.idx
// SM_75-NOT: redux
// SM_90-DAG: redux.sync.add.{{[us]}}32
// SM_90-DAG: redux.sync.min.u32
// SM_90-DAG: redux.sync.max.u32
// SM_90-DAG: redux.sync.and.b32
// SM_90-DAG: redux.sync.or.b32
// SM_90-DAG: redux.sync.xor.b32
KERNEL unsigned_reductions(unsigned* p, unsigned mask) {
  const unsigned i = threadIdx.x;
  p[i] = __reduce_add_sync(mask, p[i]);
  p[i + 64] = __reduce_min_sync(mask, p[i + 64]);
  p[i + 96] = __reduce_max_sync(0xffffffff, p[i + 96]);
  p[i + 128] = __reduce_and_sync(mask, p[i + 128]);
  p[i + 160] = __reduce_or_sync(mask, p[i + 160]);
  p[i + 192] = __reduce_xor_sync(0xffffffff, p[i + 192]);
}
#endif

// CHECK-LABEL: .entry block_votes(
// CHECK-DAG: {{bar(rier(\.cta)?)?\.red\.popc}}
// CHECK-DAG: {{bar(rier(\.cta)?)?\.red\.and}}
// CHECK-DAG: {{bar(rier(\.cta)?)?\.red\.or}}
KERNEL block_votes(int* p) {
  const unsigned i = threadIdx.x;
  p[i] = __syncthreads_count(p[i]);
  p[i + 64] = __syncthreads_and(p[i + 64]);
  p[i + 96] = __syncthreads_or(p[i + 96] > 7);
}

// CHECK-LABEL: .entry sleeps(
// CHECK: nanosleep.u32
KERNEL sleeps(volatile int* p) {
  while (p[0] == 0) __nanosleep(100);
  __nanosleep(static_cast<unsigned>(p[1]));
}
