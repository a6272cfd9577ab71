// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches of a map's kernels.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>

#include <diatomic/algorithms/detail/counting_plan.hpp>
#include <diatomic/containers/detail/map_kernels.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A kernel's launch for n elements, of which a thread takes `batch` at a time.
struct map_shape {
  unsigned grid;
  unsigned block;
};
inline map_shape plan_map(std::size_t n, unsigned batch, unsigned block) {
  if constexpr (driver::threads_take_turns) {
    const auto units = static_cast<std::size_t>(std::max(1, current_properties().compute_units));
    constexpr std::size_t worth_a_block = 1024;
    return {static_cast<unsigned>(std::clamp<std::size_t>(n / worth_a_block, 1, 4 * units)), 1};
  }
  const std::size_t tile = std::size_t{block} * batch;
  constexpr std::size_t most = std::size_t{1} << 30;
  return {static_cast<unsigned>(std::clamp<std::size_t>((n + tile - 1) / tile, 1, most)), block};
}

/// Queues `action` for each key and its value.
template <class Launch, class Action, class Table, class Key, class T>
void start_map_change(stream_view on, const Action& action, const Table& table, const Key* keys,
                      const T* values, std::size_t n, insertion* results, map_failures* failures) {
  const map_shape shape = plan_map(n, Launch::batch, Launch::block);
  launch(shape.grid, shape.block, 0, on, map_change_kernel<Launch::batch, Action>{action}, table,
         keys, values, n, results, failures);
}
template <class Launch, class Table, class Key, class T>
void start_map_find(stream_view on, const Table& table, const Key* keys, T* values, std::size_t n) {
  const map_shape shape = plan_map(n, Launch::batch, Launch::block);
  launch(shape.grid, shape.block, 0, on, map_find_kernel<Launch::batch>{}, table, keys, values, n);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
