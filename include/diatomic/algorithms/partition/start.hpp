// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How the calls with temporary memory start their kernels.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/partition/adding_kernel.hpp>
#include <diatomic/algorithms/partition/plan.hpp>
#include <diatomic/algorithms/partition/updates.hpp>
#include <diatomic/algorithms/partition/writing_kernels.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The type in which a weight is written out: its own, or Count where that is smaller, or where
/// temporary memory is not aligned for weights.
template <class Weight, class Count>
using kept_t =
    std::conditional_t<sizeof(Weight) <= sizeof(Count) && alignof(Weight) <= 16, Weight, Count>;

/// Converts a weight that was written out to the Count that is added.
template <class Count>
struct converted_to {
  template <class Kept>
  DIATOMIC_FUNCTION Count operator()(const Kept& kept) const {
    return static_cast<Count>(kept);
  }
};

/// The weights to write out, their type in memory, and their conversion to what is added.
template <class Weights, class Count>
struct kept_weights {
  using type = kept_t<element_t<Weights>, Count>;
  Weights source;
  converted_to<Count> finish{};

  explicit kept_weights(const Weights& weights) : source(weights) {}
};
template <class Count>
struct kept_weights<const no_weight*, Count> {
  using type = no_weight;
  const no_weight* source;
  converted_to<Count> finish{};

  explicit kept_weights(const no_weight* weights) : source(weights) {}
};

/// Bytes of an update in shared memory, with its bin.
template <class Kept>
unsigned staged_bytes() {
  constexpr unsigned some = 16;  // a count without padding
  return static_cast<unsigned>(update_list<unsigned, Kept>::bytes(some) / some);
}

template <class Input, class Kept, class Count>
partition_task partition_task_of(std::size_t n, std::size_t bins) {
  constexpr bool weighted = !std::is_same_v<Kept, no_weight>;
  using counter = own_counter<std::conditional_t<weighted, Count, no_weight>, Count>;
  return {n,
          static_cast<unsigned>(bins),
          static_cast<unsigned>(sizeof(Input)),
          detail::staged_bytes<Kept>(),
          static_cast<unsigned>(sizeof(Count)),
          can_be_shared<counter> ? static_cast<unsigned>(sizeof(counter)) : 0,
          weighted};
}

/// Whether keys are written out as 16 bits.
template <class Kept>
bool writes_short_keys(const partition_plan& plan) {
  return has_short_keys(plan) && !is_paired<Kept>;
}

/// Offsets of the parts of the temporary memory, after the cursors.
struct partition_layout {
  std::size_t starts_at;
  std::size_t pieces_at;
  std::size_t updates_at;

  explicit partition_layout(unsigned partitions)
      : starts_at(up_to_16(partitions * sizeof(std::uint64_t))),
        pieces_at(starts_at + up_to_16(partitions * sizeof(std::uint64_t))),
        updates_at(pieces_at + up_to_16((std::size_t{partitions} + 1) * sizeof(unsigned))) {}
};

/// Bytes of temporary memory for a plan; 0 if the plan does not partition.
template <class Kept>
std::size_t partition_temp_bytes(const partition_plan& plan, std::size_t n) {
  if (plan.partitions == 0) return 0;
  const std::size_t updates = detail::writes_short_keys<Kept>(plan)
                                  ? update_list<std::uint16_t, Kept>::bytes(n)
                                  : update_list<unsigned, Kept>::bytes(n);
  return partition_layout(plan.partitions).updates_at + updates;
}

/// Queues the counting of the partitions, and the scan for where each begins.
template <class Elements, class Bin>
partition_bounds start_bounds(stream_view stream, const partition_plan& plan, Elements input,
                              std::size_t n, unsigned bins, Bin bin_of, void* temp) {
  const partition_layout at(plan.partitions);
  auto* const memory = static_cast<unsigned char*>(temp);
  const partition_bounds bounds{reinterpret_cast<std::uint64_t*>(memory),
                                reinterpret_cast<std::uint64_t*>(memory + at.starts_at),
                                reinterpret_cast<unsigned*>(memory + at.pieces_at)};
  const no_weight* const none = nullptr;
  fill_bytes(stream, bounds.cursors, plan.partitions, 0);
  const device_properties& device = current_properties();
  const counting_plan counting =
      diatomic::plan_histogram<element_t<Elements>, std::uint64_t>(n, plan.partitions, device);
  detail::count_by_plan(stream, counting, input, none, n, bounds.cursors, plan.partitions,
                        partition_bin<Bin>{bin_of, bins, plan.shift});
  const auto lanes = static_cast<unsigned>(device.warp_size);
  launch(1, plan.block, (plan.block + lanes - 1) / lanes * sizeof(std::uint64_t), stream,
         partition_scan_kernel{}, bounds, plan.partitions, plan.piece);
  return bounds;
}

/// Queues the addition of the waiting updates.
template <class Layout, class Key, class Kept, class Count, class Finish>
void start_adding(stream_view stream, const partition_plan& plan, std::size_t n,
                  const update_list<Key, Kept>& updates, Count* counts, Finish finish,
                  const adding_job& job) {
  const std::size_t rows = std::min(std::size_t{1} << plan.shift, std::size_t{job.bins});
  diatomic::launch(static_cast<unsigned>(plan.partitions + n / plan.piece), plan.adding_block,
                   block_histogram<Layout, Count>::shared_bytes(rows, 1), stream,
                   partition_adding_kernel<Layout, Key, Kept>{}, counts, updates, finish, job);
}

/// Queues the writing of the updates by partition.
template <class Key, class Kept, class Elements, class Weights, class Bin>
void start_writing(stream_view stream, const partition_plan& plan, Elements input, Weights weights,
                   std::size_t n, unsigned bins, Bin bin_of, std::uint64_t* cursors,
                   const update_list<Key, Kept>& updates) {
  const auto lanes = static_cast<unsigned>(current_properties().warp_size);
  const std::size_t in_tile = std::size_t{plan.block} * tile_items;
  diatomic::launch(static_cast<unsigned>((n + in_tile - 1) / in_tile), plan.block,
                   detail::tile_bytes(plan, detail::staged_bytes<Kept>(), lanes), stream,
                   partition_kernel<Key, Kept>{}, input, weights, bin_of,
                   partition_job{n, bins, plan.shift, plan.partitions, cursors}, updates);
}

/// Queues the writing of the updates by partition, and their addition.
template <class Key, class Elements, class Weights, class Count, class Bin>
void start_partitioned(stream_view stream, const partition_plan& plan, Elements input,
                       Weights weights, std::size_t n, Count* counts, unsigned bins, Bin bin_of,
                       const partition_bounds& bounds, void* updates_at) {
  using kept = typename kept_weights<Weights, Count>::type;
  constexpr bool weighted = !std::is_same_v<kept, no_weight>;
  using counter = own_counter<std::conditional_t<weighted, Count, no_weight>, Count>;
  const kept_weights<Weights, Count> of(weights);
  const update_list<Key, kept> updates(updates_at, n);
  detail::start_writing(stream, plan, input, of.source, n, bins, bin_of, bounds.cursors, updates);
  const adding_job job{bounds, bins, plan.shift, plan.partitions, plan.piece};
  if constexpr (can_be_shared<counter>) {
    if (plan.layout == counter_layout::per_lane_copies) {
      return detail::start_adding<per_lane_copies<counter>>(stream, plan, n, updates, counts,
                                                            of.finish, job);
    }
  }
  if constexpr (!weighted) {
    if (plan.layout == counter_layout::packed_16) {
      return detail::start_adding<packed_counters<16>>(stream, plan, n, updates, counts, of.finish,
                                                       job);
    }
  }
  detail::start_adding<global_counters>(stream, plan, n, updates, counts, of.finish, job);
}

/// Queues a histogram with a plan that has partitions.
template <class Elements, class Weights, class Count, class Bin>
void count_by_partitions(stream_view stream, const partition_plan& plan, Elements input,
                         Weights weights, std::size_t n, Count* counts, unsigned bins, Bin bin_of,
                         void* temp) {
  using kept = typename kept_weights<Weights, Count>::type;
  const auto bin_in_kernels = detail::prepared(bin_of);
  const partition_bounds bounds =
      detail::start_bounds(stream, plan, input, n, bins, bin_in_kernels, temp);
  void* const updates =
      static_cast<unsigned char*>(temp) + partition_layout(plan.partitions).updates_at;
  if constexpr (!is_paired<kept>) {
    if (detail::writes_short_keys<kept>(plan)) {
      return detail::start_partitioned<std::uint16_t>(stream, plan, input, weights, n, counts, bins,
                                                      bin_in_kernels, bounds, updates);
    }
  }
  detail::start_partitioned<unsigned>(stream, plan, input, weights, n, counts, bins, bin_in_kernels,
                                      bounds, updates);
}

/// The plan of a call on the current device, for the types of its arguments.
template <class Elements, class Weights, class Count>
partition_plan plan_partition_of(std::size_t n, std::size_t bins) {
  if (bins > std::numeric_limits<unsigned>::max()) return {};
  using kept = typename kept_weights<Weights, Count>::type;
  return detail::plan_partition(
      detail::partition_task_of<element_t<Elements>, kept, Count>(n, bins), current_properties());
}

/// Queues a histogram: with partitions if the plan has any, otherwise as without temporary memory.
template <class Elements, class Weights, class Count, class Bin>
void count_with_memory(stream_view stream, const argument_checks& check, const partition_plan& plan,
                       Elements input, Weights weights, std::size_t n, Count* counts, unsigned bins,
                       Bin bin_of, void* temp, std::size_t temp_bytes) {
  if (n == 0) return;
  if (plan.partitions != 0) {
    using kept = typename kept_weights<Weights, Count>::type;
    check.temporary(temp, temp_bytes, detail::partition_temp_bytes<kept>(plan, n));
    return detail::count_by_partitions(stream, plan, input, weights, n, counts, bins, bin_of, temp);
  }
  using Input = element_t<Elements>;
  const counting_plan at_once = detail::plan_counting(
      detail::task_of<Input, element_t<Weights>, Count>(n, bins), current_properties());
  detail::count_by_plan(stream, at_once, input, weights, n, counts, bins, bin_of);
}

/// Bytes that `count_with_memory` needs for the plan of these types.
template <class Elements, class Weights, class Count>
std::size_t counting_temp_bytes(std::size_t n, std::size_t bins) {
  using kept = typename kept_weights<Weights, Count>::type;
  return detail::partition_temp_bytes<kept>(
      detail::plan_partition_of<Elements, Weights, Count>(n, bins), n);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
