// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A kernel's position in its launch, on CUDA. The functions are documented in
/// `<diatomic/runtime/kernel.hpp>`.

#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/cuda/platform.hpp>
#include <diatomic/runtime/extent3.hpp>

#if DIATOMIC_HAS_HOST_CODE  // NVRTC predefines threadIdx, blockIdx, ...
#include <cuda_runtime.h>
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
inline constexpr bool registers_follow_bounds = true;

/// A kernel's maximum threads per block and minimum resident blocks per multiprocessor, which bound
/// the registers per thread. A kernel may define them as two constants.
template <class Kernel, class = void>
struct bounds {
  static constexpr unsigned threads = 1024;  // any block that the device allows
  static constexpr unsigned blocks = 1;
};
template <class Kernel>
struct bounds<Kernel,
              std::void_t<decltype(Kernel::threads_at_most), decltype(Kernel::blocks_at_once)>> {
  static constexpr unsigned threads = Kernel::threads_at_most;
  static constexpr unsigned fitting = backends::cuda::resident_threads / threads;
  static constexpr unsigned blocks =
      Kernel::blocks_at_once < fitting ? Kernel::blocks_at_once : fitting;
};

template <unsigned MaxThreads, class Kernel>
struct bounds<bounded_kernel<MaxThreads, Kernel>, void> {
  static constexpr unsigned threads = MaxThreads;
  static constexpr unsigned blocks = 1;
};

#define DIATOMIC_DETAIL_LAUNCH_BOUNDS(Kernel) \
  __launch_bounds__(bounds<Kernel>::threads, bounds<Kernel>::blocks)

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
DIATOMIC_DEVICE inline unsigned warp_size() { return 32; }
DIATOMIC_DEVICE inline void sync_block() { __syncthreads(); }

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
