// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Communication between the lanes of a wave. Device code only. All lanes in a mask must make the
/// call together.

#include <diatomic/core/detail/backend_select.hpp>
#if !DIATOMIC_DEVICE_PASS
#include <diatomic/host/warp.hpp>  // for calls in host code
#else

#include <cstdint>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/hip/platform.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// Lanes of a warp.
inline constexpr unsigned warp_lanes = DIATOMIC_HIP_WAVE_OF_64 ? 64 : 32;
/// One bit per lane; waves of 32 lanes leave the upper half empty.
using lane_mask = std::uint64_t;
inline constexpr lane_mask all_lanes = DIATOMIC_HIP_WAVE_OF_64 ? ~lane_mask{0} : 0xffffffffu;

/// This thread's lane.
DIATOMIC_FUNCTION unsigned lane_number() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

DIATOMIC_FUNCTION lane_mask ballot_of_active(bool condition) {
#if DIATOMIC_HIP_WAVE_OF_64
  return __builtin_amdgcn_ballot_w64(condition);
#else
  return __builtin_amdgcn_ballot_w32(condition);
#endif
}

/// The lanes that are converged with this one.
DIATOMIC_FUNCTION lane_mask active_lanes() { return ballot_of_active(true); }

/// The number of lanes, the lowest and the highest of them; `lanes` is not empty.
DIATOMIC_FUNCTION unsigned count_of(lane_mask lanes) {
  return static_cast<unsigned>(__builtin_popcountll(lanes));
}
DIATOMIC_FUNCTION unsigned lowest_of(lane_mask lanes) {
  return static_cast<unsigned>(__builtin_ctzll(lanes));
}
DIATOMIC_FUNCTION unsigned highest_of(lane_mask lanes) {
  return 63u - static_cast<unsigned>(__builtin_clzll(lanes));
}

/// The lanes of `mask` whose `condition` is true.
DIATOMIC_FUNCTION lane_mask ballot(lane_mask mask, bool condition) {
  return ballot_of_active(condition) & mask;
}

/// The bits of the first active lane.
DIATOMIC_FUNCTION std::uint64_t first_of_active(std::uint64_t bits) {
  const auto low = static_cast<std::uint32_t>(
      __builtin_amdgcn_readfirstlane(static_cast<int>(static_cast<std::uint32_t>(bits))));
  const auto high = static_cast<std::uint32_t>(
      __builtin_amdgcn_readfirstlane(static_cast<int>(static_cast<std::uint32_t>(bits >> 32))));
  return std::uint64_t{high} << 32 | low;
}

/// The lanes of `mask` whose `bits` equal this lane's, in one step per distinct value.
DIATOMIC_FUNCTION lane_mask match(lane_mask mask, std::uint64_t bits) {
  for (;;) {
    const bool is_first = bits == first_of_active(bits);
    const lane_mask same = ballot(mask, is_first);
    if (is_first) return same;
  }
}

/// Whether all lanes of `mask` have the same bits.
DIATOMIC_FUNCTION bool agree(lane_mask mask, std::uint64_t bits) {
  return ballot(mask, bits == first_of_active(bits)) == mask;
}

/// Synchronizes the lanes of `mask`: each sees the memory accesses of all before the call. The
/// lanes run in lockstep, so only the compiler needs a fence.
DIATOMIC_FUNCTION void sync_lanes(lane_mask) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}

/// A lane that waits for a lane of its wave in another branch waits forever.
inline constexpr bool has_independent_lanes = false;

/// Whether a release is faster as a reduction than as a store: not measured.
inline constexpr bool releases_faster_by_reduction = false;

/// Whether `ds_bpermute` reaches only lanes in the same half of the wave: waves of 64 lanes on
/// gfx10 and gfx11.
inline constexpr bool permutes_by_halves =
    warp_lanes == 64 && compiled_architecture >= 0x1000 && compiled_architecture < 0x1200;

DIATOMIC_FUNCTION std::uint32_t permuted(std::uint32_t v, unsigned lane) {
  return static_cast<std::uint32_t>(
      __builtin_amdgcn_ds_bpermute(static_cast<int>(4 * lane), static_cast<int>(v)));
}
DIATOMIC_FUNCTION std::uint32_t of_one_lane(std::uint32_t v, unsigned lane) {
  return static_cast<std::uint32_t>(
      __builtin_amdgcn_readlane(static_cast<int>(v), static_cast<int>(lane)));
}

/// `permuted` for lanes in either half, in one step per distinct source lane. All active lanes take
/// every step, so that a source lane is still active when it is read.
DIATOMIC_FUNCTION std::uint32_t permuted_between_halves(std::uint32_t v, unsigned lane) {
  std::uint32_t found = v;
  for (lane_mask missing = active_lanes(); missing != 0;) {
    const unsigned asked = of_one_lane(lane, lowest_of(missing));
    const std::uint32_t bits = of_one_lane(v, asked);
    if (lane == asked) found = bits;
    missing &= ~ballot_of_active(lane == asked);
  }
  return found;
}

/// Whether the compiler keeps the atomics of two branches separate. LLVM merges them into one and
/// drops their memory metadata, without which float adds become CAS loops.
inline constexpr bool branches_keep_atomics = false;
inline constexpr bool prefers_constant_masks = false;

/// Result of `match_if_shared`: whether `any` group has more than one lane, and the `members` of
/// this lane's group.
struct lane_matches {
  bool any;
  lane_mask members;
};

/// `match`, one value per step, while the values so far have enough lanes: two on average, minus
/// one in total; if `OnlyLarge`, a quarter of all lanes plus one on average. A lane whose value the
/// loop does not reach is its own group. All active lanes take every step, so the loop is scalar.
template <bool OnlyLarge>
DIATOMIC_FUNCTION lane_matches match_if_shared(lane_mask mask, std::uint64_t bits) {
  const auto low = static_cast<std::uint32_t>(bits);
  const auto high = static_cast<std::uint32_t>(bits >> 32);
  const auto lanes = static_cast<int>(count_of(mask));
  lane_mask members = lane_mask{1} << lane_number();
  lane_mask missing = mask;
  bool any = false;
  int surplus = OnlyLarge ? 0 : 1;  // lanes above the required number for the values so far
  for (;;) {
    const unsigned lane = lowest_of(missing);
    const std::uint64_t value =
        std::uint64_t{of_one_lane(high, lane)} << 32 | of_one_lane(low, lane);
    const lane_mask same = ballot(mask, bits == value);
    if (bits == value) members = same;
    const auto count = static_cast<int>(count_of(same));
    any = any || count > 1;
    missing &= ~same;
    surplus += OnlyLarge ? 4 * (count - 1) - lanes : count - 2;
    if (surplus < 0 || missing == 0) break;
  }
  return {any, members};
}

/// The 32 bits of another lane.
DIATOMIC_FUNCTION std::uint32_t shuffle32(lane_mask, std::uint32_t v, unsigned lane) {
  if constexpr (permutes_by_halves) {
    const bool is_far = ((lane ^ lane_number()) & 32) != 0;
    if (ballot_of_active(is_far) != 0) return permuted_between_halves(v, lane);
  }
  return permuted(v, lane);
}

/// The 32 bits of the lane `delta` higher, or this lane's own past the last lane; of the lane whose
/// number is this lane's XOR `x`.
DIATOMIC_FUNCTION std::uint32_t shuffle_down32(lane_mask mask, std::uint32_t v, unsigned delta) {
  const unsigned lane = lane_number();
  return shuffle32(mask, v, delta < warp_lanes - lane ? lane + delta : lane);
}
DIATOMIC_FUNCTION std::uint32_t shuffle_xor32(lane_mask mask, std::uint32_t v, unsigned x) {
  return shuffle32(mask, v, lane_number() ^ x);
}

/// Whether one instruction reduces this type over a wave: never here.
template <op, class>
inline constexpr bool has_reduction = false;
template <op, class T>
DIATOMIC_FUNCTION T reduced(lane_mask, T v) {
  return v;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip

#endif
