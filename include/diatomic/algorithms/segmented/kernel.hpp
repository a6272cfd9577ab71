// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel behind `<diatomic/algorithms/segmented_reduce.hpp>`.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/reduce/kernels.hpp>
#include <diatomic/algorithms/reproducible/scatter_kernels.hpp>
#include <diatomic/algorithms/segmented/partials.hpp>
#include <diatomic/algorithms/segmented/tile.hpp>
#include <diatomic/algorithms/segmented/warp_walk.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Sums in units of a scale, which are the same in any order.
template <class T>
struct scaled_sum_policy {
  using state = std::int64_t;
  fixed_scale scale;
  DIATOMIC_DEVICE state identity() const { return 0; }
  template <class Element>
  DIATOMIC_DEVICE state lift(Element v) const {
    return fixed_sums<T>{scale}.number_of(v);
  }
  DIATOMIC_DEVICE T lower(state units) const { return scale.template value<T>(units); }
  DIATOMIC_DEVICE state operator()(state a, state b) const { return result_of<op::add>(a, b); }
};

/// The walk of a CPU's thread, which is a warp of one lane.
template <class Elements, class Offset, class T, class Policy>
DIATOMIC_DEVICE inline segment_partial<typename Policy::state> walk_segments_singly(
    const Elements& input, segment_path<Offset> path, T* results, const Policy& combine, T empty,
    segment_place from, segment_place to) {
  using state = typename Policy::state;
  constexpr unsigned width = 8;  // so that CPUs use vector instructions
  const auto run = [&](std::size_t i, std::size_t end) {
    state own = combine.identity();
    if (i < end && end - i >= 4 * width) {
      state row[width];
      for (state& s : row) s = combine.identity();
      for (; end - i >= width; i += width) {
        for (unsigned j = 0; j < width; ++j) {
          row[j] = combine(row[j], combine.lift(detail::element_at(input, i + j)));
        }
      }
      own = detail::combine_row(row, combine);
    }
    for (; i < end; ++i) own = combine(own, combine.lift(detail::element_at(input, i)));
    return own;
  };
  segment_partial<state> found{combine.identity(), combine.identity(), from.segment, false,
                               from.segment != to.segment};
  std::size_t i = from.element;
  for (std::size_t s = from.segment; s < to.segment; ++s) {
    const std::size_t start = path.start(s);
    const std::size_t end = path.end(s);
    const state whole = run(i, end);
    if (start < from.element) {
      found.head = whole;
      found.has_head = true;
    } else if (s != 0) {
      results[s - 1] = start == end ? empty : combine.lower(whole);
    }
    i = end;
  }
  found.tail = run(i, to.element);
  return found;
}

/// The most blocks of a launch for each compute unit: those that fit at a time where 119 KiB of
/// shared memory are free. More do not help, because each warp starts with a search.
inline constexpr unsigned segment_blocks = 4;

template <class T, class Policy>
struct segmented_reduce_kernel {
  using state = typename Policy::state;
  using partial = segment_partial<state>;
  Policy policy;
  T empty;  // the result of an empty segment; it may differ from the policy's identity
  static constexpr unsigned threads_at_most = walk_block;
  static constexpr unsigned blocks_at_once = segment_blocks;
  /// Shared memory of a block: the warps' tiles, then the warps' partials.
  static constexpr std::size_t shared_bytes(unsigned block) {
    return scratch_at + std::max<std::size_t>(sizeof(segment_tile<state, 32>) * (block / 32),
                                              sizeof(partial) * 32);
  }

  template <class Elements, class Offset>
  DIATOMIC_DEVICE void operator()(Elements input, segment_path<Offset> path, T* results, void* temp,
                                  std::uint64_t signature) const {
    const block_counter counter(static_cast<std::uint64_t*>(temp), signature);
    const Policy combine = policy;
    const unsigned warps = (block_size() + warp_size() - 1) / warp_size();
    const unsigned warp = thread_index() / warp_size();
    const std::size_t length = path.elements + path.ends;
    const std::size_t shares = std::size_t{grid_size()} * warps;
    const std::size_t share = std::size_t{block_index()} * warps + warp;
    segment_place from;
    segment_place to;
    path.find(length * share / shares, length * (share + 1) / shares, from, to);

    auto* const shared = shared_array<unsigned char>();
    auto* const partials = reinterpret_cast<partial*>(shared + scratch_at);
    partial own;
    if constexpr (runtime_api::threads_yield) {
      own = detail::walk_segments_singly(input, path, results, combine, empty, from, to);
    } else {
      constexpr unsigned lanes = device_ops::warp_lanes;
      using tile = segment_tile<state, lanes>;
      static_assert(sizeof(tile) <= sizeof(segment_tile<state, 32>) * ((lanes + 31) / 32));
      auto* const tiles = reinterpret_cast<tile*>(shared + scratch_at);
      own = segment_walk<Elements, Offset, T, Policy>(input, path, results, combine, empty,
                                                      tiles[warp])
                .run(from, to);
    }
    // Segment 0, which has no result, is never finished: no end comes before its end.
    const auto finish = [&](std::size_t segment, const state& s) {
      results[segment - 1] = combine.lower(s);
    };
    own = append_warps(own, partials, combine, finish);
    if (grid_size() == 1) return;
    auto* const of_blocks =
        reinterpret_cast<partial*>(static_cast<unsigned char*>(temp) + partials_at);
    if (thread_index() == 0) of_blocks[block_index()] = own;
    if (!counter.is_last(reinterpret_cast<unsigned*>(shared))) return;
    const unsigned each = (grid_size() + block_size() - 1) / block_size();
    own = nothing(combine);
    constexpr unsigned at_once = 4;  // loads in flight
    for (unsigned first = 0; first < each; first += at_once) {
      partial some[at_once];
      for (unsigned u = 0; u < at_once; ++u) {
        const unsigned b = thread_index() * each + first + u;
        some[u] = first + u < each && b < grid_size() ? of_blocks[b] : nothing(combine);
      }
      for (const partial& next : some) detail::append_partial(own, next, combine, finish);
    }
    own = detail::append_lanes(own, combine, finish);
    append_warps(own, partials, combine, finish);
  }

 private:
  static DIATOMIC_DEVICE partial nothing(const Policy& combine) {
    return {combine.identity(), combine.identity(), 0, false, false};
  }

  /// The partials of the block's warps as one, in thread 0. A block has no more warps than a warp
  /// has lanes.
  template <class Finish>
  static DIATOMIC_DEVICE partial append_warps(const partial& own, partial* partials,
                                              const Policy& combine, const Finish& finish) {
    const unsigned warps = (block_size() + warp_size() - 1) / warp_size();
    sync_block();
    if (lane_index() == 0) partials[thread_index() / warp_size()] = own;
    sync_block();
    if (thread_index() >= warp_size()) return own;
    return detail::append_lanes(lane_index() < warps ? partials[lane_index()] : nothing(combine),
                                combine, finish);
  }
};

/// The kernel holds a copy of the caller's function.
template <class T, class Policy>
inline constexpr bool is_launchable_v<segmented_reduce_kernel<T, Policy>> =
    is_launchable_policy_v<Policy>;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
