// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: CUDA removed __shfl_down; call __shfl_down_sync
// errors: 1
// backends: host

#include <diatomic/compat/cuda_names_everywhere.hpp>

#if defined(MUST_NOT_COMPILE)
__global__ void shift(float* p) { *p += __shfl_down(*p, 1u); }
#else
__global__ void shift(float* p) { *p += __shfl_down_sync(0xffffffff, *p, 1u); }
#endif
