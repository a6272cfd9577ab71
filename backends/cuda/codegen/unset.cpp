// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels in which one lane of a warp sets a variable from an atomic and a shuffle broadcasts it.
/// FileCheck looks for the branch around the atomic.

#include <cuda_fp16.h>

#include <diatomic/compat/cuda_names_everywhere.hpp>

#define KERNEL extern "C" __global__ void

// CHECK-LABEL: .entry unset_word(
// CHECK: @{{!?}}%p
// CHECK: {{(red|atom).*add}}
KERNEL unset_word(unsigned* p, unsigned* out) {
  unsigned v;
  if (threadIdx.x % 32 == 0) v = atomicAdd(p, 1u);
  out[threadIdx.x] = __shfl_sync(0xffffffff, v, 0);
}
// CHECK-LABEL: .entry unset_words(
// CHECK: @{{!?}}%p
// CHECK: {{(red|atom).*add}}
KERNEL unset_words(unsigned* p, double* out) {
  double v;
  if (threadIdx.x % 32 == 1) v = atomicAdd(p, 1u);
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, v, 1);
}
// CHECK-LABEL: .entry unset_half_word(
// CHECK: @{{!?}}%p
// CHECK: {{(red|atom).*add}}
KERNEL unset_half_word(unsigned* p, __half* out) {
  __half v;
  if (threadIdx.x % 32 == 0) v = static_cast<float>(atomicAdd(p, 1u));
  out[threadIdx.x] = __shfl_up_sync(0xffffffff, v, 1);
}
// CHECK-LABEL: .entry unset_float(
// CHECK: @{{!?}}%p
// CHECK: {{(red|atom).*add}}
KERNEL unset_float(unsigned* p, float* out) {
  float v;
  if (threadIdx.x % 32 == 0) v = static_cast<float>(atomicAdd(p, 1u));
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, v, 1);
}
