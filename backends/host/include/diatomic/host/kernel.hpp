// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A kernel's position in its launch, on the CPU. The functions are documented in
/// `<diatomic/runtime/kernel.hpp>`.

#include <atomic>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/fibers/block_scheduler.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/extent3.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

/// A block's threads run one at a time and switch only at barriers and pauses; under the race check
/// also at operations.
inline constexpr bool threads_yield = true;
#if DIATOMIC_RACE_CHECK
inline constexpr bool turns_are_whole = false;
#else
inline constexpr bool turns_are_whole = true;
#endif
/// Keeps a loop as it is, where long code takes longer to load than to run.
#define DIATOMIC_DETAIL_ROLLED
/// Whether a kernel's `threads_at_most` and `blocks_at_once` bound its registers.
inline constexpr bool registers_follow_bounds = false;

inline void* shared_memory() { return backends::host::here.shared; }

/// The position of linear number `number`.
inline index3 place_of(unsigned number, const extent3& in) {
  const unsigned row = number / in.x;
  return {number % in.x, row % in.y, row / in.y};
}

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

inline unsigned thread_index() {
  return backends::host::here.thread.load(std::memory_order_relaxed);
}
inline unsigned block_index() { return backends::host::here.block; }
inline unsigned block_size() { return backends::host::here.block_size; }
inline unsigned grid_size() { return backends::host::here.grid_size; }
inline extent3 block_extent() { return backends::host::here.block_shape; }
inline extent3 grid_extent() { return backends::host::here.grid_shape; }
inline index3 thread_position() {
  return detail::runtime_api::place_of(thread_index(), block_extent());
}
inline index3 block_position() {
  return detail::runtime_api::place_of(block_index(), grid_extent());
}
inline unsigned warp_size() { return 1; }

inline void sync_block() {
  if (backends::host::here.scheduler == nullptr) {
    throw runtime_error("sync_block", "invalid_configuration",
                        "the caller is not a kernel: call it in one that launch runs");
  }
  backends::host::here.scheduler->sync();
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
