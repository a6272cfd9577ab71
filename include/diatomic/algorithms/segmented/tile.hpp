// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A warp that reduces segments: its shared memory, and its reduction of consecutive elements that
/// it loads as vectors.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/reduce/kernels.hpp>
#include <diatomic/collectives/warp.hpp>
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

/// Combines the first of `count` elements, at least 16, into the lanes' states; returns their
/// number. The rest is less than a vector. All lanes of a warp take part.
template <class Element, class Policy>
DIATOMIC_DEVICE inline std::size_t combine_run(const Element* p, std::size_t count,
                                               const Policy& combine,
                                               typename Policy::state& open) {
  using state = typename Policy::state;
  constexpr unsigned lanes = device_ops::warp_lanes;
  constexpr unsigned width = 16 / sizeof(Element);
  constexpr unsigned at_most = 4;  // more vectors at a time are slower here
  constexpr unsigned vectors =
      vectors_at_once<Element, state> < at_most ? vectors_at_once<Element, state> : at_most;
  constexpr std::size_t step = std::size_t{vectors} * lanes * width;
  const unsigned lane = lane_index();
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  if (address % sizeof(Element) != 0) return 0;
  const auto head = static_cast<unsigned>((0 - address) % 16 / sizeof(Element));
  if (lane < head) open = combine(open, combine.lift(p[lane]));
  const auto* v = reinterpret_cast<const vector_of<Element>*>(p + head) + lane;
  state own[width];
  for (state& s : own) s = combine.identity();
  std::size_t taken = head;
  for (; count - taken >= step; taken += step) {
    detail::combine_batch(own, detail::load_batch<Element, vectors>(v, lanes), combine);
    v += vectors * lanes;
  }
  const auto left = static_cast<unsigned>((count - taken) / width);
  if (lane < left) {
    const unsigned in_lane = (left - lane + lanes - 1) / lanes;
    detail::combine_some(own, detail::load_some<Element, vectors>(v, lanes, in_lane), in_lane,
                         combine);
  }
  open = combine(open, detail::combine_row(own, combine));
  return taken + left * width;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
