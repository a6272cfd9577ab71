// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A barrier for kernels of all processing elements, which run at the same time.
///
///     world_barrier barrier(w);  // w is the world
///     launch_cooperative(grid, block, 0, stream, kernel, barrier.ref());
///
/// and in the kernel, for all threads of all blocks,
///
///     barrier.arrive_and_wait();
///
/// Kernels that wait for kernels which have not started wait forever: each processing element needs
/// a device of its own, and its blocks must all run at the same time (`launch_cooperative`). With
/// the transport `peer`, call `world::barrier()` right before such launches, and neither allocate
/// nor release memory in between: CUDA may let a release wait for the kernels of all peers. In host
/// code `world::barrier()` is for the same.

#include <diatomic/core/detail/host_code.hpp>

#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/remote/world_barrier_ref.hpp>
#include <diatomic/sync/grid_barrier.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// The memory of a barrier for kernels. All processing elements make it, and end it, together. It
/// is usable any number of times, in one launch or in several.
class world_barrier {
 public:
  /// For the processing elements of `of`. Errors as of `symmetric_array`.
  explicit world_barrier(world& of) : words_(of, detail::world_barrier_words::count) {}

  /// What kernels get.
  world_barrier_ref ref() const { return world_barrier_ref(words_.pointer()); }

 private:
  symmetric_array<unsigned> words_;
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
