// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A launch on the host, and the current kernel thread's position in it.

#include <atomic>
#include <cstddef>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/extent3.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// The byte that fills fresh memory on the host, so that no kernel relies on zeros.
inline constexpr unsigned char uninitialised = 0xCD;

class block_scheduler;
struct kernel_call;

/// The position of the current kernel thread. Members that a block's threads change are atomic.
struct DIATOMIC_HOST_SHARED position {
  std::atomic<unsigned> thread{0};
  unsigned block = 0;
  unsigned block_size = 0;
  unsigned grid_size = 0;
  void* shared = nullptr;
  block_scheduler* scheduler = nullptr;
  const kernel_call* call = nullptr;
};
DIATOMIC_HOST_SHARED inline thread_local position here;

/// The position as CUDA's variables: objects, not macros, so that a source's own variables of these
/// names hide them. A namespace of its own, so that calls with CUDA's types find no other
/// functions.
namespace of_cuda {
struct uint3 {
  unsigned x, y, z;
};
/// The extents of a block or a grid.
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned of_x = 1, unsigned of_y = 1, unsigned of_z = 1)
      : x(of_x), y(of_y), z(of_z) {}
  constexpr dim3(uint3 of) : x(of.x), y(of.y), z(of.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
DIATOMIC_HOST_SHARED inline thread_local uint3 threadIdx{0, 0, 0};
DIATOMIC_HOST_SHARED inline thread_local uint3 blockIdx{0, 0, 0};
DIATOMIC_HOST_SHARED inline thread_local dim3 blockDim;
DIATOMIC_HOST_SHARED inline thread_local dim3 gridDim;
}  // namespace of_cuda

/// The position of linear number `number`. Most launches have one dimension, and need no division.
inline of_cuda::uint3 place_of(unsigned number, const of_cuda::dim3& in) {
  if (in.y == 1 && in.z == 1) return {number, 0, 0};
  const unsigned row = number / in.x;
  return {number % in.x, row % in.y, row / in.y};
}

/// Makes a thread of the current block the current one; makes a block the current one.
/// ThreadSanitizer does not see these writes, which order no threads.
///@{
DIATOMIC_HOST_UNSEEN inline void set_thread(unsigned thread) {
  here.thread.store(thread, std::memory_order_relaxed);
  of_cuda::threadIdx = host::place_of(thread, of_cuda::blockDim);
}
DIATOMIC_HOST_UNSEEN inline void set_block(unsigned block, const extent3& of, const extent3& grid) {
  here.block = block;
  of_cuda::blockDim = {of.x, of.y, of.z};
  of_cuda::gridDim = {grid.x, grid.y, grid.z};
  of_cuda::blockIdx = host::place_of(block, of_cuda::gridDim);
}
///@}

/// A type-erased launch, with fewer than 2^32 blocks.
struct kernel_call {
  /// Calls the kernel for the current thread.
  void (*run_thread)(const void* bound);
  /// The kernel with its arguments.
  const void* bound;
  extent3 grid_shape;
  extent3 block_shape;
  std::size_t shared_bytes;
  /// Whether all blocks run at the same time.
  bool is_cooperative = false;
  unsigned grid = grid_shape.x * grid_shape.y * grid_shape.z;
  unsigned block = block_shape.x * block_shape.y * block_shape.z;
  /// For the blocks' barrier.
  alignas(unsigned) mutable unsigned char grid_memory[sizeof(unsigned)] = {};
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
