// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Scatter-add: adds values to elements at given indices, with one call on arrays in device memory.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class Indices, class Values, class T>
void check_scatter(const argument_checks& check, const Indices& indices, const Values& values,
                   std::size_t n, const T* table, std::size_t count) {
  using Index = element_t<Indices>;
  static_assert(std::is_integral_v<Index> && !std::is_same_v<Index, bool>,
                "scatter_add: indices are integers");
  check.table(table, count, current_properties(), "table", "count");
  if (count > std::numeric_limits<unsigned>::max()) check.refuse("count is more than 2^32 - 1");
  check.elements(indices, n, "indices");
  check.elements(values, n, "values");
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `table[indices[i]] += values[i]` for each i below `n`, atomically and in any order.
///
/// If shared memory has room for a private copy of the table, blocks add to the copy first;
/// otherwise each addition is a `store_add`. An index that is negative or not below `count` adds
/// nothing. `table` has `count` elements; `count` is at most 2^32 - 1. `T` is any type that
/// `store_add` takes; `values` may have another type that converts to it. `indices` and `values`
/// are each an array or a function
/// (`<diatomic/algorithms/elements.hpp>`). All arrays are in memory of the current device, which
/// must be the stream's; for 8- and 16-bit elements this includes the whole aligned 4 bytes.
/// `table` must be memory for which the hint `coarse_grained` is true, such as
/// `device_array`'s: AMD chips lose float additions in managed, host or fine-grained memory. Float
/// sums depend on the order of the additions, which differs from run to run.
///
/// GPUs run the work asynchronously, in stream order. Throws `std::invalid_argument`, which names
/// the argument, if an argument is null or misaligned, or if `count` is 0 or more than the device
/// has memory for.
template <class Indices, class Values, class T>
void scatter_add(stream_view stream, Indices indices, Values values, std::size_t n, T* table,
                 std::size_t count) {
  using Index = detail::element_t<Indices>;
  using Value = detail::element_t<Values>;
  detail::check_scatter(detail::argument_checks("scatter_add"), indices, values, n, table, count);
  if (n == 0) return;
  const auto bins = static_cast<unsigned>(count);
  const counting_plan plan = detail::plan_counting(detail::task_of<Index, Value, T>(n, bins),
                                                   detail::current_properties());
  detail::count_by_plan(stream, plan, indices, values, n, table, bins, value_bin{});
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
