// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels that find where each partition begins, and write the updates out by partition.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/partition/updates.hpp>
#include <diatomic/collectives/binning.hpp>
#include <diatomic/collectives/detail/block_words.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Maps a value to its partition, for a histogram of the partitions.
template <class Bin>
struct partition_bin {
  Bin bin_of;
  unsigned bins;
  unsigned shift;

  template <class T>
  DIATOMIC_FUNCTION unsigned operator()(T value) const {
    const unsigned bin = bin_of(value);
    return bin < bins ? bin >> shift : no_bin;
  }
};

/// The sum of `own` over the block's threads before the calling one. `sums` has room for one T per
/// warp and may be reused after the next `sync_block()`.
template <class T>
DIATOMIC_DEVICE T sum_before(T own, T* sums) {
  const unsigned lanes = warp_size();
  const unsigned lane = lane_index();
  const unsigned warp = thread_index() / lanes;
  const lane_mask mask = first_lanes(block_size() - warp * lanes);
  T sum = own;
  for (unsigned delta = 1; delta < lanes; delta *= 2) {
    const T other = detail::shuffle(mask, sum, lane < delta ? lane : lane - delta);
    if (lane >= delta) sum += other;
  }
  if (lane == lanes - 1) sums[warp] = sum;
  sync_block();
  T before = sum - own;
  for (unsigned w = 0; w < warp; ++w) before += sums[w];
  return before;
}

/// The calling thread's part of `n` items that the block shares out in order.
struct thread_share {
  unsigned begin;
  unsigned end;

  DIATOMIC_DEVICE explicit thread_share(unsigned n) {
    const unsigned each = (n + block_size() - 1) / block_size();
    begin = thread_index() * each < n ? thread_index() * each : n;
    end = n - begin < each ? n : begin + each;
  }
};

/// Turns counts into places. Launch with one block and a 64-bit word of shared memory per warp.
struct partition_scan_kernel {
  DIATOMIC_DEVICE void operator()(partition_bounds bounds, unsigned partitions,
                                  unsigned piece) const {
    const thread_share mine(partitions);
    std::uint64_t updates = 0;
    std::uint64_t pieces = 0;
    for (unsigned p = mine.begin; p < mine.end; ++p) {
      updates += bounds.cursors[p];
      pieces += (bounds.cursors[p] + piece - 1) / piece;
    }
    updates = sum_before(updates, shared_array<std::uint64_t>());
    sync_block();
    pieces = sum_before(pieces, shared_array<std::uint64_t>());
    for (unsigned p = mine.begin; p < mine.end; ++p) {
      const std::uint64_t count = bounds.cursors[p];
      bounds.cursors[p] = updates;
      bounds.starts[p] = updates;
      bounds.pieces[p] = static_cast<unsigned>(pieces);
      updates += count;
      pieces += (count + piece - 1) / piece;
      if (p == partitions - 1) bounds.pieces[partitions] = static_cast<unsigned>(pieces);
    }
  }
};

/// The arguments of a launch of `partition_kernel`.
struct partition_job {
  std::size_t n;
  unsigned bins;
  unsigned shift;
  unsigned partitions;
  std::uint64_t* cursors;
};

/// A thread's updates of a tile.
template <class Kept>
struct tile_updates {
  unsigned bins[tile_items];
  unsigned ranks[tile_items / 2];  ///< two 16-bit ranks in each: registers are scarce
  kept_image<Kept> kept[tile_items];

  /// The rank of update k among the tile's updates of the same partition.
  DIATOMIC_DEVICE unsigned rank(unsigned k) const { return ranks[k / 2] >> (k % 2 * 16) & 0xffff; }
};

/// Writes the updates of one tile to their partitions. Updates without a bin are left out.
///
/// The order within a partition is unspecified. A block sorts its tile in shared memory, so that it
/// writes one run to each partition. Blocks must be whole warps.
template <class Key, class Kept>
struct partition_kernel {
  using staged_list = update_list<unsigned, Kept>;

  template <class Elements, class Weights, class Bin>
  DIATOMIC_DEVICE void operator()(Elements input, Weights weights, Bin bin_of, partition_job job,
                                  update_list<Key, Kept> out) const {
    const tile_layout at(job.partitions, block_size(), warp_size());
    char* const memory = shared_array<char>();
    auto* const bases = reinterpret_cast<std::uint64_t*>(memory);
    auto* const counts = reinterpret_cast<unsigned*>(memory + at.counts_at);
    auto* const sums = reinterpret_cast<unsigned*>(memory + at.sums_at);
    const staged_list staged(memory + at.updates_at, std::size_t{block_size()} * tile_items);

    tile_updates<Kept> mine;
    read(mine, input, weights, bin_of, job);
    for (unsigned p = thread_index(); p <= job.partitions; p += block_size()) counts[p] = 0;
    sync_block();
    for (unsigned k = 0; k < tile_items; k += 2) {
      const unsigned rank = detail::fetch_add_in_block(counts + row_of(mine.bins[k], job), 1u);
      const unsigned next = detail::fetch_add_in_block(counts + row_of(mine.bins[k + 1], job), 1u);
      mine.ranks[k / 2] = rank | next << 16;
    }
    sync_block();
    make_places(counts, sums, job);
    sync_block();
    claim(counts, bases, job);
    for (unsigned k = 0; k < tile_items; ++k) {
      const unsigned place = counts[row_of(mine.bins[k], job)] + mine.rank(k);
      staged.put(place, {mine.bins[k], mine.kept[k]});
    }
    sync_block();
    write(staged, out, bases, counts[job.partitions], job.shift);
  }

 private:
  /// The partition, or a row after the last for updates without a bin, which avoids branches.
  static DIATOMIC_DEVICE unsigned row_of(unsigned bin, const partition_job& job) {
    return bin < job.bins ? bin >> job.shift : job.partitions;
  }

  /// Reads the thread's updates; those beyond the end have no bin. A warp's updates are
  /// consecutive, and a thread's have a constant stride.
  template <class Elements, class Weights, class Bin>
  static DIATOMIC_DEVICE void read(tile_updates<Kept>& mine, const Elements& input,
                                   const Weights& weights, const Bin& bin_of,
                                   const partition_job& job) {
    const unsigned lanes = warp_size();
    const std::size_t tile = std::size_t{block_size()} * tile_items;
    const std::size_t first =
        block_index() * tile + thread_index() / lanes * lanes * tile_items + lane_index();
    if (block_index() * tile + tile <= job.n) {
      for (unsigned k = 0; k < tile_items; ++k) {
        read_one(mine, k, input, weights, bin_of, first + k * lanes);
      }
    } else {
      for (unsigned k = 0; k < tile_items; ++k) {
        const std::size_t i = first + k * lanes;
        mine.bins[k] = no_bin;
        if (i < job.n) read_one(mine, k, input, weights, bin_of, i);
      }
    }
  }
  template <class Elements, class Weights, class Bin>
  static DIATOMIC_DEVICE void read_one(tile_updates<Kept>& mine, unsigned k, const Elements& input,
                                       [[maybe_unused]] const Weights& weights, const Bin& bin_of,
                                       std::size_t i) {
    mine.bins[k] = bin_of(detail::element_at(input, i));
    if constexpr (!std::is_same_v<Kept, no_weight>) {
      mine.kept[k] =
          detail::bits_as<kept_image<Kept>>(static_cast<Kept>(detail::element_at(weights, i)));
    }
  }

  /// Turns the rows' counts into their places in the tile.
  static DIATOMIC_DEVICE void make_places(unsigned* counts, unsigned* sums,
                                          const partition_job& job) {
    const thread_share rows(job.partitions + 1);
    unsigned own = 0;
    for (unsigned p = rows.begin; p < rows.end; ++p) own += counts[p];
    unsigned place = sum_before(own, sums);
    for (unsigned p = rows.begin; p < rows.end; ++p) {
      const unsigned count = counts[p];
      counts[p] = place;
      place += count;
    }
  }

  /// Claims room for the rows in their partitions. Adjacent threads use adjacent cursors, which
  /// makes the atomics faster.
  static DIATOMIC_DEVICE void claim(const unsigned* places, std::uint64_t* bases,
                                    const partition_job& job) {
    for (unsigned p = thread_index(); p < job.partitions; p += block_size()) {
      const std::uint64_t count = places[p + 1] - places[p];
      if (count == 0) continue;
      bases[p] = fetch_add(job.cursors + p, count, in_global) - places[p];
    }
  }

  static DIATOMIC_DEVICE void write(const staged_list& staged, const update_list<Key, Kept>& out,
                                    const std::uint64_t* bases, unsigned count, unsigned shift) {
    constexpr unsigned at_once = 4;
    const unsigned stride = block_size();
    unsigned i = thread_index();
    for (; i + (at_once - 1) * stride < count; i += at_once * stride) {
      waiting_update<Kept> some[at_once];
      for (unsigned k = 0; k < at_once; ++k) some[k] = staged.get(i + k * stride);
      for (unsigned k = 0; k < at_once; ++k) {
        out.put(bases[some[k].key >> shift] + i + k * stride, some[k]);
      }
    }
    for (; i < count; i += stride) {
      const waiting_update<Kept> update = staged.get(i);
      out.put(bases[update.key >> shift] + i, update);
    }
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
