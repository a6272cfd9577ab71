// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `segmented_reduce` in a launch of a chosen number of blocks. A call has a block for every few
/// thousand elements, so that only huge inputs would give a warp several tiles.

#include <algorithm>
#include <cstddef>

#include <diatomic/algorithms/segmented_reduce.hpp>

namespace test {

/// Stands for a number of blocks: the launch has a block for each segment, and cuts segments that
/// are longer than two windows of 2^`window_bits` elements. A CPU does not have this kernel; it
/// takes three blocks.
constexpr unsigned block_per_segment(unsigned window_bits) { return ~0u - window_bits; }
constexpr bool is_per_segment(unsigned grid) { return grid > ~0u - 32; }

/// Bytes of temporary memory for a launch of `grid` blocks, and for a call.
inline std::size_t segment_temp_bytes(unsigned grid, std::size_t n, std::size_t segments) {
  const std::size_t partials =
      is_per_segment(grid) ? std::max<std::size_t>(3, n >> (~0u - grid)) : std::size_t{grid};
  return std::max(diatomic::segmented_reduce_temp_bytes(n, segments),
                  16 + diatomic::detail::segment_partial_bytes * partials);
}

/// A plan with a block for each segment. The size of windows decides which blocks come first.
inline diatomic::detail::segment_per_block_plan plan_per_segment(unsigned window_bits,
                                                                 std::size_t n,
                                                                 std::size_t segments) {
  diatomic::detail::segment_per_block_plan plan(n, segments);
  plan.window_bits = window_bits;
  plan.windows = static_cast<unsigned>(n >> window_bits);
  plan.longest = std::size_t{2} << window_bits;
  plan.first_windows = window_bits % 2 == 0 ? plan.segments : 0;
  return plan;
}

/// Queues a kernel of `segmented_reduce`, for a policy and the result of no element.
template <class Elements, class Offset, class T, class Policy>
void reduce_segments_in(unsigned grid, diatomic::stream& on, Elements input, std::size_t n,
                        const Offset* offsets, std::size_t segments, Policy policy, T empty,
                        T* results, void* temp) {
  if constexpr (!diatomic::detail::runtime_api::threads_yield) {
    if (is_per_segment(grid)) {
      if (segments == 0) return;
      diatomic::detail::start_block_per_segment(on, input, offsets,
                                                plan_per_segment(~0u - grid, n, segments), policy,
                                                empty, results, temp);
      return;
    }
  }
  using kernel = diatomic::detail::segmented_reduce_kernel<T, Policy>;
  const unsigned block = diatomic::detail::plan_segments(n, segments).block;
  diatomic::launch(is_per_segment(grid) ? 3 : grid, block, kernel::shared_bytes(block), on,
                   kernel{policy, empty}, input,
                   diatomic::detail::segment_path<Offset>{offsets, segments + 1, n}, results, temp,
                   diatomic::detail::next_signature());
}

}  // namespace test
