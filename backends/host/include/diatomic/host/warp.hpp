// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A warp of one lane.

#include <cstdint>

#include <diatomic/core/vocabulary.hpp>
#include <diatomic/host/platform.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

inline constexpr unsigned warp_lanes = 1;
using lane_mask = std::uint32_t;
inline constexpr lane_mask all_lanes = 1;

DIATOMIC_FUNCTION unsigned lane_number() { return 0; }
DIATOMIC_FUNCTION lane_mask active_lanes() { return 1; }
DIATOMIC_FUNCTION unsigned count_of(lane_mask lanes) { return lanes; }
DIATOMIC_FUNCTION unsigned lowest_of(lane_mask) { return 0; }
DIATOMIC_FUNCTION unsigned highest_of(lane_mask) { return 0; }
DIATOMIC_FUNCTION lane_mask ballot(lane_mask, bool condition) { return condition ? 1 : 0; }
DIATOMIC_FUNCTION lane_mask match(lane_mask, std::uint64_t) { return 1; }
/// Whether the compiler keeps the atomics of two branches separate, so that a short path with an
/// atomic is worth a branch.
inline constexpr bool branches_keep_atomics = true;
inline constexpr bool prefers_constant_masks = false;
/// Result of `match_if_shared`: whether `any` group has more than one lane, and the `members` of
/// this lane's group, here only this lane.
struct lane_matches {
  bool any;
  lane_mask members;
};
/// `match` in a warp of one lane.
template <bool>
DIATOMIC_FUNCTION lane_matches match_if_shared(lane_mask, std::uint64_t) {
  return {false, 1};
}
DIATOMIC_FUNCTION bool agree(lane_mask, std::uint64_t) { return true; }
DIATOMIC_FUNCTION void sync_lanes(lane_mask) {}
inline constexpr bool has_independent_lanes = true;
inline constexpr bool releases_faster_by_reduction = false;
DIATOMIC_FUNCTION std::uint32_t shuffle32(lane_mask, std::uint32_t v, unsigned) { return v; }
DIATOMIC_FUNCTION std::uint32_t shuffle_down32(lane_mask, std::uint32_t v, unsigned) { return v; }
DIATOMIC_FUNCTION std::uint32_t shuffle_xor32(lane_mask, std::uint32_t v, unsigned) { return v; }

template <op, class>
inline constexpr bool has_reduction = false;
template <op, class T>
DIATOMIC_FUNCTION T reduced(lane_mask, T v) {
  return v;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
