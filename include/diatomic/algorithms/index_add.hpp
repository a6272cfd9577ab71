// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Adds rows to rows at given indices, with one call on arrays in device memory: PyTorch's
/// `index_add_`, embedding gradients, sums of segments.
///
///     // table[indices[i]] += gradients[i], for rows of d elements
///     index_add(stream, indices, gradients, n, d, table, rows);
///
/// Neighbouring lanes add neighbouring elements: four floats or two halves each where the chip has
/// an instruction for them and rows are aligned. A thread sums consecutive rows with the same index
/// before it adds them to the table, so sorted indices cost fewer atomics. Rows of one element are
/// summed over all lanes of a warp.
///
/// Float sums depend on the order of the additions, which differs from run to run.
/// `reproducible_index_add` produces the same bits in every run, for every launch shape, on every
/// backend, in units of a `fixed_scale` or exactly:
///
///     const std::size_t bytes = fixed_rows_temp_bytes(rows, d);
///     device_array<unsigned char> temp(bytes);
///     const fixed_scale scale = fixed_scale_for_sums(n, 100.0);  // no value is beyond 100
///     reproducible_index_add(stream, scale, indices, gradients, n, d, table, rows, temp.data(),
///                            bytes);
///
/// For segments, whose rows are between two offsets (CSR), pass `csr_segment_index` as the indices:
///
///     index_add(stream, csr_segment_index(offsets, k), values, n, d, sums, k);
///
/// If rows have one element, `<diatomic/algorithms/segmented_reduce.hpp>` is faster.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <diatomic/algorithms/index_add/kernels.hpp>
#include <diatomic/algorithms/index_add/start.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The distance between the beginnings of two rows, in elements, where it exceeds the d elements of
/// a row; 0 means d.
struct leading_dimensions {
  /// For the rows in `values`.
  std::size_t values = 0;
  /// For the rows in `table`, to which they are added.
  std::size_t table = 0;
};

/// The segment number of row i, for use as indices: segment s has the rows from
/// `offsets[s]` to before `offsets[s + 1]`. Each row costs a binary search. A row in no segment has
/// an index that `index_add` leaves out.
template <class Offset>
class csr_segment_index {
  static_assert(std::is_integral_v<Offset>, "csr_segment_index: offsets are integers");

 public:
  /// `offsets` points to `segments + 1` non-descending numbers in device memory.
  constexpr csr_segment_index(const Offset* offsets, std::size_t segments)
      : offsets_(offsets), segments_(segments) {}
  /// The segment of row i: -1 before the first segment, `segments` after the last.
  DIATOMIC_FUNCTION std::int64_t operator()(std::size_t i) const {
    std::size_t first = 0;
    std::size_t count = segments_ + 1;
    while (count != 0) {
      const std::size_t half = count / 2;
      if (static_cast<std::size_t>(offsets_[first + half]) <= i) {
        first += half + 1;
        count -= half + 1;
      } else {
        count = half;
      }
    }
    return static_cast<std::int64_t>(first) - 1;
  }

 private:
  const Offset* offsets_;
  std::size_t segments_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The number of elements from the first of the first row to the last of the last row; the greatest
/// `std::size_t` on overflow.
inline std::size_t extent_of_rows(std::size_t rows, std::size_t stride, std::size_t d) {
  constexpr std::size_t max_size = std::numeric_limits<std::size_t>::max();
  if (rows == 0) return 0;
  return rows - 1 > (max_size - d) / stride ? max_size : (rows - 1) * stride + d;
}

/// Bytes for a sum of `sum_bytes` bytes for each of `k` * `d` elements, and a 32-bit count for each
/// of `k` rows. On overflow, more bytes than any memory has.
inline std::size_t row_sums_bytes(std::size_t k, std::size_t d, std::size_t sum_bytes) {
  constexpr std::size_t max_size = std::numeric_limits<std::size_t>::max() - 64;
  constexpr std::size_t count_bytes = sizeof(std::uint32_t);
  if (d > (max_size - count_bytes) / sum_bytes) return max_size;
  const std::size_t row = d * sum_bytes + count_bytes;
  return k > max_size / row ? max_size : k * row;
}

/// Checks the arguments that all calls share, and returns the shape with a stretch of 1.
template <class Indices, class Values, class T>
row_shape checked_rows(const argument_checks& check, const Indices& indices, const Values& values,
                       std::size_t n, std::size_t d, const T* table, std::size_t rows,
                       leading_dimensions leading) {
  using Index = element_t<Indices>;
  static_assert(std::is_integral_v<Index> && !std::is_same_v<Index, bool>,
                "index_add: indices are integers");
  if (d == 0) check.refuse("d is 0");
  if (leading.values == 0) leading.values = d;
  if (leading.table == 0) leading.table = d;
  if (leading.values < d) check.refuse("the leading dimension of values is less than d");
  if (leading.table < d) check.refuse("the leading dimension of table is less than d");
  if (d >= sole) check.refuse("d is more than 2^31 - 1");
  check.table(table, extent_of_rows(rows, leading.table, d), current_properties(), "table", "rows");
  if (rows >= sole) check.refuse("rows is more than 2^31 - 1");
  check.elements(indices, n, "indices");
  check.elements(values, extent_of_rows(n, leading.values, d), "values");
  return {n, static_cast<unsigned>(d), static_cast<unsigned>(rows), leading.values, leading.table,
          1};
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `table[indices[i] * d + j] += values[i * d + j]` for each row i below `n` and each j below `d`,
/// atomically and in any order.
///
/// A row whose index is negative or not below `rows` is left out. `T` is any type that `store_add`
/// takes; `values` may have another type that converts to it. Consecutive halves or bfloat16s with
/// the same target are summed as floats. `indices` and `values` are each an array or a function
/// (`<diatomic/algorithms/elements.hpp>`); a function for values is called with `i * d + j`. The
/// members of `leading` replace d in these products. Memory between rows is left alone, except that
/// 8- and 16-bit elements may cause a write of the whole aligned 4 bytes, with their present value.
/// All arrays are in memory of the current device, which must be the stream's. `table` must be
/// memory for which the hint `coarse_grained` is true, as for `scatter_add`. `n` may be 0. Other
/// work may add to `table` at the same time, but not write it.
///
/// GPUs run the work asynchronously, in stream order. Throws `std::invalid_argument`, which names
/// the argument, if an argument is null or misaligned, if `d` or `rows` is 0, if `rows` is more
/// than the device has memory for, or if a leading dimension is less than d. `d` and `rows` are
/// below 2^31.
template <class Indices, class Values, class T>
void index_add(stream_view stream, Indices indices, Values values, std::size_t n, std::size_t d,
               T* table, std::size_t rows, leading_dimensions leading = {}) {
  const detail::argument_checks check("index_add");
  const auto shape = detail::checked_rows(check, indices, values, n, d, table, rows, leading);
  if (n == 0) return;
  constexpr bool is_same =
      detail::is_contiguous_v<Values> && std::is_same_v<detail::element_t<Values>, T>;
  if constexpr (is_same && detail::widest_unit_v<T> > 1) {
    if (detail::has_aligned_rows<T>(values, table, shape)) {
      const T* const first = values;
      detail::start_adding_rows(stream, shape, shape.d / detail::widest_unit_v<T>,
                                detail::aligned_index_add_kernel<T>{}, indices, first, table);
      return;
    }
  }
  if constexpr (detail::has_column_kernel_v<detail::plain_rows<Values, T>>) {
    if (d == 1) {
      detail::start_adding_rows(stream, shape, 1, detail::column_index_add_kernel{}, indices,
                                values, table);
      return;
    }
  }
  detail::start_adding_rows(stream, shape, shape.d, detail::index_add_kernel{}, indices, values,
                            table);
}

/// Bytes of temporary memory for a reproducible call to `rows` rows of `d` elements: 8 per element
/// with a scale, 48 (float) or 276 (double) without, and 4 per row.
///@{
inline std::size_t fixed_rows_temp_bytes(std::size_t rows, std::size_t d) {
  return detail::row_sums_bytes(rows, d, sizeof(std::int64_t));
}
template <class T>
std::size_t exact_rows_temp_bytes(std::size_t rows, std::size_t d) {
  return detail::row_sums_bytes(rows, d, sizeof(exact_sum<T>));
}
///@}

/// `index_add` in units of `scale`: the same bits in any order.
///
/// Each value is rounded to the nearest unit, ties to even, and each element to the nearest T,
/// after all additions: it is the T nearest to its old value plus a sum that is within m / 2 units
/// of the sum of its m values. A sum that exceeds 64 bits of units wraps around. `T` and the type
/// of `values` are float, double, half or bfloat16. `indices`, `n`, `d`, `table`, `rows` and
/// `leading` are as for `index_add`, but nothing else may add to `table`. `temp`, aligned to 16
/// bytes, has `temp_bytes` bytes: at least `fixed_rows_temp_bytes(rows, d)`; it need not be
/// initialised. Can be captured.
template <class Indices, class Values, class T>
void reproducible_index_add(stream_view stream, fixed_scale scale, Indices indices, Values values,
                            std::size_t n, std::size_t d, T* table, std::size_t rows, void* temp,
                            std::size_t temp_bytes, leading_dimensions leading = {}) {
  static_assert(detail::is_float_v<T> && detail::is_float_v<detail::element_t<Values>>,
                "reproducible_index_add: table and values are float, double, half or bfloat16");
  const detail::argument_checks check("reproducible_index_add");
  const auto shape = detail::checked_rows(check, indices, values, n, d, table, rows, leading);
  check.temporary(temp, temp_bytes, fixed_rows_temp_bytes(rows, d));
  if (n == 0) return;
  detail::start_summing_rows(stream, shape, indices, values, table, detail::fixed_sums<T>{scale},
                             temp);
}

/// The same exactly: each element becomes the T nearest to the exact sum of its old value and its
/// values, ties to even, with infinities and NaNs as in `reproducible_sum`.
///
/// `T` is float or double, and values have the table's type. `leading` is as for `index_add`.
/// `temp`, aligned to 16 bytes, has `temp_bytes` bytes: at least
/// `exact_rows_temp_bytes<T>(rows, d)`.
template <class Indices, class Values, class T>
void reproducible_index_add(stream_view stream, Indices indices, Values values, std::size_t n,
                            std::size_t d, T* table, std::size_t rows, void* temp,
                            std::size_t temp_bytes, leading_dimensions leading = {}) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "reproducible_index_add: exact sums are of float or double");
  static_assert(std::is_same_v<detail::element_t<Values>, T>,
                "reproducible_index_add: exact sums are of values of the table's type");
  const detail::argument_checks check("reproducible_index_add");
  const auto shape = detail::checked_rows(check, indices, values, n, d, table, rows, leading);
  check.temporary(temp, temp_bytes, diatomic::exact_rows_temp_bytes<T>(rows, d));
  if (n == 0) return;
  detail::start_summing_rows(stream, shape, indices, values, table, detail::exact_sums<T>{}, temp);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
