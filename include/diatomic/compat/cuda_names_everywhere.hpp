// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Compiles an unmodified CUDA source on every backend. Include this header after all others: from
/// there on, CUDA's names in the file mean `diatomic::cuda_names`, at file scope and in namespaces.
///
/// ```
/// #include <diatomic/compat/cuda_names_everywhere.hpp>
///
/// __global__ void count(const unsigned char* values, int n, unsigned long long* bins) {
///   const int i = blockIdx.x * blockDim.x + threadIdx.x;
///   if (i < n) atomicAdd(&bins[values[i]], 1);
/// }
/// // launch_global(count, blocks, threads, 0, stream, values, n, bins);
/// ```
///
/// The names are macros, because a vendor's `::atomicAdd` would otherwise be chosen, or be
/// ambiguous with ours. So a source must not use these names for its members or functions. On the
/// host the header also defines CUDA's qualifiers, `threadIdx` and similar variables, vector types
/// and functions on integers and floats. `__shared__` arrays are `static thread_local` there, and
/// keep the contents from the previous block. `extern __shared__` does not compile there; use
/// `diatomic::shared_array<T>()`, a `T*`, which works on every backend.

#include <diatomic/core/detail/backend_select.hpp>

#include <diatomic/compat/cuda_names.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#if DIATOMIC_HAS_HOST_CODE
#include <diatomic/compat/launch_global.hpp>
#endif

// clang-format off: a blank next to a slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(compat/words.hpp)
// clang-format on

// Without a leading `::`, so that `::atomicAdd` is redirected too.
#define atomicAdd diatomic::cuda_names::atomicAdd
#define atomicAdd_block diatomic::cuda_names::atomicAdd_block
#define atomicAdd_system diatomic::cuda_names::atomicAdd_system
#define atomicSub diatomic::cuda_names::atomicSub
#define atomicSub_block diatomic::cuda_names::atomicSub_block
#define atomicSub_system diatomic::cuda_names::atomicSub_system
#define atomicExch diatomic::cuda_names::atomicExch
#define atomicExch_block diatomic::cuda_names::atomicExch_block
#define atomicExch_system diatomic::cuda_names::atomicExch_system
#define atomicMin diatomic::cuda_names::atomicMin
#define atomicMin_block diatomic::cuda_names::atomicMin_block
#define atomicMin_system diatomic::cuda_names::atomicMin_system
#define atomicMax diatomic::cuda_names::atomicMax
#define atomicMax_block diatomic::cuda_names::atomicMax_block
#define atomicMax_system diatomic::cuda_names::atomicMax_system
#define atomicInc diatomic::cuda_names::atomicInc
#define atomicInc_block diatomic::cuda_names::atomicInc_block
#define atomicInc_system diatomic::cuda_names::atomicInc_system
#define atomicDec diatomic::cuda_names::atomicDec
#define atomicDec_block diatomic::cuda_names::atomicDec_block
#define atomicDec_system diatomic::cuda_names::atomicDec_system
#define atomicCAS diatomic::cuda_names::atomicCAS
#define atomicCAS_block diatomic::cuda_names::atomicCAS_block
#define atomicCAS_system diatomic::cuda_names::atomicCAS_system
#define atomicAnd diatomic::cuda_names::atomicAnd
#define atomicAnd_block diatomic::cuda_names::atomicAnd_block
#define atomicAnd_system diatomic::cuda_names::atomicAnd_system
#define atomicOr diatomic::cuda_names::atomicOr
#define atomicOr_block diatomic::cuda_names::atomicOr_block
#define atomicOr_system diatomic::cuda_names::atomicOr_system
#define atomicXor diatomic::cuda_names::atomicXor
#define atomicXor_block diatomic::cuda_names::atomicXor_block
#define atomicXor_system diatomic::cuda_names::atomicXor_system
#define __threadfence diatomic::cuda_names::__threadfence
#define __threadfence_block diatomic::cuda_names::__threadfence_block
#define __threadfence_system diatomic::cuda_names::__threadfence_system
#define __syncthreads diatomic::cuda_names::__syncthreads
#define __syncthreads_count diatomic::cuda_names::__syncthreads_count
#define __syncthreads_and diatomic::cuda_names::__syncthreads_and
#define __syncthreads_or diatomic::cuda_names::__syncthreads_or
#define __syncwarp diatomic::cuda_names::__syncwarp
#define __activemask diatomic::cuda_names::__activemask
#define __ballot_sync diatomic::cuda_names::__ballot_sync
#define __any_sync diatomic::cuda_names::__any_sync
#define __all_sync diatomic::cuda_names::__all_sync
#define __shfl_sync diatomic::cuda_names::__shfl_sync
#define __shfl_up_sync diatomic::cuda_names::__shfl_up_sync
#define __shfl_down_sync diatomic::cuda_names::__shfl_down_sync
#define __shfl_xor_sync diatomic::cuda_names::__shfl_xor_sync
#define __match_any_sync diatomic::cuda_names::__match_any_sync
#define __match_all_sync diatomic::cuda_names::__match_all_sync
#define __reduce_add_sync diatomic::cuda_names::__reduce_add_sync
#define __reduce_min_sync diatomic::cuda_names::__reduce_min_sync
#define __reduce_max_sync diatomic::cuda_names::__reduce_max_sync
#define __reduce_and_sync diatomic::cuda_names::__reduce_and_sync
#define __reduce_or_sync diatomic::cuda_names::__reduce_or_sync
#define __reduce_xor_sync diatomic::cuda_names::__reduce_xor_sync
#define __nanosleep diatomic::cuda_names::__nanosleep
