// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The source lane of CUDA's shuffles, for backends whose shuffles take a lane number; and
/// reductions by shuffles, for chips without a reduction instruction.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/dispatch/lanes.hpp>
#include <diatomic/dispatch/semantics.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The source lane of a shuffle, given this thread's lane. Groups of `width` lanes are separate.
DIATOMIC_DEVICE inline unsigned lane_at(unsigned own, int lane, int width) {
  const unsigned low = static_cast<unsigned>(width) - 1;
  return (own & ~low) | (static_cast<unsigned>(lane) & low);
}
DIATOMIC_DEVICE inline unsigned lane_below(unsigned own, unsigned delta, int width) {
  return (own & (static_cast<unsigned>(width) - 1)) < delta ? own : own - delta;
}
DIATOMIC_DEVICE inline unsigned lane_above(unsigned own, unsigned delta, int width) {
  const unsigned within = own & (static_cast<unsigned>(width) - 1);
  return delta < static_cast<unsigned>(width) - within ? own + delta : own;
}
/// Never a lane of a later group.
DIATOMIC_DEVICE inline unsigned lane_across(unsigned own, int bits, int width, unsigned lanes) {
  const unsigned other = own ^ (static_cast<unsigned>(bits) & (lanes - 1));
  const unsigned last = own | (static_cast<unsigned>(width) - 1);
  return other <= last ? other : own;
}

/// The `Op` reduction of the values of all lanes of the mask that have not ended, returned in each
/// of them. The mask names lanes of the chip's warp or wave, including this lane, within one group
/// of `Lanes` lanes (one CUDA warp). Other lanes may make this call at the same time with other
/// masks.
template <op Op, unsigned Lanes, class T>
DIATOMIC_DEVICE inline T reduced_by_shuffles(lane_mask mask, T v) {
  constexpr lane_mask warp = ~lane_mask{0} >> (8 * sizeof(lane_mask) - Lanes);
  const unsigned lane = device_ops::lane_number();
  // The own bit is in it anyway; see the CUDA backend's `active_lanes`.
  const lane_mask present = device_ops::ballot(mask, true) | lane_mask{1} << lane;
  if (present == warp << lane / Lanes * Lanes) {
    for (unsigned bit = 1; bit < Lanes; bit *= 2) {
      v = diatomic::result_of<Op>(v, detail::shuffle(present, v, lane ^ bit));
    }
    return v;
  }
  v = detail::reduce_group<Op>(lane_group{present, present, lane}, v);
  return detail::shuffle(present, v, device_ops::lowest_of(present));
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
