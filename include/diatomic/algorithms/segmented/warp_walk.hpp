// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A warp's walk through its share of the segments of `<diatomic/algorithms/segmented_reduce.hpp>`.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/reduce/policies.hpp>
#include <diatomic/algorithms/segmented/partials.hpp>
#include <diatomic/algorithms/segmented/tile.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The walk of all lanes of a warp. A lane's state is its part of the open segment.
template <class Elements, class Offset, class T, class Policy>
class segment_walk {
  using state = typename Policy::state;
  static constexpr unsigned lanes = device_ops::warp_lanes;
  static constexpr lane_mask all = device_ops::all_lanes;
  using tile = segment_tile<state, lanes>;
  static constexpr unsigned in_lane = tile::in_lane;
  /// The source of the state of an empty segment.
  static constexpr std::uint16_t none = 0xffff;

 public:
  DIATOMIC_DEVICE segment_walk(const Elements& input, segment_path<Offset> path, T* results,
                               const Policy& combine, T empty, tile& memory)
      : input_(input),
        path_(path),
        results_(results),
        combine_(combine),
        empty_(empty),
        memory_(memory),
        lane_(lane_index()),
        below_((lane_mask{1} << lane_) - 1) {
    for (unsigned i = lane_; i < tile::size / 4; i += lanes) memory_.ends[i] = 0;
    sync_warp(all);
  }

  /// Reduces a share, and writes the results of the segments that start and end in it.
  DIATOMIC_DEVICE segment_partial<state> run(segment_place from, segment_place to) {
    element_ = from.element;
    segment_ = from.segment;
    to_ = to;
    load_window();
    start_ = path_.start(segment_);
    open_ = combine_.identity();
    found_ = {open_, open_, segment_, false, to.segment != from.segment};
    is_cut_ = start_ < element_ && found_.has_end;
    if (is_cut_ && path_.end(segment_) == element_) {  // all its elements are in earlier shares
      found_.has_head = true;
      is_cut_ = false;
      start_ = element_;
      ++segment_;
      load_window();
    }
    // Short segments: the tile's loads need not wait for the first end.
    if (path_.elements < path_.ends * tile::size) take_tile();
    while (element_ < to_.element || segment_ < to_.segment) {
      const std::size_t end = detail::shuffle(all, window_, 0);
      take_whole_vectors(end < to_.element ? end : to_.element);
      if (!take_tile()) break;
    }
    found_.tail = total(open_);
    return found_;
  }

 private:
  /// The combination of the lanes' states, in every lane.
  DIATOMIC_DEVICE state total(state s) const {
    for (unsigned x = lanes / 2; x != 0; x /= 2) s = combine_(s, diatomic::shuffle_xor(all, s, x));
    return s;
  }

  /// A lane's end of the next segments, one for each lane; the greatest number if it is not in the
  /// share.
  DIATOMIC_DEVICE void load_window() { window_ = end_ahead(0); }
  DIATOMIC_DEVICE std::size_t end_ahead(unsigned segments) const {
    const std::size_t s = segment_ + segments + lane_;
    return s < to_.segment ? path_.end(s) : greatest<std::size_t>;
  }

  /// Takes elements of the open segment as vectors, up to `limit`, where the segment or the share
  /// ends. Leaves at least one element for the end of the segment.
  DIATOMIC_DEVICE void take_whole_vectors(std::size_t limit) {
    if constexpr (has_vectors_v<Elements>) {
      if (limit > element_ + tile::size) {
        element_ += detail::combine_run(input_ + element_, limit - element_ - 1, combine_, open_);
      }
    }
  }

  /// Takes the next tile of elements, and the segments that end in it. Returns false if there are
  /// neither, which happens only if offsets descend.
  DIATOMIC_DEVICE bool take_tile() {
    const std::size_t left = to_.element - element_;
    unsigned count = left < tile::size ? static_cast<unsigned>(left) : tile::size;
    state loaded[in_lane];
    if (count == tile::size) {
      for (unsigned j = 0; j < in_lane; ++j) {
        loaded[j] = combine_.lift(detail::element_at(input_, element_ + j * lanes + lane_));
      }
    } else {
      for (unsigned j = 0; j < in_lane; ++j) {
        const unsigned i = j * lanes + lane_;
        loaded[j] = combine_.identity();
        if (i < count) loaded[j] = combine_.lift(detail::element_at(input_, element_ + i));
      }
    }
    const lane_mask ends_here = ballot(all, window_ - element_ <= count);
    if (ends_here == 0) {
      for (unsigned j = 0; j < in_lane; ++j) open_ = combine_(open_, loaded[j]);
    } else if (ends_here == 1) {
      close_one(loaded);
    } else {
      close_several(loaded, count);
    }
    element_ += count;
    return count != 0 || ends_here != 0;
  }

  /// Takes a tile's elements, at one of which a segment ends.
  DIATOMIC_DEVICE void close_one(const state (&loaded)[in_lane]) {
    const std::size_t end = detail::shuffle(all, window_, 0);
    const std::size_t number = segment_;
    ++segment_;
    load_window();
    const auto count = static_cast<unsigned>(end - element_);
    state after = combine_.identity();
    for (unsigned j = 0; j < in_lane; ++j) {
      const bool is_before = j * lanes + lane_ < count;
      const state sum = combine_(is_before ? open_ : after, loaded[j]);
      open_ = is_before ? sum : open_;
      after = is_before ? after : sum;
    }
    const state whole = total(open_);
    open_ = after;
    if (is_cut_) {
      found_.head = whole;
      found_.has_head = true;
    } else if (number != 0 && lane_ == 0) {
      results_[number - 1] = start_ == end ? empty_ : combine_.lower(whole);
    }
    is_cut_ = false;
    start_ = end;
  }

  /// Takes a tile's elements, at which several segments end. Lowers `count` if there are more ends
  /// than the tile has room for.
  DIATOMIC_DEVICE void close_several(const state (&loaded)[in_lane], unsigned& count) {
    for (unsigned j = 0; j < in_lane; ++j) memory_.state(j * lanes + lane_) = loaded[j];
    const std::size_t first_segment = segment_;
    const bool is_whole = mark_ends(count);
    const auto ends = static_cast<unsigned>(segment_ - first_segment);
    sync_warp(all);
    close_segments();
    if (!is_whole) open_ = combine_.identity();
    sync_warp(all);
    if (is_cut_) {
      found_.head = memory_.state(0);
      found_.has_head = true;
    }
    // End 0 has no result.
    const bool skips_first = is_cut_ || first_segment == 0;
    is_cut_ = false;
    for (unsigned r = lane_ + (lane_ == 0 && skips_first ? lanes : 0); r < ends; r += lanes) {
      const unsigned source = memory_.sources[r];
      results_[first_segment + r - 1] =
          source == none ? empty_ : combine_.lower(memory_.state(source));
    }
    sync_warp(all);
  }

  /// Marks the elements at which a segment ends, among the tile's first `count`. If the tile has no
  /// room for all ends, returns false and lowers `count`: the last end that has room is there.
  DIATOMIC_DEVICE bool mark_ends(unsigned& count) {
    constexpr unsigned at_once = 4;
    auto* const is_end = reinterpret_cast<unsigned char*>(memory_.ends);
    unsigned marked = 0;
    unsigned taken = 0;
    unsigned passed = 0;
    // The start relative to the tile; `before_tile` for all earlier ones.
    constexpr unsigned before_tile = ~0u;
    unsigned start = start_ < element_ ? before_tile : static_cast<unsigned>(start_ - element_);
    const auto take = [&](std::size_t window) {
      const std::size_t distance = window - element_;
      const bool is_in = distance <= count;
      const auto end = static_cast<unsigned>(distance);
      const unsigned own_start = shifted(end, start);
      const bool is_mark = is_in && end != own_start;
      const lane_mask marks = ballot(all, is_mark);
      passed = device_ops::count_of(ballot(all, is_in));
      const unsigned rank = marked + device_ops::count_of(marks & below_);
      if (is_in) memory_.sources[taken + lane_] = static_cast<std::uint16_t>(is_mark ? rank : none);
      if (is_mark) {
        is_end[end - 1] = 1;
        const bool is_first = own_start == 0 || own_start == before_tile ||
                              (own_start - 1) / in_lane != (end - 1) / in_lane;
        if (is_first) memory_.ranks[(end - 1) / in_lane] = static_cast<std::uint16_t>(rank);
      }
      if (passed != 0) start = detail::shuffle(all, end, passed - 1);
      marked += device_ops::count_of(marks);
      taken += passed;
    };
    take(window_);
    while (passed == lanes && taken < tile::size) {
      std::size_t ahead[at_once];
      for (unsigned u = 0; u < at_once; ++u) ahead[u] = end_ahead(taken + u * lanes);
      for (unsigned u = 0; u < at_once; ++u) {
        if (passed == lanes && taken < tile::size) take(ahead[u]);
      }
    }
    segment_ += taken;
    load_window();
    if (start != before_tile) start_ = element_ + start;
    if (passed != lanes) return true;
    count = start;
    return false;
  }

  /// Replaces the tile's elements by the states of the segments that end.
  DIATOMIC_DEVICE void close_segments() {
    state value[in_lane];
    for (unsigned j = 0; j < in_lane; ++j) value[j] = memory_.state(lane_ * in_lane + j);
    std::uint32_t ends[in_lane / 4];
    std::uint32_t any = 0;
    for (unsigned w = 0; w < in_lane / 4; ++w) {
      std::uint32_t& of_four = memory_.ends[lane_ * (in_lane / 4) + w];
      ends[w] = of_four;
      any |= of_four;
      of_four = 0;
    }
    const unsigned first = memory_.ranks[lane_];
    sync_warp(all);
    unsigned rank = first;
    state own = combine_.identity();
    for (unsigned j = 0; j < in_lane; ++j) {
      own = combine_(own, value[j]);
      if ((ends[j / 4] >> (8 * (j % 4)) & 1) != 0) {
        memory_.state(rank) = own;
        ++rank;
        own = combine_.identity();
      }
    }
    const lane_mask ending = ballot(all, any != 0);
    if (ending == 0) {  // only empty segments ended
      open_ = combine_(open_, own);
      return;
    }
    // A lane's first end also ends what the lanes below it, and earlier tiles, left open.
    const state earlier = total(open_);
    state before = detail::shifted(detail::scan_since(own, ending, combine_), combine_.identity());
    if ((ending & below_) == 0) before = combine_(earlier, before);
    if (any != 0) memory_.state(first) = combine_(before, memory_.state(first));
    open_ = lane_ >= device_ops::highest_of(ending) ? own : combine_.identity();
  }

  const Elements& input_;
  segment_path<Offset> path_;
  T* results_;
  const Policy& combine_;
  T empty_;
  tile& memory_;
  unsigned lane_;
  lane_mask below_;
  std::size_t element_ = 0;  ///< the first that is not taken
  std::size_t segment_ = 0;  ///< the first whose end is not taken
  std::size_t start_ = 0;    ///< of that segment
  std::size_t window_ = 0;
  bool is_cut_ = false;  ///< whether the segment started in an earlier share
  segment_place to_{};
  state open_{};
  segment_partial<state> found_{};
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
