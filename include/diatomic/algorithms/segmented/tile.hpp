// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The shared memory of a warp that reduces segments.

#include <cstdint>

#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// For `Lanes` lanes: a tile's elements, then the states of the segments that end in it.
template <class State, unsigned Lanes>
struct segment_tile {
  static constexpr unsigned in_lane =
      2048 / (sizeof(State) * Lanes) < 4 ? 4 : 2048 / (sizeof(State) * Lanes);
  static constexpr unsigned size = in_lane * Lanes;
  static constexpr unsigned in_row = 128 / sizeof(State);  ///< states that use each bank once

  State states[size + size / in_row];
  std::uint32_t ends[size / 4];  ///< a byte for each element: whether its segment ends with it
  std::uint16_t sources[size];   ///< for each end, where its segment's state is
  std::uint16_t ranks[Lanes];    ///< for a lane with an end: where its first end's state is

  /// The state at position i. A gap after each row avoids bank conflicts.
  DIATOMIC_DEVICE State& state(unsigned i) { return states[i + i / in_row]; }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
