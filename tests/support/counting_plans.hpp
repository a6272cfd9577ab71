// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Plans for `histogram` and `scatter_add` in every layout, and with partitions, whatever the
/// library would choose.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/partitioned_scatter.hpp>

namespace test {

/// What has to be counted, as far as plans go by it.
struct counted_kind {
  bool by_value;           ///< values of a byte, without weights
  bool weighted;           ///< no packed counters
  unsigned counter_bytes;  ///< of a counter in shared memory; 0 where there can be none
};

inline bool fits(const diatomic::counting_plan& plan, const diatomic::device_properties& device) {
  return plan.shared_bytes <= device.shared_bytes_per_block;
}

/// Plans of a few blocks for the current device, in all layouts that it has room for.
inline std::vector<diatomic::counting_plan> all_plans(unsigned bins, counted_kind kind) {
  using diatomic::counter_layout;
  const auto device = diatomic::properties(diatomic::current_device());
  const bool is_host = device.warp_size == 1;
  const unsigned block = is_host ? 8 : 128;
  std::vector<diatomic::counting_plan> plans;
  for (const bool spread : {false, true}) {
    plans.push_back({counter_layout::global, 1, 1, bins, 3, block, 0, spread});
  }
  if (kind.counter_bytes == 0) return plans;
  if (is_host) {
    for (const unsigned copies : {1u, 4u}) {
      plans.push_back({counter_layout::private_copies, copies, 1, bins, 3, 1, 0, false});
    }
  }
  const auto most = static_cast<unsigned>(device.warp_size);
  for (unsigned copies = 1; copies <= most && copies <= 32; copies *= 2) {
    const unsigned part_bins = kind.by_value ? 256 : bins;
    const std::size_t bytes = kind.counter_bytes * (std::size_t{part_bins} * copies + 32);
    const diatomic::counting_plan plan{
        counter_layout::per_lane_copies, copies, 1, part_bins, 3, block, bytes, copies % 4 == 2};
    if (fits(plan, device)) plans.push_back(plan);
  }
  for (const unsigned parts : {1u, 2u, 5u}) {
    const unsigned part_bins = (bins - 1) / parts + 1;
    const unsigned used = (bins - 1) / part_bins + 1;
    const std::size_t bytes =
        kind.weighted ? kind.counter_bytes * (std::size_t{part_bins} + 32)
                      : diatomic::block_histogram<diatomic::packed_counters<16>, int>::shared_bytes(
                            part_bins);
    const auto layout = kind.weighted ? counter_layout::per_lane_copies : counter_layout::packed_16;
    const diatomic::counting_plan plan{layout, 1, used, part_bins, 2 * used, block, bytes, false};
    if (fits(plan, device)) plans.push_back(plan);
  }
  return plans;
}

/// Plans with few and with many partitions for the current device: in all layouts, of small blocks
/// and pieces.
inline std::vector<diatomic::detail::partition_plan> partition_plans(unsigned bins,
                                                                     counted_kind kind) {
  using diatomic::counter_layout;
  const auto device = diatomic::properties(diatomic::current_device());
  const bool is_host = device.warp_size == 1;
  std::vector<diatomic::detail::partition_plan> plans;
  for (const unsigned shift : {0u, 3u, 6u, 9u, 12u, 16u, 17u, 20u}) {
    const unsigned partitions = ((bins - 1) >> shift) + 1;
    if (partitions > 1000) continue;
    for (const auto layout :
         {counter_layout::global, counter_layout::per_lane_copies, counter_layout::packed_16}) {
      const unsigned bytes = layout == counter_layout::packed_16 ? 2 : kind.counter_bytes;
      if (layout == counter_layout::packed_16 && kind.weighted) continue;
      if (layout != counter_layout::global &&
          (bytes == 0 ||
           bytes * ((std::size_t{1} << shift) + 64) > device.shared_bytes_per_block)) {
        continue;
      }
      const auto many = static_cast<unsigned>(plans.size());
      const unsigned block = is_host ? 1 + many % 3 * 4 : 64u << many % 2;
      plans.push_back({partitions, shift, layout, block, block, many % 2 == 0 ? 97u : 5000u});
    }
  }
  return plans;
}

}  // namespace test
