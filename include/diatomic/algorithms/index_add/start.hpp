// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The launches behind `<diatomic/algorithms/index_add.hpp>`.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/element_plan.hpp>
#include <diatomic/algorithms/index_add/column.hpp>
#include <diatomic/algorithms/index_add/kernels.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Queues a kernel whose threads add one of `columns` columns of a stretch of rows at a time.
template <class Kernel, class Indices, class... Arguments>
void start_adding_rows(stream_view stream, row_shape shape, unsigned columns, Kernel kernel,
                       Indices indices, Arguments... arguments) {
  shape.stretch = stretch_of(shape.n, columns);
  const std::size_t stretches = (shape.n + shape.stretch - 1) / shape.stretch;
  const element_plan plan = plan_rows(stretches * columns);
  diatomic::launch(plan.grid, plan.block, 0, stream, kernel, indices, arguments..., shape);
}

/// Whether each row begins and ends at a multiple of the widest unit.
template <class T>
bool has_aligned_rows(const T* values, const T* table, const row_shape& shape) {
  constexpr unsigned width = widest_unit_v<T>;
  const auto is_aligned = [](const T* p) {
    return reinterpret_cast<std::uintptr_t>(p) % (width * sizeof(T)) == 0;
  };
  return shape.d % width == 0 && shape.value_stride % width == 0 &&
         shape.table_stride % width == 0 && is_aligned(values) && is_aligned(table);
}

/// Whether counting the rows of each target pays off: the many targets with at most one row then
/// need no sums to be cleared or read. Counts have 32 bits.
inline bool counts_rows(const row_shape& shape) {
  return shape.d >= 8 && shape.n / 2 < shape.k && shape.n <= 0xffffffffu;
}

/// Queues the sums of all rows, and their addition to `table`.
template <class Indices, class Values, class T, class Sums>
void start_summing_rows(stream_view stream, const row_shape& shape, Indices indices, Values values,
                        T* table, Sums how, void* temp) {
  using sum = typename Sums::sum;
  auto* const sums = static_cast<sum*>(temp);
  const std::size_t k = shape.k;
  const std::size_t sums_of_all = k * shape.d;
  std::uint32_t* counts = nullptr;
  if (counts_rows(shape)) {
    counts = reinterpret_cast<std::uint32_t*>(sums + sums_of_all);
    fill_bytes(stream, counts, k, 0);
    const element_plan counting = plan_rows(shape.n);
    diatomic::launch(counting.grid, counting.block, 0, stream, count_rows_kernel{}, indices,
                     shape.n, counts, k);
    const std::size_t sum_words = shape.d * (sizeof(sum) / sizeof(std::uint32_t));
    const element_plan clearing = plan_rows(k * sweeping_lanes);
    launch(clearing.grid, clearing.block, 0, stream, clear_sums_kernel{},
           reinterpret_cast<std::uint32_t*>(sums), counts, k, sum_words);
  } else {
    diatomic::fill_bytes(stream, sums, sums_of_all, 0);
  }
  const std::uint32_t* const counted = counts;
  constexpr bool has_column = has_column_kernel_v<Sums>;
  if (counted != nullptr) {
    detail::start_adding_rows(stream, shape, shape.d, summed_index_add_kernel<Sums, true>{how},
                              indices, values, table, sums, counted);
  } else if (has_column && shape.d == 1) {
    if constexpr (has_column) {
      detail::start_adding_rows(stream, shape, 1, summed_column_kernel<Sums>{how}, indices, values,
                                table, sums);
    }
  } else {
    detail::start_adding_rows(stream, shape, shape.d, summed_index_add_kernel<Sums, false>{how},
                              indices, values, table, sums, counted);
  }
  const element_plan finishing = plan_rows(k * std::min<std::size_t>(shape.d, sweeping_lanes));
  const sum* const found = sums;
  diatomic::launch(finishing.grid, finishing.block, 0, stream, finish_rows_kernel<Sums>{how}, found,
                   counted, table, shape);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
