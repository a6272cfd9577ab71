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

/// Bytes of temporary memory for a launch of `grid` blocks, and for a call.
inline std::size_t segment_temp_bytes(unsigned grid, std::size_t n, std::size_t segments) {
  return std::max(diatomic::segmented_reduce_temp_bytes(n, segments),
                  16 + diatomic::detail::segment_partial_bytes * grid);
}

/// Queues the kernel of `segmented_reduce`, for a policy and the result of no element.
template <class Elements, class Offset, class T, class Policy>
void reduce_segments_in(unsigned grid, diatomic::stream& on, Elements input, std::size_t n,
                        const Offset* offsets, std::size_t segments, Policy policy, T empty,
                        T* results, void* temp) {
  using kernel = diatomic::detail::segmented_reduce_kernel<T, Policy>;
  const unsigned block = diatomic::detail::plan_segments(n, segments).block;
  diatomic::launch(grid, block, kernel::shared_bytes(block), on, kernel{policy, empty}, input,
                   diatomic::detail::segment_path<Offset>{offsets, segments + 1, n}, results, temp,
                   diatomic::detail::next_signature());
}

}  // namespace test
