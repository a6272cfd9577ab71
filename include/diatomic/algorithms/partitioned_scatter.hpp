// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `scatter_add` and histograms with temporary memory: faster where the table is larger than the L2
/// cache.
///
///     const std::size_t bytes = scatter_add_temp_bytes<unsigned, float, float>(n, count);
///     device_array<unsigned char> temp(bytes);
///     scatter_add(stream, indices, values, n, table, count, temp.data(), bytes);
///
/// A random addition to a table that no cache holds moves a memory line there and back. Therefore
/// the updates are first written out, grouped by part of the table, and then added part by part, in
/// shared memory or in the L2 cache: each line of the table is moved once. Where this does not pay,
/// the calls need no memory and behave like those without it.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <type_traits>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/partition/start.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Bytes of temporary memory that such a call needs on the current device, for `n` indices or
/// inputs and a table of `count` elements, or `bins`, of these types. 0 where partitioning does not
/// pay. Never less for larger `n`.
///@{
template <class Index, class Value, class T>
std::size_t scatter_add_temp_bytes(std::size_t n, std::size_t count) {
  return detail::counting_temp_bytes<const Index*, const Value*, T>(n, count);
}
template <class Input, class Count>
std::size_t histogram_temp_bytes(std::size_t n, std::size_t bins) {
  return detail::counting_temp_bytes<const Input*, const detail::no_weight*, Count>(n, bins);
}
template <class Input, class Weight, class Count>
std::size_t weighted_histogram_temp_bytes(std::size_t n, std::size_t bins) {
  return detail::counting_temp_bytes<const Input*, const Weight*, Count>(n, bins);
}
///@}

/// `scatter_add` with temporary memory: `temp`, aligned to 16 bytes, has `temp_bytes` bytes: at
/// least `scatter_add_temp_bytes<Index, Value, T>(n, count)`, for the elements' types. If that is
/// 0, `temp` may be null. `temp` need not be initialised, and is free again when the work is done.
///
/// Otherwise as without memory. Indices and values are read twice, and must not change in between.
template <class Indices, class Values, class T>
void scatter_add(stream_view stream, Indices indices, Values values, std::size_t n, T* table,
                 std::size_t count, void* temp, std::size_t temp_bytes) {
  const detail::argument_checks check("scatter_add");
  detail::check_scatter(check, indices, values, n, table, count);
  const auto plan = detail::plan_partition_of<Indices, Values, T>(n, count);
  detail::count_with_memory(stream, check, plan, indices, values, n, table,
                            static_cast<unsigned>(count), value_bin{}, temp, temp_bytes);
}

/// `histogram` with temporary memory: `temp`, of `temp_bytes` bytes, is as for `scatter_add`, with
/// at least `histogram_temp_bytes<Input, Count>(n, bins)` bytes.
template <class Elements, class Count, class Bin>
void histogram(stream_view stream, Elements input, std::size_t n, Count* counts, unsigned bins,
               Bin bin_of, void* temp, std::size_t temp_bytes) {
  static_assert(std::is_integral_v<Count> && (sizeof(Count) == 4 || sizeof(Count) == 8),
                "histogram: counters are integers of 32 or 64 bits");
  const detail::no_weight* const none = nullptr;
  detail::check_histogram(input, none, n, counts, bins, bin_of);
  const auto plan = detail::plan_partition_of<Elements, const detail::no_weight*, Count>(n, bins);
  detail::count_with_memory(stream, detail::argument_checks("histogram"), plan, input, none, n,
                            counts, bins, bin_of, temp, temp_bytes);
}

/// `weighted_histogram` with temporary memory: `temp`, of `temp_bytes` bytes, is as for
/// `scatter_add`, with at least `weighted_histogram_temp_bytes<Input, Weight, Count>(n, bins)`
/// bytes.
template <class Elements, class Weights, class Count, class Bin>
void weighted_histogram(stream_view stream, Elements input, Weights weights, std::size_t n,
                        Count* counts, unsigned bins, Bin bin_of, void* temp,
                        std::size_t temp_bytes) {
  detail::check_histogram(input, weights, n, counts, bins, bin_of);
  const auto plan = detail::plan_partition_of<Elements, Weights, Count>(n, bins);
  detail::count_with_memory(stream, detail::argument_checks("weighted_histogram"), plan, input,
                            weights, n, counts, bins, bin_of, temp, temp_bytes);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
