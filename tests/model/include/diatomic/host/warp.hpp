// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Warps, where GenMC runs them. Of one lane they are the host backend's; of its constants the
/// program chooses the one that decides how a mutex is unlocked. With LANES=2 each lane is a thread
/// of its own. Votes and shuffles then hand over values and order nothing, as in PTX; only
/// `sync_lanes` orders.

#if !defined(BY_REDUCTION)
#define BY_REDUCTION false
#endif

#if LANES == 1

#define releases_faster_by_reduction host_releases_faster_by_reduction
#include_next <diatomic/host/warp.hpp>
#undef releases_faster_by_reduction

#else

#if !defined(INDEPENDENT)
#define INDEPENDENT true
#endif

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

static_assert(LANES == 2);
inline constexpr unsigned warp_lanes = LANES;
using lane_mask = std::uint32_t;
inline constexpr lane_mask all_lanes = 3;

DIATOMIC_FUNCTION unsigned lane_number() { return model::number % LANES; }
/// Programs call what lanes do together in all lanes.
DIATOMIC_FUNCTION lane_mask active_lanes() { return all_lanes; }
DIATOMIC_FUNCTION unsigned count_of(lane_mask lanes) { return (lanes & 1) + (lanes >> 1); }
DIATOMIC_FUNCTION unsigned lowest_of(lane_mask lanes) { return (lanes & 1) != 0 ? 0 : 1; }
DIATOMIC_FUNCTION unsigned highest_of(lane_mask lanes) { return lanes >> 1; }

/// The other lane's `v` at the same call.
DIATOMIC_FUNCTION std::uint64_t of_other_lane(std::uint64_t v, int to_store, int to_load) {
  auto& meeting = model::meetings[model::number / LANES][model::next_meeting++];
  __atomic_store_n(&meeting[lane_number()], v + 1, to_store);
  const std::uint64_t other = __atomic_load_n(&meeting[1 - lane_number()], to_load);
  __VERIFIER_assume(other != 0);
  return other - 1;
}
DIATOMIC_FUNCTION std::uint64_t of_other_lane(std::uint64_t v) {
  return of_other_lane(v, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

DIATOMIC_FUNCTION bool agree(lane_mask mask, std::uint64_t v) {
  return mask != all_lanes || of_other_lane(v) == v;
}
DIATOMIC_FUNCTION lane_mask match(lane_mask mask, std::uint64_t v) {
  return mask == all_lanes && of_other_lane(v) == v ? mask : lane_mask{1} << lane_number();
}
inline constexpr bool branches_keep_atomics = true;
inline constexpr bool prefers_constant_masks = false;
struct lane_matches {
  bool any;
  lane_mask members;
};
/// Of two lanes the match itself is the cheap test.
template <bool>
DIATOMIC_FUNCTION lane_matches match_if_shared(lane_mask mask, std::uint64_t v) {
  const lane_mask members = match(mask, v);
  return {members == all_lanes, members};
}
DIATOMIC_FUNCTION lane_mask ballot(lane_mask mask, bool condition) {
  const lane_mask own = (condition ? 1u : 0u) << lane_number();
  return mask == all_lanes ? own | static_cast<lane_mask>(of_other_lane(own)) : own;
}
DIATOMIC_FUNCTION std::uint32_t shuffle32(lane_mask mask, std::uint32_t v, unsigned lane) {
  if (mask != all_lanes) return v;
  const auto other = static_cast<std::uint32_t>(of_other_lane(v));
  return lane % LANES == lane_number() ? v : other;
}
DIATOMIC_FUNCTION std::uint32_t shuffle_down32(lane_mask mask, std::uint32_t v, unsigned by) {
  return shuffle32(mask, v, lane_number() + by < LANES ? lane_number() + by : lane_number());
}
DIATOMIC_FUNCTION std::uint32_t shuffle_xor32(lane_mask mask, std::uint32_t v, unsigned by) {
  return shuffle32(mask, v, lane_number() ^ by);
}
DIATOMIC_FUNCTION void sync_lanes(lane_mask mask) {
  if (mask == all_lanes) of_other_lane(0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE);
}

inline constexpr bool has_independent_lanes = INDEPENDENT;

template <op, class>
inline constexpr bool has_reduction = false;
template <op, class T>
DIATOMIC_FUNCTION T reduced(lane_mask, T v) {
  return v;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host

#endif

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

inline constexpr bool releases_faster_by_reduction = BY_REDUCTION;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
