// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The source lane of CUDA's shuffles, for backends whose shuffles take a lane number; and
/// reductions by shuffles, for chips without a reduction instruction.

#include <diatomic/atomics/detail/lanes.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/dispatch/semantics.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The lane that a shuffle reads: a lane by its number, a lower or a higher one, or the one whose
/// number differs in some bits.
enum class source_lane { at, below, above, across };
/// The number of that lane, given this thread's lane. Groups of `width` lanes are separate.
template <source_lane Source>
DIATOMIC_DEVICE inline unsigned find_lane(unsigned own, unsigned by, int width,
                                          [[maybe_unused]] unsigned lanes) {
  const auto size = static_cast<unsigned>(width);
  if constexpr (Source == source_lane::at) {
    return (own & ~(size - 1)) | (by & (size - 1));
  } else if constexpr (Source == source_lane::below) {
    return (own & (size - 1)) < by ? own : own - by;
  } else if constexpr (Source == source_lane::above) {
    return by < size - (own & (size - 1)) ? own + by : own;
  } else {
    const unsigned other = own ^ (by & (lanes - 1));
    return other <= (own | (size - 1)) ? other : own;  // never a lane of a later group
  }
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
  v = detail::reduce_group<Op>(lane_set{present, present, lane}, v);
  return detail::shuffle(present, v, device_ops::lowest_of(present));
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
