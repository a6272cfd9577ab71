// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The layouts of a block's counters, and the declaration of `block_histogram`, which takes one.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The number of shared-memory banks on all known chips, which bounds the lanes that add at once.
inline constexpr unsigned most_lanes = 32;

/// The row that a block merges at step `i`. Blocks start at different rows, so that blocks that
/// finish together do not contend for the same results.
DIATOMIC_DEVICE inline unsigned merged_row(unsigned i, unsigned rows) {
  constexpr unsigned line = 32;  // counters that a warp adds to at once
  const unsigned begin = block_index() * (33 * line) % rows / line * line;
  return i < rows - begin ? i + begin : i - (rows - begin);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The bins that a block counts, and the number of counters per bin.
struct histogram_rows {
  unsigned first = 0;  ///< the first bin that this block counts
  unsigned rows = 0;   ///< number of bins that this block counts
  /// Counters per bin, a power of two up to 32, assigned to the lanes of a warp in turn. The warp
  /// size (or 32) keeps lanes out of each other's banks. `lane_columns` only.
  unsigned columns = 1;
};

/// Layout: a counter of type `Counter` in each column of each row.
///
/// With `Counter` unsigned, a block must not count 2^32 values in one bin.
template <class Counter>
struct lane_columns {};

/// Layout: counters of `Bits` (8 or 16) bits, four or two in a word. A counter that overflows adds
/// to the result at once, so counts are exact for any number of values.
template <unsigned Bits>
struct packed_counters {};

/// Layout: no block counters; each value is added to the result directly.
struct global_counters {};

/// A block's counters in the layout `Layout`, and results of type `Count` in coarse-grained device
/// memory (for which the hint `coarse_grained` is true).
///
/// All layouts have the same members. All threads of the block call `clear` and `merge` together,
/// as they do `sync_block`: `clear` returns when all threads may add, `merge` waits until all have
/// added. `add` ignores bins that the block does not count, `no_bin` among them: in shared memory
/// these go to dummy counters behind the last row, one per lane, so that no lane branches or
/// contends.
template <class Layout, class Count>
class block_histogram;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
