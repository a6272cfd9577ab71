// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Declarations that the generated test kernels need besides the library.

#include <diatomic/runtime/runtime.hpp>

#define KERNEL extern "C" __global__ void

__device__ inline unsigned lane() { return threadIdx.x; }

extern __shared__ unsigned long long block_words[];
/// The block's dynamic shared memory as an array of T.
template <class T>
__device__ T* shared_words() {
  return reinterpret_cast<T*>(block_words);
}

__device__ inline void block_barrier() { diatomic::sync_block(); }
