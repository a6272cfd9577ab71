// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The layouts of a block's counters, and the declaration of `block_histogram`, which has them.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// As many banks as shared memory has on the chips that we know; more lanes do not add at once.
inline constexpr unsigned most_lanes = 32;

/// The row that is merged as number `i`: each block begins at another one, and so blocks that end
/// together do not meet at each result.
DIATOMIC_DEVICE inline unsigned merged_row(unsigned i, unsigned rows) {
  constexpr unsigned line = 32;  // counters that warps add to together
  const unsigned begin = block_index() * (33 * line) % rows / line * line;
  return i < rows - begin ? i + begin : i - (rows - begin);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The bins that a block counts, and how often it has each.
struct histogram_rows {
  unsigned first = 0;  ///< the first bin that is counted here
  unsigned rows = 0;   ///< number of bins that are counted here
  /// Counters of a bin, a power of two and at most 32: the lanes of a warp use them in turn. As
  /// many as there are lanes (or 32) keep these out of each other's banks. `lane_columns` only.
  unsigned columns = 1;
};

/// Layout: a counter of type `Counter` in each column of each row.
///
/// With `Counter` unsigned, a block must not meet 2^32 values of one bin.
template <class Counter>
struct lane_columns {};

/// Layout: counters of `Bits` (8 or 16) bits, two or four in a word. A counter that overflows adds
/// to the result at once, so that nothing is lost however many values a block meets.
template <unsigned Bits>
struct packed_counters {};

/// Layout: none; all goes straight to the result.
struct global_counters {};

/// A block's counters of type `Layout`, on top of results of type `Count` in device memory: memory
/// for which the hint `coarse_grained` is true.
///
/// All layouts have the same members. `clear` and `merge` are for all threads of the block
/// together, as `sync_block` is: `clear` returns when all may add, `merge` waits until all have
/// added. `add` leaves out bins that are not counted here, `no_bin` among them: in shared memory
/// these go to counters behind the last row, one for each lane, so that no lane branches or queues
/// up.
template <class Layout, class Count>
class block_histogram;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
