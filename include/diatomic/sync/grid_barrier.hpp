// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A barrier for all threads of a launch, and the launch that it needs.
///
///     diatomic::device_array<diatomic::grid_barrier<>> barrier(1);
///     barrier.fill_bytes(0);
///     diatomic::launch_cooperative(grid, block, 0, stream, kernel, barrier.data());
///
/// and in the kernel, for all threads of all blocks,
///
///     barrier->arrive_and_wait();
///
/// Blocks that wait for blocks which have not started wait forever, so all must run at the same
/// time. `max_resident_blocks` says how many do, and `launch_cooperative` sees to it.

#include <diatomic/atomics/functions.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <cstddef>
#include <cstdint>
#include <string>

#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/extent3.hpp>
#include <diatomic/runtime/launch.hpp>
#include <diatomic/runtime/stream.hpp>
#endif

#if DIATOMIC_HAS_HOST_CODE
namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Throws where the blocks of the grid are more than run at the same time.
inline void check_resident(const extent3& grid, unsigned most) {
  // The device allows at most 2^31 along x and 65,535 along y and z, so nothing overflows.
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  if (blocks <= most) return;
  throw runtime_error("launch_cooperative", driver::invalid_configuration,
                      std::to_string(blocks) + " blocks that wait for each other, and the device " +
                          "runs " + std::to_string(most) + " of them at a time");
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
#endif

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

#if DIATOMIC_HAS_HOST_CODE
/// How many blocks of such a launch the current device runs at the same time, if it has nothing
/// else to do: how many may wait for each other. The arguments' types say which kernel it is. Of a
/// block of two or three dimensions it is another kernel, with as many blocks or fewer.
///@{
template <class Threads, class Kernel, class... Args, detail::if_numbers<Threads> = 0>
unsigned max_resident_blocks(Threads block, std::size_t shared_bytes, Kernel, Args...) {
  const unsigned threads = extent3(block).x;
  detail::check_geometry(1, threads, shared_bytes);
  return detail::driver::resident_blocks<Kernel, Args...>(threads, shared_bytes);
}
template <class Kernel, class... Args>
unsigned max_resident_blocks(extent3 block, std::size_t shared_bytes, Kernel, Args...) {
  detail::check_geometry(1, block, shared_bytes);
  detail::check_extents(1, block);
  return detail::driver::resident_blocks<Kernel, Args...>(block, shared_bytes);
}
///@}

/// `launch`, for blocks that wait for each other: all run at the same time. Throws `runtime_error`
/// if there are more of them than `max_resident_blocks`.
///@{
template <class Blocks, class Threads, class Kernel, class... Args,
          detail::if_numbers<Blocks, Threads> = 0>
void launch_cooperative(Blocks grid, Threads block, std::size_t shared_bytes, stream_view on,
                        Kernel kernel, Args... args) {
  detail::check_launchable<Kernel, Args...>();
  detail::check_function(kernel, "launch_cooperative", "the kernel");
  const unsigned blocks = extent3(grid).x;
  const unsigned threads = extent3(block).x;
  detail::check_geometry(blocks, threads, shared_bytes);
  detail::check_resident(blocks, max_resident_blocks(threads, shared_bytes, kernel, args...));
  detail::driver::start_cooperative(blocks, threads, shared_bytes, on.native_handle(), kernel,
                                    args...);
}
template <class Kernel, class... Args>
void launch_cooperative(extent3 grid, extent3 block, std::size_t shared_bytes, stream_view on,
                        Kernel kernel, Args... args) {
  detail::check_launchable<Kernel, Args...>();
  detail::check_function(kernel, "launch_cooperative", "the kernel");
  detail::check_geometry(grid, block, shared_bytes);
  detail::check_extents(grid, block);
  detail::check_resident(grid, max_resident_blocks(block, shared_bytes, kernel, args...));
  detail::driver::start_cooperative(grid, block, shared_bytes, on.native_handle(), kernel, args...);
}
///@}
#endif

/// Four bytes in global memory; zeros at first, and usable any number of times, in one launch or in
/// several, one after the other.
///
/// \tparam Tags of its operations: a scope, `device_scope` unless said.
template <class... Tags>
class grid_barrier {
 public:
  /// Waits until all threads of the launch are here. What they did before, all see after.
  ///
  /// Every thread of the launch must call it as often as every other; in a block it is a
  /// `sync_block` too.
  DIATOMIC_DEVICE void arrive_and_wait(detail::call_site at = {}) {
    detail::expect_object(this, at, "arrive_and_wait", "grid_barrier");
    sync_block();
    if (thread_index() == 0) {
      // The arrivals of a round add up to the top bit, so that it is the other way round when all
      // are here, and the bits below are zeros again. The last one polls too, and acquires then.
      const unsigned own = block_index() == 0 ? top_bit - (grid_size() - 1) : 1u;
      const unsigned before = fetch_add(&arrivals_, own, release, Tags{}...);
      detail::wait_until(
          [&] { return ((load(&arrivals_, acquire, Tags{}...) ^ before) & top_bit) != 0; });
    }
    sync_block();
  }

 private:
  static constexpr unsigned top_bit = 0x80000000u;
  unsigned arrivals_ = 0;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
