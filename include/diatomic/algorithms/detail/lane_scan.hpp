// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Scans over the lanes of a whole warp, by any operation, that restart at some lanes.

#include <diatomic/atomics/detail/lanes.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The inclusive scan that restarts at the lanes of `heads`: the combination of the values from the
/// nearest head at or below this lane, or from the lowest lane, up to this lane's.
template <class State, class Combine>
DIATOMIC_DEVICE inline State scan_since(State v, lane_mask heads, const Combine& combine) {
  constexpr unsigned lanes = device_ops::warp_lanes;
  const unsigned lane = lane_index();
  const lane_mask to_here = heads & first_lanes(lane + 1);
  const unsigned since = to_here == 0 ? 0 : device_ops::highest_of(to_here);
  for (unsigned stride = 1; stride < lanes; stride *= 2) {
    const State lower = detail::shuffle(device_ops::all_lanes, v, (lane + lanes - stride) % lanes);
    if (lane >= since + stride) v = combine(lower, v);
  }
  return v;
}
/// The value of the lane below; `first` in the lowest lane.
template <class State>
DIATOMIC_DEVICE inline State shifted(State v, State first) {
  constexpr unsigned lanes = device_ops::warp_lanes;
  const State lower = detail::shuffle(device_ops::all_lanes, v, (lane_index() + lanes - 1) % lanes);
  return lane_index() == 0 ? first : lower;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
