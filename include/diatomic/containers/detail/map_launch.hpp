// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches of a map's kernels.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>

#include <diatomic/algorithms/detail/element_plan.hpp>
#include <diatomic/containers/detail/map_kernels.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The launch shape for n elements, `batch` at a time per thread.
inline element_plan plan_map(std::size_t n, unsigned batch, unsigned block) {
  return plan_elements(n, batch, block, 1u << 30);
}

/// Queues `action` for each key and its value.
template <class Launch, class Action, class Table, class Key, class T>
void start_map_change(stream_view stream, const Action& action, const Table& table, const Key* keys,
                      const T* values, std::size_t n, insertion* results, map_failures* failures) {
  const element_plan shape = detail::plan_map(n, Launch::batch, Launch::block);
  diatomic::launch(shape.grid, shape.block, 0, stream,
                   map_change_kernel<Launch::batch, Action>{action}, table, keys, values, n,
                   results, failures);
}
template <class Launch, class Table, class Key, class T>
void start_map_find(stream_view stream, const Table& table, const Key* keys, T* values,
                    std::size_t n) {
  const element_plan shape = detail::plan_map(n, Launch::batch, Launch::block);
  diatomic::launch(shape.grid, shape.block, 0, stream, map_find_kernel<Launch::batch>{}, table,
                   keys, values, n);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
