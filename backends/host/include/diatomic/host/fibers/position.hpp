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

/// The position of the current kernel thread. Members that a block's threads change are atomic.
struct DIATOMIC_HOST_SHARED position {
  std::atomic<unsigned> thread{0};
  unsigned block = 0;
  unsigned block_size = 0;
  unsigned grid_size = 0;
  extent3 block_shape{};
  extent3 grid_shape{};
  void* shared = nullptr;
  block_scheduler* scheduler = nullptr;
};
DIATOMIC_HOST_SHARED inline thread_local position here;

/// A type-erased launch, with fewer than 2^32 blocks.
struct kernel_call {
  /// Calls the kernel for the current thread.
  void (*run_thread)(const void* bound);
  /// The kernel with its arguments.
  const void* bound;
  extent3 grid_shape;
  extent3 block_shape;
  std::size_t shared_bytes;
  unsigned grid = grid_shape.x * grid_shape.y * grid_shape.z;
  unsigned block = block_shape.x * block_shape.y * block_shape.z;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
