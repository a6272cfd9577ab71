// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A kernel's position in its launch, on HIP. The functions are documented in
/// `<diatomic/runtime/kernel.hpp>`.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/hip/orders.hpp>
#include <diatomic/runtime/extent3.hpp>

#if DIATOMIC_HAS_HOST_CODE  // hipRTC predefines threadIdx, blockIdx, ...
#include <hip/hip_runtime.h>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <unsigned MaxThreads, class Kernel>
struct bounded_kernel;

namespace runtime_api {

/// Whether a block's threads run one at a time and switch only at barriers and pauses.
inline constexpr bool threads_yield = false;
inline constexpr bool turns_are_whole = false;
/// Keeps a loop as it is, where long code takes longer to load than to run.
#define DIATOMIC_DETAIL_ROLLED _Pragma("unroll 1")
/// Whether a kernel's `threads_at_most` and `blocks_at_once` bound its registers.
inline constexpr bool registers_follow_bounds = false;

/// A kernel's maximum threads per block, which bounds the registers per thread: any block that the
/// device allows, or the launch's own bound.
///@{
template <class Kernel>
inline constexpr unsigned max_threads_of = 1024;
template <unsigned MaxThreads, class Kernel>
inline constexpr unsigned max_threads_of<bounded_kernel<MaxThreads, Kernel>> = MaxThreads;
///@}
#define DIATOMIC_DETAIL_LAUNCH_BOUNDS(Kernel) __launch_bounds__(max_threads_of<Kernel>)

DIATOMIC_DEVICE inline void* shared_memory() {
  extern __shared__ __align__(16) unsigned char diatomic_shared_memory[];
  return diatomic_shared_memory;
}

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

DIATOMIC_DEVICE inline unsigned thread_index() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
DIATOMIC_DEVICE inline unsigned block_index() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
DIATOMIC_DEVICE inline unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
DIATOMIC_DEVICE inline unsigned grid_size() { return gridDim.x * gridDim.y * gridDim.z; }
DIATOMIC_DEVICE inline index3 thread_position() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
DIATOMIC_DEVICE inline index3 block_position() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
DIATOMIC_DEVICE inline extent3 block_extent() { return {blockDim.x, blockDim.y, blockDim.z}; }
DIATOMIC_DEVICE inline extent3 grid_extent() { return {gridDim.x, gridDim.y, gridDim.z}; }
DIATOMIC_DEVICE inline unsigned warp_size() {
#if __has_builtin(__builtin_amdgcn_wavefrontsize)
  return __builtin_amdgcn_wavefrontsize();
#else
  return DIATOMIC_HIP_WAVE_OF_64 ? 64 : 32;  // clang 17 has no such builtin
#endif
}

DIATOMIC_DEVICE inline void sync_block() { backends::hip::sync_threads(); }

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
