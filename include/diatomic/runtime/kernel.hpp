// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A kernel's view of its launch: the calling thread's position, the block's barrier and shared
/// memory. The functions are for kernels only, and for launches of any shape.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/extent3.hpp>

#if !DIATOMIC_HAS_KERNELS
#error "diatomic: kernel functions need a source compiled as CUDA or HIP"
#endif

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Number of the calling thread within its block. In a block of two or three dimensions the numbers
/// are linear, x first, then y, then z, as the hardware fills its warps.
DIATOMIC_DEVICE unsigned thread_index();

/// Number of the calling thread's block within the grid; linear in a grid of any shape, x first.
DIATOMIC_DEVICE unsigned block_index();

/// Threads in a block, in all dimensions together.
DIATOMIC_DEVICE unsigned block_size();

/// Blocks in the grid, in all dimensions together.
DIATOMIC_DEVICE unsigned grid_size();

/// The calling thread's position in its block, along each dimension.
DIATOMIC_DEVICE index3 thread_position();

/// The position of the calling thread's block in the grid, along each dimension.
DIATOMIC_DEVICE index3 block_position();

/// Threads in a block, along each dimension.
DIATOMIC_DEVICE extent3 block_extent();

/// Blocks in the grid, along each dimension.
DIATOMIC_DEVICE extent3 grid_extent();

/// Threads that run in lockstep: 32 on NVIDIA, 32 or 64 on AMD, 1 on the host.
DIATOMIC_DEVICE unsigned warp_size();

/// Waits until every thread of the block has arrived. Their earlier writes to shared and global
/// memory are visible to all of them afterwards.
///
/// Threads that have ended do not take part. The others must reach the same calls: GPUs may hang
/// otherwise. On the host it is an error if a thread has ended and the environment has
/// DIATOMIC_STRICT_BARRIERS=1: `launch` throws `runtime_error` "barrier not reached by all threads
/// of the block".
DIATOMIC_DEVICE void sync_block();

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

// Defines the functions declared above, and `detail::runtime_api::shared_memory`.
#include DIATOMIC_BACKEND_HEADER(kernel.hpp)

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Number of the calling thread within the grid; unique in grids of fewer than 2^32 threads.
DIATOMIC_DEVICE inline unsigned global_index() {
  return block_index() * block_size() + thread_index();
}

/// Threads in the grid, modulo 2^32: the stride of a loop over more elements than threads.
DIATOMIC_DEVICE inline unsigned global_size() { return grid_size() * block_size(); }

/// Number of the calling thread within its warp (NVIDIA) or wave (AMD); 0 on the host.
DIATOMIC_DEVICE inline unsigned lane_index() { return thread_index() % warp_size(); }

/// The shared memory that the launch requested, as an array of `T`.
///
/// Every call returns the same address, aligned to 16 bytes, for any `T`. The memory starts
/// uninitialised: the host fills it with a pattern that no kernel can mistake for zeros. On the
/// host it is null if the launch requested none.
template <class T>
DIATOMIC_DEVICE inline T* shared_array() {
  static_assert(alignof(T) <= 16,
                "shared_array: T must be aligned to at most 16 bytes, as shared memory is");
  return static_cast<T*>(detail::runtime_api::shared_memory());
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
