// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's warp functions on HIP. A wave of 64 lanes is two of CUDA's warps: each half by itself,
/// so that sources that count on 32 lanes are right.
///
/// A mask of 32 bits names lanes of CUDA's warps, which have 32; one of 64 bits names lanes of the
/// chip's own warps or waves. `width` and what lanes a shuffle reads are as in CUDA.

#include <cstdint>

#include <diatomic/core/detail/backend_select.hpp>
#include DIATOMIC_BACKEND_HEADER(backend.hpp)
#include <diatomic/compat/detail/warp_lanes.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// How many lanes a mask of this type can name: those of CUDA's warp, or of the wave.
template <class Mask>
inline constexpr int lanes_of = sizeof(Mask) == 8 ? static_cast<int>(target::warp_lanes) : 32;

/// This thread's lane in its warp of so many, and the first lane of this warp in the wave.
template <class Mask>
DIATOMIC_DEVICE inline unsigned own_lane() {
  return target::lane_number() % static_cast<unsigned>(lanes_of<Mask>);
}
template <class Mask>
DIATOMIC_DEVICE inline unsigned first_lane() {
  return target::lane_number() - own_lane<Mask>();
}

template <class Mask>
DIATOMIC_DEVICE inline std::uint32_t read_lane(std::uint32_t word, unsigned lane) {
  return target::shuffle32(target::all_lanes, word, first_lane<Mask>() + lane);
}
template <class Mask>
DIATOMIC_DEVICE inline std::uint32_t warp_shuffle(Mask, std::uint32_t word, int lane, int width) {
  return read_lane<Mask>(word, lane_at(own_lane<Mask>(), lane, width));
}
template <class Mask>
DIATOMIC_DEVICE inline std::uint32_t warp_shuffle_up(Mask, std::uint32_t word, unsigned delta,
                                                     int width) {
  return read_lane<Mask>(word, lane_below(own_lane<Mask>(), delta, width));
}
template <class Mask>
DIATOMIC_DEVICE inline std::uint32_t warp_shuffle_down(Mask, std::uint32_t word, unsigned delta,
                                                       int width) {
  return read_lane<Mask>(word, lane_above(own_lane<Mask>(), delta, width));
}
template <class Mask>
DIATOMIC_DEVICE inline std::uint32_t warp_shuffle_xor(Mask, std::uint32_t word, int bits,
                                                      int width) {
  const unsigned lanes = static_cast<unsigned>(lanes_of<Mask>);
  return read_lane<Mask>(word, lane_across(own_lane<Mask>(), bits, width, lanes));
}

template <class Mask>
DIATOMIC_DEVICE inline Mask warp_ballot(Mask mask, bool vote) {
  return static_cast<Mask>(target::ballot(target::all_lanes, vote) >> first_lane<Mask>()) & mask;
}
template <class Mask>
DIATOMIC_DEVICE inline bool warp_any(Mask mask, bool vote) {
  return warp_ballot(mask, vote) != 0;
}
template <class Mask>
DIATOMIC_DEVICE inline bool warp_all(Mask mask, bool vote) {
  return warp_ballot(mask, !vote) == 0;
}
DIATOMIC_DEVICE inline unsigned warp_active() {
  return static_cast<unsigned>(target::active_lanes() >> first_lane<unsigned>());
}
template <class Mask>
DIATOMIC_DEVICE inline void warp_sync(Mask) {
  target::sync_lanes(target::all_lanes);
}

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
