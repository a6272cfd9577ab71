// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A barrier for concurrent kernels of all processing elements.
///
///     world_barrier barrier(w);  // w is the world
///     launch_cooperative(grid, block, 0, stream, kernel, barrier.ref());
///
/// and in the kernel, in all threads of all blocks:
///
///     barrier.arrive_and_wait();
///
/// A kernel that waits for a kernel that has not started waits forever: each processing element
/// needs a separate device, and all its blocks must be resident at the same time
/// (`launch_cooperative`). With the transport `peer`, call `world::barrier()` right before such
/// launches, and neither allocate nor release memory in between: in CUDA a release may wait for the
/// kernels of all peers. Host code uses `world::barrier()` instead.

#include <diatomic/core/detail/host_code.hpp>

#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/remote/world_barrier_ref.hpp>
#include <diatomic/sync/grid_barrier.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// The memory of a barrier for kernels. All processing elements construct and destroy it together.
/// The barrier is reusable, within one launch and in successive launches.
class world_barrier {
 public:
  /// For the processing elements of `of`. Errors as for `symmetric_array`.
  explicit world_barrier(world& of) : words_(of, detail::world_barrier_words::count) {}

  /// The view for kernels.
  world_barrier_ref ref() const { return world_barrier_ref(words_.pointer()); }

 private:
  symmetric_array<unsigned> words_;
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
