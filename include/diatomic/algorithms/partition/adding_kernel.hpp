// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel that adds the partitioned updates.

#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/partition/updates.hpp>
#include <diatomic/collectives/block_histogram.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The arguments of a launch of `partition_adding_kernel`.
struct adding_job {
  partition_bounds bounds;
  unsigned bins;
  unsigned shift;
  unsigned partitions;
  unsigned piece;
};

/// Each block adds the updates of one piece of a partition. Partitions are in order, so that the
/// blocks in progress work on few of them.
template <class Layout, class Key, class Kept>
struct partition_adding_kernel {
  static constexpr bool weighted = !std::is_same_v<Kept, no_weight>;

  /// `finish` converts a kept weight to the number that is added.
  template <class Finish, class Count>
  DIATOMIC_DEVICE void operator()(Count* counts, update_list<Key, Kept> from, Finish finish,
                                  adding_job job) const {
    const unsigned piece = block_index();
    if (piece >= job.bounds.pieces[job.partitions]) return;
    const unsigned partition = partition_of(piece, job);
    const std::uint64_t ahead = piece - job.bounds.pieces[partition];
    const std::uint64_t begin = job.bounds.starts[partition] + ahead * job.piece;
    const std::uint64_t last = job.bounds.cursors[partition];
    const std::uint64_t end = last - begin < job.piece ? last : begin + job.piece;
    const unsigned first = partition << job.shift;
    const unsigned whole = 1u << job.shift;
    const unsigned rows = job.bins - first < whole ? job.bins - first : whole;
    // If a block has little to add, the merge would cost more than the additions.
    if (end - begin < rows / 4) {
      add<global_counters>(counts, from, finish, {first, rows, 1}, begin, end, job);
    } else {
      add<Layout>(counts, from, finish, {first, rows, 1}, begin, end, job);
    }
  }

 private:
  static DIATOMIC_DEVICE unsigned partition_of(unsigned piece, const adding_job& job) {
    unsigned low = 0;
    unsigned high = job.partitions;
    while (high - low > 1) {
      const unsigned middle = low + (high - low) / 2;
      (job.bounds.pieces[middle] <= piece ? low : high) = middle;
    }
    return low;
  }

  template <class To, class Finish, class Count>
  static DIATOMIC_DEVICE void add(Count* counts, const update_list<Key, Kept>& from,
                                  const Finish& finish, block_bins which, std::uint64_t begin,
                                  std::uint64_t end, const adding_job& job) {
    block_histogram<To, Count> own(shared_array<packet>(), which, counts);
    own.clear();
    const unsigned in_partition = (1u << job.shift) - 1;
    const auto add_one = [&](const waiting_update<Kept>& update) {
      const unsigned bin = which.first + (update.key & in_partition);
      if constexpr (weighted) {
        own.add(bin, finish(detail::bits_as<Kept>(update.kept)));
      } else {
        own.add(bin);
      }
    };
    constexpr unsigned at_once = 8;
    const unsigned stride = block_size();
    std::uint64_t i = begin + thread_index();
    for (; i + (at_once - 1) * stride < end; i += at_once * stride) {
      waiting_update<Kept> some[at_once];
      for (unsigned k = 0; k < at_once; ++k) some[k] = from.get(i + k * stride);
      if constexpr (weighted || std::is_same_v<To, per_lane_copies<unsigned>>) {
        for (unsigned k = 0; k < at_once; ++k) add_one(some[k]);
      } else {
        unsigned bins[at_once];
        for (unsigned k = 0; k < at_once; ++k) bins[k] = which.first + (some[k].key & in_partition);
        own.add_all(bins);
      }
    }
    for (; i < end; i += stride) add_one(from.get(i));
    own.merge();
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
