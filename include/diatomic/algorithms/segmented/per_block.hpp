// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel of `<diatomic/algorithms/segmented_reduce.hpp>` for segments that are few, or long on
/// average: a block reduces each of them, and several blocks each very long one.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/reduce/kernels.hpp>
#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The shape of a launch in which each segment has a block.
struct segment_per_block_plan {
  unsigned segments;
  unsigned window_bits;    ///< binary logarithm of a window's elements
  unsigned windows;        ///< whole windows of the input
  std::size_t longest;     ///< elements of a segment that is not cut: at least two windows
  unsigned first_windows;  ///< the first block that takes windows

  /// Windows are few and large, since each is searched for even if nothing is cut. If all blocks
  /// fit at a time on a large GPU, those of segments come first, and so are spread evenly;
  /// otherwise those of windows, which may have the most work.
  segment_per_block_plan(std::size_t n, std::size_t of_segments)
      : segments(static_cast<unsigned>(of_segments)),
        window_bits(n < std::size_t{1} << 23 ? 12 : 13) {
    while (n >> window_bits >= 8192) ++window_bits;
    windows = static_cast<unsigned>(n >> window_bits);
    longest = std::max(std::size_t{1} << 16, std::size_t{4} << window_bits);
    first_windows = segments <= 512 ? segments : 0;
  }
  /// Whether this is faster than equal shares: if the segments are few or long on average, but not
  /// so long that most of them would be cut. A launch has fewer than 2^24 blocks.
  static bool suits(std::size_t n, std::size_t of_segments) {
    return of_segments != 0 && of_segments <= 2048 + n / 2048 &&
           of_segments < std::size_t{1} << 23 &&
           n / of_segments <= segment_per_block_plan(n, of_segments).longest;
  }
};

/// Threads of a block; a constant makes a segment of 4096 elements 2 % faster.
inline constexpr unsigned segment_block = 256;

/// The aligned vectors of an array of n elements whose address is a multiple of `sizeof(T)`.
template <class T>
struct vector_layout {
  std::size_t head;     ///< elements before the first vector
  std::size_t vectors;  ///< whole vectors

  DIATOMIC_DEVICE vector_layout(const T* input, std::size_t n) {
    const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(input) % 16;
    const std::size_t to_aligned = misaligned == 0 ? 0 : (16 - misaligned) / sizeof(T);
    head = to_aligned < n ? to_aligned : n;
    vectors = (n - head) * sizeof(T) / 16;
  }
};

/// The state of the calling thread's part of `count` elements, which its block takes as vectors.
template <class Element, class Policy>
DIATOMIC_DEVICE inline typename Policy::state reduce_run(const Element* p, std::size_t count,
                                                         const Policy& combine) {
  using state = typename Policy::state;
  constexpr unsigned width = 16 / sizeof(Element);
  constexpr unsigned at_most = 4;  // so that more blocks fit on a unit
  constexpr unsigned vectors =
      vectors_at_once<Element, state> < at_most ? vectors_at_once<Element, state> : at_most;
  constexpr unsigned threads = segment_block;
  const unsigned me = thread_index();
  state own[width];
  for (state& s : own) s = combine.identity();
  if (reinterpret_cast<std::uintptr_t>(p) % sizeof(Element) != 0) {
    for (std::size_t i = me; i < count; i += threads) own[0] = combine(own[0], combine.lift(p[i]));
    return own[0];
  }
  const vector_layout<Element> layout(p, count);
  // One load takes the elements before the first vector and after the last one.
  const auto head = static_cast<unsigned>(layout.head);
  const auto rest = static_cast<unsigned>(count - layout.head - layout.vectors * width);
  if (me < head + rest) own[0] = combine.lift(p[me < head ? me : count - rest + (me - head)]);
  const auto* v = reinterpret_cast<const vector_of<Element>*>(p + head) + me;
  std::size_t left = layout.vectors;
  // Sums of ints spill registers if this is unrolled.
  DIATOMIC_DETAIL_ROLLED
  for (; left >= vectors * threads; left -= vectors * threads) {
    detail::combine_batch(own, detail::load_batch<Element, vectors>(v, threads), combine);
    v += vectors * threads;
  }
  if (me < left) {
    const unsigned in_thread = (static_cast<unsigned>(left) - me + threads - 1) / threads;
    detail::combine_some(own, detail::load_some<Element, vectors>(v, threads, in_thread), in_thread,
                         combine);
  }
  return detail::combine_row(own, combine);
}

/// Temporary memory of a window.
template <class State>
struct window_part {
  std::uint64_t count;  ///< if it is the first of a segment: the segment's blocks that are done
  State inside;         ///< if it is the first of a segment in a group: all of them in the group
  State outside;        ///< if it is the first of a segment: the elements before and after them
};

/// Each segment has a block. If a segment is longer than `plan.longest`, its block takes only the
/// elements before and after its whole windows. Further blocks take the windows: each takes those
/// of a group that are parts of such segments.
template <class T, class Policy>
struct segment_per_block_kernel {
  using state = typename Policy::state;
  using part = window_part<state>;
  /// Windows of a block, which its warps find at the same time.
  static constexpr unsigned in_group = 8;
  static constexpr unsigned threads_at_most = segment_block;
  static constexpr unsigned blocks_at_once = sizeof(state) <= 4 ? 8 : sizeof(state) <= 8 ? 5 : 4;
  /// A word for the counter, the numbers of the windows' segments, and memory for a reduction.
  static constexpr std::size_t numbers_at = 16;
  static constexpr std::size_t states_at = numbers_at + in_group * sizeof(std::size_t);
  static constexpr std::size_t shared_bytes = states_at + sizeof(state) * segment_block / 32;

  Policy policy;
  T empty;  // the result of an empty segment; it may differ from the policy's identity
  segment_per_block_plan plan;

  /// Blocks that take windows.
  DIATOMIC_FUNCTION unsigned groups() const { return (plan.windows + in_group - 1) / in_group; }

  template <class Elements, class Offset>
  DIATOMIC_DEVICE void operator()(Elements input, const Offset* offsets, T* results, void* temp,
                                  std::uint64_t signature) const {
    auto* const parts = reinterpret_cast<part*>(static_cast<unsigned char*>(temp) + partials_at);
    const unsigned group = block_index() - plan.first_windows;
    if (group < groups()) {
      take_windows(input, offsets, group, results, parts, signature);
      return;
    }
    const std::size_t s = block_index() - (plan.first_windows == 0 ? groups() : 0);
    const auto begin = static_cast<std::size_t>(offsets[s]);
    const auto end = static_cast<std::size_t>(offsets[s + 1]);
    if (!is_cut(end - begin)) {
      const state whole = in_block(reduced(input, begin, end));
      if (thread_index() == 0) results[s] = begin == end ? empty : policy.lower(whole);
      return;
    }
    const std::size_t first = window_from(begin);
    state own = reduced(input, begin, first << plan.window_bits);
    own = policy(own, reduced(input, end >> plan.window_bits << plan.window_bits, end));
    own = in_block(own);
    if (thread_index() == 0) parts[first].outside = own;
    complete(offsets, s, results, parts, signature);
  }

 private:
  DIATOMIC_DEVICE bool is_cut(std::size_t length) const { return length > plan.longest; }
  /// The first window that begins at or after an element.
  DIATOMIC_DEVICE std::size_t window_from(std::size_t element) const {
    return (element + (std::size_t{1} << plan.window_bits) - 1) >> plan.window_bits;
  }
  /// The block's combination, in thread 0. All its warps are whole. The next call must come after a
  /// `sync_block()`.
  DIATOMIC_DEVICE state in_block(state own) const {
    const Policy combine = policy;
    constexpr unsigned lanes = device_ops::warp_lanes;
    for (unsigned x = lanes / 2; x != 0; x /= 2) {
      own = combine(own, diatomic::shuffle_xor(device_ops::all_lanes, own, x));
    }
    auto* const states = reinterpret_cast<state*>(shared_array<unsigned char>() + states_at);
    if (lane_index() == 0) states[thread_index() / lanes] = own;
    sync_block();
    if (thread_index() == 0) {
      for (unsigned w = 1; w < segment_block / lanes; ++w) own = combine(own, states[w]);
    }
    return own;
  }

  /// The state of the calling thread's part of the elements from `begin` to before `end`.
  template <class Elements>
  DIATOMIC_DEVICE state reduced(const Elements& input, std::size_t begin, std::size_t end) const {
    const Policy combine = policy;
    if constexpr (has_vectors_v<Elements>) {
      return detail::reduce_run(input + begin, end - begin, combine);
    } else {
      state own = combine.identity();
      for (std::size_t i = begin + thread_index(); i < end; i += segment_block) {
        own = combine(own, combine.lift(detail::element_at(input, i)));
      }
      return own;
    }
  }

  /// The number of the segment that a window is a part of, if that is cut; otherwise
  /// `plan.segments`. All lanes of a warp call it together.
  template <class Offset>
  DIATOMIC_DEVICE std::size_t segment_around(const Offset* offsets, std::size_t window) const {
    const std::size_t segments = plan.segments;
    const std::size_t begin = window << plan.window_bits;
    const std::size_t lanes = warp_size();
    std::size_t low = 0;  // of the segments' starts, so many are not after `begin`
    std::size_t width = segments;
    while (width != 0) {
      const std::size_t step = (width + 1 + lanes) / (lanes + 1);
      const std::size_t ahead = (lane_index() + 1) * step - 1;
      const bool is_before =
          ahead < width && static_cast<std::size_t>(offsets[low + ahead]) <= begin;
      const std::size_t passed =
          device_ops::count_of(ballot(device_ops::all_lanes, is_before)) * step;
      low += passed;
      width = width - passed < step ? width - passed : step - 1;
    }
    if (low == 0) return segments;
    const auto start = static_cast<std::size_t>(offsets[low - 1]);
    const auto end = static_cast<std::size_t>(offsets[low]);
    const bool is_inside = end >= begin + (std::size_t{1} << plan.window_bits);
    return is_inside && is_cut(end - start) ? low - 1 : segments;
  }

  template <class Elements, class Offset>
  DIATOMIC_DEVICE void take_windows(const Elements& input, const Offset* offsets, unsigned group,
                                    T* results, part* parts, std::uint64_t signature) const {
    const std::size_t segments = plan.segments;
    auto* const numbers =
        reinterpret_cast<std::size_t*>(shared_array<unsigned char>() + numbers_at);
    const std::size_t first = std::size_t{group} * in_group;
    const unsigned warps = segment_block / warp_size();
    for (unsigned w = thread_index() / warp_size(); w < in_group; w += warps) {
      std::size_t s = segments;
      if (first + w < plan.windows) s = segment_around(offsets, first + w);
      if (lane_index() == 0) numbers[w] = s;
    }
    sync_block();
    unsigned next = 0;
    for (unsigned w = 0; w < in_group; w = next) {
      const std::size_t s = numbers[w];
      next = w + 1;
      while (next < in_group && numbers[next] == s) ++next;
      if (s == segments) continue;
      const state own = in_block(
          reduced(input, (first + w) << plan.window_bits, (first + next) << plan.window_bits));
      if (thread_index() == 0) parts[first + w].inside = own;
      complete(offsets, s, results, parts, signature);
    }
  }

  /// All threads of a block call it when thread 0 has written the block's part of segment s. The
  /// last block of a segment combines the parts, in an order that depends only on the offsets.
  template <class Offset>
  DIATOMIC_DEVICE void complete(const Offset* offsets, std::size_t s, T* results, part* parts,
                                std::uint64_t signature) const {
    const std::size_t first = window_from(static_cast<std::size_t>(offsets[s]));
    const std::size_t end = static_cast<std::size_t>(offsets[s + 1]) >> plan.window_bits;
    const std::size_t first_group = first / in_group;
    const std::size_t groups = (end - 1) / in_group - first_group + 1;
    const block_counter counter(__builtin_addressof(parts[first].count), signature);
    auto* const word = reinterpret_cast<unsigned*>(shared_array<unsigned char>());
    if (!counter.is_last(word, static_cast<unsigned>(groups) + 1)) return;
    state own = thread_index() == 0 ? parts[first].outside : policy.identity();
    for (std::size_t g = thread_index(); g < groups; g += segment_block) {
      own = policy(own, parts[g == 0 ? first : (first_group + g) * in_group].inside);
    }
    own = in_block(own);
    if (thread_index() == 0) results[s] = policy.lower(own);
    sync_block();  // the memory for a reduction may be used again
  }
};

/// The kernel holds a copy of the caller's function.
template <class T, class Policy>
inline constexpr bool is_launchable_v<segment_per_block_kernel<T, Policy>> =
    is_launchable_policy_v<Policy>;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
