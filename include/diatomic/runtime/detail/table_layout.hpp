// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The layout of small tables, so that atomics on them use the whole L2 cache. The numbers are the
/// backend's (`runtime_api::largest_distance`, `table_alignment`); docs/performance/small_tables.md
/// has the measurements.

#include <algorithm>
#include <cstddef>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/device.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

/// What a small table may use by default. 1 MiB gains up to 1.5 times more on an H200.
inline constexpr std::size_t bytes_of_small_table = std::size_t{64} << 10;

/// The largest power of two that is at most `n`, which is not 0.
constexpr std::size_t power_of_two_below(std::size_t n) {
  std::size_t power = 1;
  while (power <= n / 2) power *= 2;
  return power;
}

/// Bytes from one word of a table to the next, if its `n` words, of `size` bytes each, may use
/// `bytes` bytes: `size`, or a larger power of two.
constexpr std::size_t spread_distance(std::size_t n, std::size_t size, std::size_t bytes) {
  if (bytes / n <= size) return size;
  return std::max(size, std::min(power_of_two_below(bytes / n), runtime_api::largest_distance));
}

/// The alignment at which atomics on an array of `bytes` bytes are fastest; 1 if that of any
/// allocation is as good.
constexpr std::size_t alignment_of_table(std::size_t bytes) {
  if (bytes <= runtime_api::largest_unaligned || bytes > runtime_api::largest_aligned) return 1;
  return std::min(2 * power_of_two_below(bytes - 1), runtime_api::table_alignment);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
