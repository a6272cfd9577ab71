// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Whether and how updates of a large table are partitioned: first written out, grouped by part of
/// the table, then added part by part.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/histogram/counting_plan.hpp>
#include <diatomic/runtime/device.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// How updates are partitioned.
struct partition_plan {
  unsigned partitions = 0;  ///< parts of the table; 0: not partitioned
  unsigned shift = 0;       ///< bin b is in partition `b >> shift`
  /// Where a block adds the updates of a partition.
  counter_layout layout = counter_layout::global;
  unsigned block = 1;         ///< threads that partition a tile
  unsigned adding_block = 1;  ///< threads that add a piece of a partition
  unsigned piece = 1;         ///< most updates in a piece
};

/// The task for which a plan is made.
struct partition_task {
  std::size_t n;
  unsigned bins;
  unsigned input_bytes;
  unsigned staged_bytes;   ///< of an update in shared memory, with its bin
  unsigned result_bytes;   ///< of an element of the table
  unsigned counter_bytes;  ///< of a counter in shared memory; 0 where there can be none
  bool weighted;
};

/// Updates of a thread in a tile.
inline constexpr unsigned tile_items = 16;

DIATOMIC_FUNCTION std::size_t up_to_16(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

/// Offsets of the parts of a block's shared memory while the block partitions a tile.
struct tile_layout {
  std::size_t counts_at;  ///< after the partitions' places in memory
  std::size_t sums_at;
  std::size_t updates_at;

  DIATOMIC_FUNCTION tile_layout(unsigned partitions, unsigned block, unsigned lanes)
      : counts_at(up_to_16(partitions * sizeof(std::uint64_t))),
        sums_at(counts_at + (std::size_t{partitions} + 1) * sizeof(unsigned)),
        updates_at(up_to_16(sums_at + (block + lanes - 1) / lanes * sizeof(unsigned))) {}
};

/// Bytes of shared memory for a tile.
inline std::size_t tile_bytes(const partition_plan& plan, unsigned staged_bytes, unsigned lanes) {
  return tile_layout(plan.partitions, plan.block, lanes).updates_at +
         std::size_t{plan.block} * tile_items * staged_bytes;
}

/// Whether the low 16 bits of a bin suffice as its key, which saves memory.
inline bool has_short_keys(const partition_plan& plan) { return plan.shift <= 16; }

/// Updates of a tile per partition, on average, which are written as one run. Below `least_run` the
/// writing takes longer than it saves; above `long_run` it takes no less time.
inline constexpr unsigned least_run = 4;
inline constexpr unsigned long_run = 32;

/// Bytes of a block's shared-memory counter for each bin of a partition; 0 for none.
inline unsigned counter_bytes_of(const partition_task& task) {
  return task.weighted ? task.counter_bytes : 2;
}

/// The most threads, in whole warps, whose tile fits in shared memory; 0 if none does.
inline unsigned partitioning_block(const partition_plan& plan, const partition_task& task,
                                   const device_properties& device) {
  const auto lanes = static_cast<unsigned>(device.warp_size);
  partition_plan tried = plan;
  tried.block = std::min(1024u, static_cast<unsigned>(device.max_threads_per_block));
  while (tile_bytes(tried, task.staged_bytes, lanes) > device.shared_bytes_per_block) {
    if (tried.block == lanes) return 0;
    tried.block /= 2;
  }
  return tried.block;
}

/// Threads of a block that needs no more: with more, and with fewer, the work takes longer.
inline constexpr unsigned usual_block = 512;

/// Halves the partitioning blocks, down to `usual_block`, while a tile's runs stay long.
inline void use_small_blocks(partition_plan& plan) {
  while (plan.block > usual_block && plan.block / 2 * tile_items / long_run >= plan.partitions) {
    plan.block /= 2;
  }
}

/// Partitions that each fit in a block's shared memory, if few enough.
inline partition_plan plan_shared_partitions(const partition_task& task,
                                             const device_properties& device) {
  partition_plan plan;
  const unsigned counter_bytes = counter_bytes_of(task);
  if (counter_bytes == 0) return plan;
  const auto fits = [&](unsigned shift) {
    return counter_bytes * ((std::size_t{1} << shift) + 2 * max_lanes) <=
           device.shared_bytes_per_block;
  };
  while (plan.shift < 16 && fits(plan.shift + 1)) ++plan.shift;
  plan.partitions = ((task.bins - 1) >> plan.shift) + 1;
  plan.layout = task.weighted ? counter_layout::per_lane_copies : counter_layout::packed_16;
  plan.block = partitioning_block(plan, task, device);
  if (plan.block * tile_items / least_run < plan.partitions) return {};
  plan.adding_block = plan.block;
  use_small_blocks(plan);
  plan.piece = 6u << plan.shift;  // large enough to make the merge a small part of the work
  return plan;
}

/// Partitions of which the L2 cache holds those in progress: as large as possible, since fewer
/// partitions are written in longer runs.
inline partition_plan plan_cached_partitions(const partition_task& task,
                                             const device_properties& device) {
  partition_plan plan;
  const auto bytes_at = [&](unsigned shift) {
    return (std::size_t{1} << shift) * task.result_bytes;
  };
  while (bytes_at(plan.shift + 1) <= device.l2_bytes / 3) ++plan.shift;
  for (;; ++plan.shift) {
    if (bytes_at(plan.shift) > device.l2_bytes / 2) return {};
    plan.partitions = ((task.bins - 1) >> plan.shift) + 1;
    plan.block = partitioning_block(plan, task, device);
    if (plan.block * tile_items / (2 * least_run) >= plan.partitions) break;
  }
  use_small_blocks(plan);
  plan.adding_block = std::min(usual_block, plan.block);
  plan.piece = 2048;
  return plan;
}

inline partition_plan plan_partition(const partition_task& task, const device_properties& device) {
  const std::size_t table = std::size_t{task.bins} * task.result_bytes;
  // Atomics on a table that the cache holds are faster than any reordering, and 16-bit inputs have
  // no more bins than such a table. With few updates, hardly two share a memory line.
  const bool pays = device.warp_size > 1 && device.l2_bytes != 0 && task.input_bytes > 2 &&
                    table > device.l2_bytes && task.n >= task.bins;
  if (!pays) return {};
  const partition_plan in_shared = plan_shared_partitions(task, device);
  return in_shared.partitions != 0 ? in_shared : plan_cached_partitions(task, device);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
