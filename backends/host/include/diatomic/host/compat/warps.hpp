// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's warp functions on the CPU: 32 consecutive threads of a block are a warp, and meet as
/// fibers.
///
/// A mask of 32 bits names lanes of CUDA's warps, which have 32; one of 64 bits names lanes of the
/// chip's own warps or waves. `width` and what lanes a shuffle reads are as in CUDA.

#include <cstdint>

#include <diatomic/compat/detail/warp_lanes.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// How many lanes a mask of this type can name.
template <class Mask>
inline constexpr int lanes_of = static_cast<int>(warp_meetings::lanes);

inline unsigned own_lane() { return thread_index() % warp_meetings::lanes; }

inline block_scheduler& scheduler_of_warp() {
  if (here.scheduler == nullptr) {
    throw runtime_error("warp function", "invalid_configuration",
                        "a warp function was called outside a kernel");
  }
  return *here.scheduler;
}
template <class Mask>
std::uint32_t meet(Mask mask, std::uint32_t value, unsigned from) {
  return scheduler_of_warp().meetings().meet(thread_index(), static_cast<std::uint32_t>(mask),
                                             value, from);
}
template <class Mask>
std::uint32_t warp_shuffle(Mask mask, std::uint32_t word, int lane, int width) {
  return meet(mask, word, lane_at(own_lane(), lane, width));
}
template <class Mask>
std::uint32_t warp_shuffle_up(Mask mask, std::uint32_t word, unsigned delta, int width) {
  return meet(mask, word, lane_below(own_lane(), delta, width));
}
template <class Mask>
std::uint32_t warp_shuffle_down(Mask mask, std::uint32_t word, unsigned delta, int width) {
  return meet(mask, word, lane_above(own_lane(), delta, width));
}
template <class Mask>
std::uint32_t warp_shuffle_xor(Mask mask, std::uint32_t word, int bits, int width) {
  return meet(mask, word, lane_across(own_lane(), bits, width, warp_meetings::lanes));
}

template <class Mask>
Mask warp_ballot(Mask mask, bool vote) {
  return static_cast<Mask>(meet(mask, vote ? 1 : 0, warp_meetings::votes));
}
template <class Mask>
bool warp_any(Mask mask, bool vote) {
  return warp_ballot(mask, vote) != 0;
}
template <class Mask>
bool warp_all(Mask mask, bool vote) {
  return warp_ballot(mask, !vote) == 0;
}
/// A fiber runs by itself.
inline unsigned warp_active() { return 1u << own_lane(); }
template <class Mask>
void warp_sync(Mask mask) {
  scheduler_of_warp().meetings().sync(thread_index(), static_cast<std::uint32_t>(mask));
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
