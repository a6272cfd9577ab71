// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's warp and block functions on HIP. Each half of a 64-lane wave is one of CUDA's warps, so
/// that sources that rely on 32 lanes are correct.
///
/// A 32-bit mask names lanes of CUDA's 32-lane warps; a 64-bit mask names lanes of the chip's own
/// warps or waves. `width` and the lanes that a shuffle reads are as in CUDA.

#include <cstdint>

#include <diatomic/core/detail/backend_select.hpp>
#include DIATOMIC_BACKEND_HEADER(backend.hpp)
#include <diatomic/atomics/access.hpp>
#include <diatomic/atomics/sums.hpp>
#include <diatomic/compat/detail/warp_lanes.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

/// The number of lanes that a mask of this type can name: a CUDA warp's, or the wave's.
template <class Mask>
inline constexpr int lanes_of = sizeof(Mask) == 8 ? static_cast<int>(device_ops::warp_lanes) : 32;

/// This thread's lane in its warp of `lanes_of<Mask>`, and that warp's first lane in the wave.
template <class Mask>
DIATOMIC_DEVICE inline unsigned own_lane() {
  return device_ops::lane_number() % static_cast<unsigned>(lanes_of<Mask>);
}
template <class Mask>
DIATOMIC_DEVICE inline unsigned first_lane() {
  return device_ops::lane_number() - runtime_api::own_lane<Mask>();
}

template <source_lane Source, class Mask>
DIATOMIC_DEVICE inline std::uint32_t warp_shuffle(Mask, std::uint32_t word, unsigned by,
                                                  int width) {
  const unsigned lane = detail::find_lane<Source>(runtime_api::own_lane<Mask>(), by, width,
                                                  static_cast<unsigned>(lanes_of<Mask>));
  return device_ops::shuffle32(device_ops::all_lanes, word, runtime_api::first_lane<Mask>() + lane);
}

template <class Mask>
DIATOMIC_DEVICE inline Mask warp_ballot(Mask mask, bool vote) {
  return static_cast<Mask>(device_ops::ballot(device_ops::all_lanes, vote) >>
                           runtime_api::first_lane<Mask>()) &
         mask;
}
template <class Mask>
DIATOMIC_DEVICE inline bool warp_any(Mask mask, bool vote) {
  return runtime_api::warp_ballot(mask, vote) != 0;
}
template <class Mask>
DIATOMIC_DEVICE inline bool warp_all(Mask mask, bool vote) {
  return runtime_api::warp_ballot(mask, !vote) == 0;
}
DIATOMIC_DEVICE inline unsigned warp_active() {
  return static_cast<unsigned>(device_ops::active_lanes() >> first_lane<unsigned>());
}
template <class Mask>
DIATOMIC_DEVICE inline void warp_sync(Mask) {
  device_ops::sync_lanes(device_ops::all_lanes);
}

/// The mask's lanes as lanes of the wave.
template <class Mask>
DIATOMIC_DEVICE inline lane_mask in_wave(Mask mask) {
  return static_cast<lane_mask>(mask) << runtime_api::first_lane<Mask>();
}
/// `Bits` is an unsigned integer of 4 or 8 bytes.
template <class Mask, class Bits>
DIATOMIC_DEVICE inline Mask warp_match_any(Mask mask, Bits bits) {
  return static_cast<Mask>(device_ops::match(runtime_api::in_wave(mask), bits) >>
                           runtime_api::first_lane<Mask>());
}
/// Lanes of other masks may be active too, so each lane compares with the first lane of its mask.
template <class Mask, class Bits>
DIATOMIC_DEVICE inline Mask warp_match_all(Mask mask, Bits bits, int* all) {
  const lane_mask present = device_ops::ballot(runtime_api::in_wave(mask), true);
  const Bits first = detail::shuffle(present, bits, device_ops::lowest_of(present));
  const bool agree = device_ops::ballot(present, bits != first) == 0;
  *all = agree ? 1 : 0;
  return agree ? static_cast<Mask>(present >> runtime_api::first_lane<Mask>()) : Mask{0};
}
template <op Op, class Mask, class T>
DIATOMIC_DEVICE inline T warp_reduce(Mask mask, T v) {
  return detail::reduced_by_shuffles<Op, static_cast<unsigned>(lanes_of<Mask>)>(
      runtime_api::in_wave(mask), v);
}

/// The block's barrier; returns the number of threads with a nonzero predicate. Each wave adds its
/// lanes to a word in shared memory; threads and waves that have exited do not count.
DIATOMIC_DEVICE inline int block_count(int predicate) {
  const unsigned of_wave =
      device_ops::count_of(device_ops::ballot(device_ops::all_lanes, predicate != 0));
  if (block_size() <= device_ops::warp_lanes) {
    sync_block();
    return static_cast<int>(of_wave);
  }
  __shared__ unsigned of_block;
  const bool is_leader =
      device_ops::lane_number() == device_ops::lowest_of(device_ops::active_lanes());
  if (is_leader) diatomic::store(&of_block, 0u, in_shared, block_scope);
  sync_block();
  if (is_leader) diatomic::store_add(&of_block, of_wave, in_shared, block_scope);
  sync_block();
  const unsigned count = diatomic::load(&of_block, in_shared, block_scope);
  sync_block();  // All have loaded the count before the next call stores zero.
  return static_cast<int>(count);
}
DIATOMIC_DEVICE inline int block_all(int predicate) { return block_count(predicate == 0) == 0; }
DIATOMIC_DEVICE inline int block_any(int predicate) { return block_count(predicate) != 0; }

/// Sleeps in steps of 64 clocks, about 32 ns each; at most one millisecond, as in CUDA.
DIATOMIC_DEVICE inline void sleep_for(unsigned nanoseconds) {
  constexpr unsigned longest = 1000000;
  device_ops::pause((nanoseconds < longest ? nanoseconds + 31 : longest) / 32);
}

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
