// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A barrier for all threads of a launch, and the cooperative launch that it requires.
///
///     diatomic::device_array<diatomic::grid_barrier<>> barrier(1);
///     barrier.fill_bytes(0);
///     diatomic::launch_cooperative(grid, block, 0, stream, kernel, barrier.data());
///
/// and in the kernel, in all threads of all blocks:
///
///     barrier->arrive_and_wait();
///
/// All blocks must be resident at the same time: a block that waits for one that has not started
/// waits forever. `max_resident_blocks` returns how many blocks fit, and `launch_cooperative`
/// checks the grid against it.

#include <diatomic/atomics/functions.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/extent3.hpp>
#include <diatomic/runtime/launch.hpp>
#include <diatomic/runtime/stream.hpp>
#endif

#if DIATOMIC_HAS_HOST_CODE
namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Throws if the grid has more blocks than can be resident at the same time.
inline void check_resident(const extent3& grid, unsigned max_blocks) {
  // The device allows at most 2^31 along x and 65,535 along y and z, so nothing overflows.
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  if (blocks <= max_blocks) return;
  throw runtime_error("launch_cooperative", runtime_api::invalid_configuration,
                      std::to_string(blocks) + " blocks that wait for each other, and the device " +
                          "runs " + std::to_string(max_blocks) + " of them at a time");
}

/// `Size`: `unsigned` or `extent3`.
template <unsigned MaxThreads, class Size, class Kernel, class... Args>
unsigned resident_blocks(Size block, std::size_t shared_bytes, Kernel, Args...) {
  detail::check_sizes(Size(1), block, shared_bytes, MaxThreads);
  using bounded = decltype(detail::bound<MaxThreads>(std::declval<Kernel>()));
  return runtime_api::resident_blocks<bounded, Args...>(block, shared_bytes);
}

template <unsigned MaxThreads, class Size, class Kernel, class... Args>
void check_and_start_cooperative(Size grid, Size block, std::size_t shared_bytes,
                                 stream_view stream, Kernel kernel, Args... args) {
  if constexpr (detail::check_callable<Kernel, Args...>()) {
    detail::check_function(kernel, "launch_cooperative", "the kernel");
    detail::check_sizes(grid, block, shared_bytes, MaxThreads);
    detail::check_resident(
        grid, detail::resident_blocks<MaxThreads>(block, shared_bytes, kernel, args...));
    runtime_api::start_cooperative(grid, block, shared_bytes, stream.native_handle(),
                                   detail::bound<MaxThreads>(kernel), args...);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
#endif

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

#if DIATOMIC_HAS_HOST_CODE
/// The maximum number of blocks of such a launch that are resident at the same time on an otherwise
/// idle current device, and so may wait for each other. The argument types and `MaxThreads` select
/// the kernel instance. A two- or three-dimensional block selects another instance, with at most as
/// many resident blocks.
///@{
template <unsigned MaxThreads = detail::any_block, class Threads, class Kernel, class... Args,
          detail::if_numbers<Threads> = 0>
unsigned max_resident_blocks(Threads block, std::size_t shared_bytes, Kernel kernel, Args... args) {
  return detail::resident_blocks<MaxThreads>(extent3(block).x, shared_bytes, kernel, args...);
}
template <unsigned MaxThreads = detail::any_block, class Kernel, class... Args>
unsigned max_resident_blocks(extent3 block, std::size_t shared_bytes, Kernel kernel, Args... args) {
  return detail::resident_blocks<MaxThreads>(block, shared_bytes, kernel, args...);
}
///@}

/// `launch` for blocks that wait for each other: all are resident at the same time. Throws
/// `runtime_error` if the grid has more blocks than `max_resident_blocks` with the same
/// `MaxThreads`.
///@{
template <unsigned MaxThreads = detail::any_block, class Blocks, class Threads, class Kernel,
          class... Args, detail::if_numbers<Blocks, Threads> = 0,
          detail::if_launchable<Kernel, Args...> = 0>
void launch_cooperative(Blocks grid, Threads block, std::size_t shared_bytes, stream_view stream,
                        Kernel kernel, Args... args) {
  detail::check_and_start_cooperative<MaxThreads>(extent3(grid).x, extent3(block).x, shared_bytes,
                                                  stream, kernel, args...);
}
template <unsigned MaxThreads = detail::any_block, class Kernel, class... Args,
          detail::if_launchable<Kernel, Args...> = 0>
void launch_cooperative(extent3 grid, extent3 block, std::size_t shared_bytes, stream_view stream,
                        Kernel kernel, Args... args) {
  detail::check_and_start_cooperative<MaxThreads>(grid, block, shared_bytes, stream, kernel,
                                                  args...);
}
/// \cond
// Compile errors, as for `launch`.
template <unsigned = detail::any_block, class Kernel, class... Args,
          detail::if_not_launchable<Kernel, Args...> = 0>
void launch_cooperative(extent3, extent3, std::size_t, stream_view, const Kernel&, const Args&...) {
  detail::check_launchable<Kernel, Args...>();
}
template <unsigned = detail::any_block, class Third, class Fourth, class... Others,
          detail::if_missing<Third, Fourth, Others...> = 0>
void launch_cooperative(extent3, extent3, const Third&, const Fourth&, const Others&...) {
  detail::check_none_missing<Third, Fourth, Others...>();
}
/// \endcond
///@}
#endif

/// Four bytes in global memory, zero-initialised. The barrier is reusable, within one launch and in
/// successive launches.
///
/// \tparam Tags tags for its operations: a scope (default `device_scope`).
template <class... Tags>
class grid_barrier {
 public:
  /// Waits until all threads of the launch have arrived. Their earlier writes are visible to all
  /// afterwards.
  ///
  /// Every thread of the launch must make the same number of calls. A call includes a `sync_block`.
  DIATOMIC_DEVICE void arrive_and_wait(detail::call_site at = {}) {
    const auto record = detail::expect_object(this, at, "arrive_and_wait", "grid_barrier");
    sync_block();
    if (thread_index() == 0) {
      // The arrivals of a round add up to the top bit, so it flips when all blocks have arrived,
      // and the lower bits are zero again. The last block polls too, for the acquire.
      const unsigned own = block_index() == 0 ? top_bit - (grid_size() - 1) : 1u;
      const unsigned before = diatomic::fetch_add(&arrivals_, own, release, Tags{}...);
      detail::wait_until(
          [&] {
            return ((diatomic::load(&arrivals_, acquire, Tags{}...) ^ before) & top_bit) != 0;
          },
          record);
    }
    sync_block();
  }

 private:
  static constexpr unsigned top_bit = 0x80000000u;
  unsigned arrivals_ = 0;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
