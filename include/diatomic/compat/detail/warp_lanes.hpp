// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Which lane CUDA's shuffles read, in arithmetic: for backends whose shuffles take a lane's
/// number.

#include <diatomic/core/detail/backend_select.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The lane that a shuffle reads, from this thread's own lane: lanes of `width` are apart.
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
/// Of a group of lanes that comes later, nothing is read.
DIATOMIC_DEVICE inline unsigned lane_across(unsigned own, int bits, int width, unsigned lanes) {
  const unsigned other = own ^ (static_cast<unsigned>(bits) & (lanes - 1));
  const unsigned last = own | (static_cast<unsigned>(width) - 1);
  return other <= last ? other : own;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
