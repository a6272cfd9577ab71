// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a kernel asks of its launch, on the CPU. The functions are documented in
/// `<diatomic/runtime/kernel.hpp>`.

#include <atomic>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/fibers/block_scheduler.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// A block's threads take turns, at barriers and pauses only.
inline constexpr bool threads_take_turns = true;

inline void* shared_memory() { return here.shared; }

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

inline unsigned thread_index() { return detail::here.thread.load(std::memory_order_relaxed); }
inline unsigned block_index() { return detail::here.block; }
inline unsigned block_size() { return detail::here.block_size; }
inline unsigned grid_size() { return detail::here.grid_size; }
inline unsigned warp_size() { return 1; }

inline void sync_block() {
  if (detail::here.scheduler == nullptr) {
    throw runtime_error("sync_block", "invalid_configuration", "it was called outside a kernel");
  }
  detail::here.scheduler->sync();
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
