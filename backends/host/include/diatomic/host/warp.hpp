// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A warp of one lane.

#include <sched.h>

#include <cstdint>

#include <diatomic/host/platform.hpp>
#include <diatomic/vocabulary.hpp>

namespace diatomic::backends::host {

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
DIATOMIC_FUNCTION void sync_lanes(lane_mask) {}
/// There may be more threads than processors: the others' turn.
DIATOMIC_FUNCTION void pause(unsigned) { sched_yield(); }
DIATOMIC_FUNCTION std::uint32_t shuffle32(lane_mask, std::uint32_t v, unsigned) { return v; }
DIATOMIC_FUNCTION std::uint32_t shuffle_down32(lane_mask, std::uint32_t v, unsigned) { return v; }
DIATOMIC_FUNCTION std::uint32_t shuffle_xor32(lane_mask, std::uint32_t v, unsigned) { return v; }

template <op, class>
inline constexpr bool has_reduction = false;
template <op, class T>
DIATOMIC_FUNCTION T reduced(lane_mask, T v) {
  return v;
}

}  // namespace diatomic::backends::host
