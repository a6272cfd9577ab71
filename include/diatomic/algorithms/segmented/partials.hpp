// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Equal shares of the work of `<diatomic/algorithms/segmented_reduce.hpp>`, and the combination of
/// segments that extend over several shares.

#include <cstddef>

#include <diatomic/algorithms/detail/lane_scan.hpp>
#include <diatomic/atomics/detail/lanes.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A position in the order below: after the elements before `element`, and after the ends before
/// number `segment`.
struct segment_place {
  std::size_t element;
  std::size_t segment;
};

/// The elements and the ends of segments in one order, in which the end of a segment follows its
/// last element. Equal parts of this order are equal work, whatever the lengths of the segments.
///
/// Each offset is an end: end s + 1 belongs to segment s. End 0 belongs to the elements before the
/// first segment, which are not part of any result. In these headers "segment s" is what end s
/// belongs to.
template <class Offset>
struct segment_path {
  const Offset* offsets;
  std::size_t ends;
  std::size_t elements;

  DIATOMIC_DEVICE std::size_t end(std::size_t s) const {
    return static_cast<std::size_t>(offsets[s]);
  }
  DIATOMIC_DEVICE std::size_t start(std::size_t s) const { return s == 0 ? 0 : end(s - 1); }

  /// The places at the distances `from` and `to` from the first. All lanes of a warp search for
  /// both at once, since a search waits for memory.
  DIATOMIC_DEVICE void find(std::size_t from, std::size_t to, segment_place& first,
                            segment_place& last) const {
    const std::size_t distance[2] = {from, to};
    std::size_t low[2] = {0, 0};
    std::size_t width[2] = {ends, ends};  // the result is at most low + width
    const unsigned lanes = warp_size();
    while ((width[0] | width[1]) != 0) {
      std::size_t step[2];
      bool is_behind[2];
      for (unsigned k = 0; k < 2; ++k) {
        step[k] = (width[k] + 1 + lanes) / (lanes + 1);
        const std::size_t ahead = (lane_index() + 1) * step[k] - 1;
        const std::size_t s = low[k] + ahead;
        is_behind[k] = ahead < width[k] && end(s) + s < distance[k];
      }
      for (unsigned k = 0; k < 2; ++k) {
        const lane_mask behind = ballot(device_ops::all_lanes, is_behind[k]);
        const std::size_t passed = device_ops::count_of(behind) * step[k];
        const std::size_t left = width[k] - passed;
        low[k] += passed;
        width[k] = left < step[k] ? left : step[k] - 1;
      }
    }
    first = {from - low[0], low[0]};
    last = {to - low[1], low[1]};
  }
};

/// The unfinished segments of a share. If a segment that started in an earlier share ends in this
/// one, `head` is the state of its elements here. `tail` is the state of the elements after the
/// last end, or of all elements if no segment ends.
template <class State>
struct segment_partial {
  State head;
  State tail;
  std::size_t segment;  ///< the number of the head's segment
  bool has_head;
  bool has_end;
};

/// Appends the next share. `finish(segment, state)` gets the state of a segment whose start and end
/// are both known then.
template <class State, class Policy, class Finish>
DIATOMIC_DEVICE inline void append_partial(segment_partial<State>& all,
                                           const segment_partial<State>& next,
                                           const Policy& combine, const Finish& finish) {
  if (next.has_head) {
    const State whole = combine(all.tail, next.head);
    if (all.has_end) {
      finish(next.segment, whole);
    } else {
      all.head = whole;
      all.segment = next.segment;
      all.has_head = true;
    }
  }
  all.tail = next.has_end ? next.tail : combine(all.tail, next.tail);
  all.has_end = all.has_end || next.has_end;
}

/// The partials of a warp's lanes as one, in every lane.
template <class State, class Policy, class Finish>
DIATOMIC_DEVICE inline segment_partial<State> append_lanes(segment_partial<State> own,
                                                           const Policy& combine,
                                                           const Finish& finish) {
  constexpr lane_mask all = device_ops::all_lanes;
  const lane_mask ending = diatomic::ballot(all, own.has_end);
  const State since = detail::scan_since(own.tail, ending, combine);
  const State before = detail::shifted(since, combine.identity());
  if (own.has_head) own.head = combine(before, own.head);
  if (own.has_head && (ending & first_lanes(lane_index())) != 0) finish(own.segment, own.head);
  const unsigned first = ending == 0 ? 0 : device_ops::lowest_of(ending);
  own.head = detail::shuffle(all, own.head, first);
  own.segment = detail::shuffle(all, own.segment, first);
  own.has_head = (diatomic::ballot(all, own.has_head) >> first & 1) != 0;
  own.tail = detail::shuffle(all, since, device_ops::warp_lanes - 1);
  own.has_end = ending != 0;
  return own;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
