// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a kernel asks of its launch, where GenMC runs it: in place of the host backend's header of
/// this name, which runs a block's threads as fibers.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/extent3.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

inline constexpr bool threads_yield = false;
inline constexpr bool turns_are_whole = false;

inline void* shared_memory() { return model::shared[model::number / BLOCK]; }

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

inline unsigned thread_index() { return model::number % BLOCK; }
inline unsigned block_index() { return model::number / BLOCK; }
inline unsigned block_size() { return BLOCK; }
inline unsigned grid_size() { return THREADS / BLOCK; }
inline extent3 block_extent() { return {BLOCK, 1, 1}; }
inline extent3 grid_extent() { return {THREADS / BLOCK, 1, 1}; }
inline index3 thread_position() { return {thread_index(), 0, 0}; }
inline index3 block_position() { return {block_index(), 0, 0}; }
inline unsigned warp_size() { return LANES; }

inline void sync_block() {
  if (BLOCK > 1) __VERIFIER_barrier_wait(&model::barriers[block_index()]);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
