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
inline constexpr unsigned max_lanes = 32;

/// The bin that a block merges at step `i`. Blocks start at different bins, so that blocks that
/// finish together do not contend for the same results.
DIATOMIC_DEVICE inline unsigned merged_bin(unsigned i, unsigned bins) {
  constexpr unsigned line = 32;  // counters that a warp adds to at once
  const unsigned begin = block_index() * (33 * line) % bins / line * line;
  return i < bins - begin ? i + begin : i - (bins - begin);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The bins that a block counts, and the number of counters per bin.
struct block_bins {
  unsigned first = 0;  ///< the first bin that this block counts
  unsigned bins = 0;   ///< number of bins that this block counts
  /// Counters per bin, a power of two up to 32, assigned to the lanes of a warp in turn. The warp
  /// size (or 32) keeps lanes out of each other's banks. `per_lane_copies` only.
  unsigned copies = 1;
};

/// Layout: `copies` counters of type `Counter` per bin, shared out among the lanes of a warp.
///
/// With `Counter` unsigned, a block must not count 2^32 values in one bin.
template <class Counter>
struct per_lane_copies {};

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
/// these go to dummy counters behind the last bin, one per lane, so that no lane branches or
/// contends.
template <class Layout, class Count>
class block_histogram;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
