// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Bitwise-reproducible scatter-adds and weighted histograms of floats: the same bits in every run,
/// for every launch shape, on every backend. Nothing is sorted.
///
/// Each call has two forms. With a `fixed_scale` the values are added as whole multiples of a unit,
/// by integer additions, in shared memory where there is room: 2^28 values at 0.98 and more of the
/// rate of a plain scatter-add on an H200, up to 2^20 elements. Choose the unit so that no sum
/// exceeds 64 bits. Without a scale the sums are exact for all values and rounded once; each
/// addition is then several atomics.
///
///     const std::size_t bytes = fixed_sums_temp_bytes(count);
///     device_array<unsigned char> temp(bytes);
///     const fixed_scale scale = fixed_scale_for_sums(n, 100.0);  // no value is beyond 100
///     reproducible_scatter_add(stream, scale, indices, values, n, table, count, temp.data(),
///                              bytes);
///
/// For rows of d elements see `<diatomic/algorithms/index_add.hpp>`.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <diatomic/algorithms/detail/element_plan.hpp>
#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible/scatter_kernels.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The launch shape for n elements that are added in global memory.
inline element_plan plan_shared_out(std::size_t n) { return plan_elements(n, 1, 256, 1u << 16); }

/// The plan for exact sums in each block's shared memory; `columns` is 0 without them: on the host,
/// and where the bins are too many for shared memory, or for the n elements.
struct exact_plan {
  element_plan shape;
  unsigned columns;
  std::size_t shared_bytes;
};
template <class T>
exact_plan plan_exact_sums(std::size_t n, unsigned bins) {
  const device_properties& device = current_properties();
  constexpr std::size_t enough = 32;  // elements per bin that pay for clearing and merging
  const auto fits = [&](unsigned columns, unsigned resident) {
    return private_exact_sums<T>::shared_bytes(bins, columns) <=
           device.shared_bytes_per_block / resident;
  };
  if (runtime_api::threads_yield || n / enough < bins || !fits(1, 1)) {
    return {plan_shared_out(n), 0, 0};
  }
  unsigned columns = 1;
  while (columns < max_lanes && fits(2 * columns, 2)) columns *= 2;
  const unsigned resident = fits(columns, 2) ? 2 : 1;
  const auto block = static_cast<unsigned>(std::min(1024, device.max_threads_per_block));
  // More blocks merge more; no block may add 2^31 numbers.
  const auto units = static_cast<std::size_t>(device.compute_units);
  const std::size_t blocks = std::min((n / enough + bins - 1) / bins, units * resident);
  const auto grid = static_cast<unsigned>(std::max(blocks, n / max_counted + 1));
  return {{grid, block}, columns, private_exact_sums<T>::shared_bytes(bins, columns)};
}

/// The checks of a reproducible call: all that the plain call checks, and `temp`.
template <class Values, class T>
void check_reproducible(const argument_checks& check, const T* table, std::size_t count,
                        const char* table_name, const char* count_name, const Values& values,
                        std::size_t n, const char* values_name, const void* temp,
                        std::size_t temp_bytes, std::size_t needed_bytes) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "diatomic: reproducible sums are of float or double");
  check.table(table, count, current_properties(), table_name, count_name);
  if (count > std::numeric_limits<unsigned>::max()) {
    check.refuse(std::string(count_name) + " is more than 2^32 - 1");
  }
  check.elements(values, n, values_name);
  check.temporary(temp, temp_bytes, needed_bytes);
}

/// Queues the exact sums of each bin's values, and their addition to `table`.
template <class Elements, class Values, class T, class Bin>
void start_exact_sums(stream_view stream, Elements input, Values values, std::size_t n, T* table,
                      unsigned bins, Bin bin_of, void* temp) {
  static_assert(std::is_same_v<element_t<Values>, T>,
                "diatomic: exact sums are of values of the table's type");
  auto* const sums = static_cast<exact_sum<T>*>(temp);
  diatomic::fill_bytes(stream, sums, bins, 0);
  const exact_plan plan = detail::plan_exact_sums<T>(n, bins);
  const auto [grid, block] = plan.shape;
  if (plan.columns == 0) {
    diatomic::launch(grid, block, 0, stream, exact_scatter_kernel{}, input, values,
                     detail::prepared(bin_of), n, sums, bins);
  } else {
    diatomic::launch(grid, block, plan.shared_bytes, stream, private_exact_kernel{plan.columns},
                     input, values, detail::prepared(bin_of), n, sums, bins);
  }
  const element_plan finishing = plan_shared_out(bins);
  diatomic::launch(finishing.grid, finishing.block, 0, stream, finish_exact_kernel{}, sums, table,
                   std::size_t{bins});
}

/// Values are written out unscaled, and scaled when they are added.
template <class Values>
struct kept_weights<scaled_elements<Values>, std::int64_t> {
  using type = element_t<Values>;
  Values source;
  in_units_of finish;

  explicit kept_weights(const scaled_elements<Values>& of) : source(of.values), finish{of.scale} {}
};

/// Bytes for sums in units of a scale with such a plan.
template <class Values>
std::size_t fixed_sums_bytes(const partition_plan& plan, std::size_t n, std::size_t count) {
  const std::size_t sums = count * sizeof(std::int64_t);
  if (plan.partitions == 0) return sums;
  return up_to_16(sums) + detail::partition_temp_bytes<element_t<Values>>(plan, n);
}

/// The plan for such sums, without partitions if `temp_bytes` is too small for them.
template <class Elements, class Values>
partition_plan plan_fixed_sums(std::size_t n, std::size_t count, std::size_t temp_bytes) {
  using units = scaled_elements<Values>;
  const auto plan = detail::plan_partition_of<Elements, units, std::int64_t>(n, count);
  return temp_bytes < detail::fixed_sums_bytes<Values>(plan, n, count) ? partition_plan{} : plan;
}

/// The same in units of a scale. `plan` has no partitions if the memory is too small for them.
template <class Elements, class Values, class T, class Bin>
void start_fixed_sums(stream_view stream, const partition_plan& plan, fixed_scale scale,
                      Elements input, Values values, std::size_t n, T* table, unsigned bins,
                      Bin bin_of, void* temp) {
  auto* const sums = static_cast<std::int64_t*>(temp);
  fill_bytes(stream, sums, bins, 0);
  const scaled_elements<Values> units{values, scale};
  if (plan.partitions != 0) {
    auto* const rest = static_cast<unsigned char*>(temp) + up_to_16(bins * sizeof(std::int64_t));
    detail::count_by_partitions(stream, plan, input, units, n, sums, bins, bin_of, rest);
  } else {
    diatomic::weighted_histogram(stream, input, units, n, sums, bins, bin_of);
  }
  const element_plan finishing = plan_shared_out(bins);
  diatomic::launch(finishing.grid, finishing.block, 0, stream, finish_fixed_kernel{scale}, sums,
                   table, std::size_t{bins});
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Bytes of temporary memory for reproducible sums of `count` elements: 8 per element with a scale,
/// 48 (float) or 276 (double) without. Align it to 16 bytes.
///@{
inline std::size_t fixed_sums_temp_bytes(std::size_t count) { return count * sizeof(std::int64_t); }
/// Bytes with which sums of `n` values with a scale are also partitioned, as in
/// `<diatomic/algorithms/partitioned_scatter.hpp>`, where that pays: if the L2 cache does not hold
/// `count` elements. `Index` and `Value` are the elements' types.
template <class Index, class Value>
std::size_t fixed_sums_temp_bytes(std::size_t n, std::size_t count) {
  const auto plan = detail::plan_fixed_sums<const Index*, const Value*>(n, count, ~std::size_t{0});
  return detail::fixed_sums_bytes<const Value*>(plan, n, count);
}
template <class T>
std::size_t exact_sums_temp_bytes(std::size_t count) {
  return count * sizeof(exact_sum<T>);
}
///@}

/// The finest scale, within a factor of 2, in which no sum of `n` values of magnitudes up to
/// `max_magnitude` can overflow. Throws `std::invalid_argument` if `max_magnitude` is negative,
/// infinite or a NaN, or if the sum has no scale.
inline fixed_scale fixed_scale_for_sums(std::uint64_t n, double max_magnitude) {
  const auto refuse = [](const char* why) {
    throw std::invalid_argument(std::string("diatomic::fixed_scale_for_sums: ") + why);
  };
  if (!(max_magnitude >= 0) || std::isinf(max_magnitude))
    refuse("max_magnitude is negative, infinite or a NaN");
  // The values are at most 2^62 units, and rounding adds n halves, which are fewer than 2^62 too.
  if (n >= std::uint64_t{1} << 62) refuse("n is 2^62 or more");
  const double sum = static_cast<double>(n) * max_magnitude;
  int exponent = 0;
  std::frexp(sum, &exponent);
  if (std::isinf(sum) || exponent - 62 > 900) refuse("n values of that magnitude have no scale");
  const bool is_zero = n == 0 || !(max_magnitude > 0);
  return fixed_scale(is_zero ? -900 : std::max(exponent - 62, -900));
}

/// `fixed_scale_for_sums` for these values. Waits until their greatest magnitude is known.
///
/// `values` is an array of n floats or doubles, or a function that returns them. `temp`, aligned to
/// 16 bytes, has `temp_bytes` bytes: at least `16 + reduce_temp_bytes(n)`. Throws
/// `std::invalid_argument` also if a value is infinite or a NaN. Cannot be captured.
template <class Values>
fixed_scale find_fixed_scale(stream_view stream, Values values, std::size_t n, void* temp,
                             std::size_t temp_bytes) {
  using T = detail::element_t<Values>;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "find_fixed_scale: values are float or double");
  const detail::argument_checks check("find_fixed_scale");
  check.elements(values, n, "values");
  check.temporary(temp, temp_bytes, 16 + reduce_temp_bytes(n));
  if (n == 0) return fixed_scale_for_sums(0, 0);
  auto* const max_magnitude = static_cast<T*>(temp);
  diatomic::transform_reduce<op::max>(stream, values, n, detail::magnitude{}, max_magnitude,
                                      static_cast<unsigned char*>(temp) + 16, temp_bytes - 16);
  T found{};
  diatomic::download(stream, __builtin_addressof(found), max_magnitude, 1);
  stream.synchronize();
  if (!(found <= std::numeric_limits<T>::max())) {
    check.refuse("there is an infinity or a NaN among the values");
  }
  return fixed_scale_for_sums(n, static_cast<double>(found));
}

/// `table[indices[i]] += values[i]` for each i below `n`, in units of `scale`.
///
/// Each value is rounded to the nearest unit, ties to even, and each element to the nearest T,
/// after all additions: it is the T nearest to its old value plus a sum that is within m / 2 units
/// of the sum of its m values. A sum that exceeds 64 bits of units wraps around. `T` and the values
/// are float or double; otherwise as `scatter_add`. `temp`, aligned to 16 bytes, has `temp_bytes`
/// bytes: at least `fixed_sums_temp_bytes(count)`. With `fixed_sums_temp_bytes<Index, Value>(n,
/// count)` the call is faster on large tables. `temp` need not be initialised. Can be captured.
template <class Indices, class Values, class T>
void reproducible_scatter_add(stream_view stream, fixed_scale scale, Indices indices, Values values,
                              std::size_t n, T* table, std::size_t count, void* temp,
                              std::size_t temp_bytes) {
  const detail::argument_checks check("reproducible_scatter_add");
  check.elements(indices, n, "indices");
  detail::check_reproducible(check, table, count, "table", "count", values, n, "values", temp,
                             temp_bytes, fixed_sums_temp_bytes(count));
  if (n == 0) return;
  const auto plan = detail::plan_fixed_sums<Indices, Values>(n, count, temp_bytes);
  detail::start_fixed_sums(stream, plan, scale, indices, values, n, table,
                           static_cast<unsigned>(count), value_bin{}, temp);
}

/// The same exactly: each element becomes the T nearest to the exact sum of its old value and its
/// values, ties to even, with infinities and NaNs as in `reproducible_sum`.
///
/// Values have the table's type. `temp_bytes` is at least `exact_sums_temp_bytes<T>(count)`.
template <class Indices, class Values, class T>
void reproducible_scatter_add(stream_view stream, Indices indices, Values values, std::size_t n,
                              T* table, std::size_t count, void* temp, std::size_t temp_bytes) {
  const detail::argument_checks check("reproducible_scatter_add");
  check.elements(indices, n, "indices");
  detail::check_reproducible(check, table, count, "table", "count", values, n, "values", temp,
                             temp_bytes, diatomic::exact_sums_temp_bytes<T>(count));
  if (n == 0) return;
  detail::start_exact_sums(stream, indices, values, n, table, static_cast<unsigned>(count),
                           value_bin{}, temp);
}

/// Adds to `counts[b]` the `weights` of the values of `input` for which `bin_of` returns b, in
/// units of `scale`: as `reproducible_scatter_add` with a scale, with the same `temp` of
/// `temp_bytes` bytes. `input`, `bin_of` and the number of `bins` are as for `weighted_histogram`.
template <class Elements, class Weights, class T, class Bin>
void reproducible_weighted_histogram(stream_view stream, fixed_scale scale, Elements input,
                                     Weights weights, std::size_t n, T* counts, unsigned bins,
                                     Bin bin_of, void* temp, std::size_t temp_bytes) {
  const detail::argument_checks check("reproducible_weighted_histogram");
  check.elements(input, n, "input");
  detail::check_binning<detail::element_t<Elements>>(check, bin_of);
  detail::check_reproducible(check, counts, bins, "counts", "bins", weights, n, "weights", temp,
                             temp_bytes, fixed_sums_temp_bytes(bins));
  if (n == 0) return;
  const auto plan = detail::plan_fixed_sums<Elements, Weights>(n, bins, temp_bytes);
  detail::start_fixed_sums(stream, plan, scale, input, weights, n, counts, bins, bin_of, temp);
}

/// The same exactly: adds to `counts` the `weights` of the values of `input`, which `bin_of`
/// assigns to `bins`. `temp` of `temp_bytes` bytes is as for the exact `reproducible_scatter_add`.
template <class Elements, class Weights, class T, class Bin>
void reproducible_weighted_histogram(stream_view stream, Elements input, Weights weights,
                                     std::size_t n, T* counts, unsigned bins, Bin bin_of,
                                     void* temp, std::size_t temp_bytes) {
  const detail::argument_checks check("reproducible_weighted_histogram");
  check.elements(input, n, "input");
  detail::check_binning<detail::element_t<Elements>>(check, bin_of);
  detail::check_reproducible(check, counts, bins, "counts", "bins", weights, n, "weights", temp,
                             temp_bytes, diatomic::exact_sums_temp_bytes<T>(bins));
  if (n == 0) return;
  detail::start_exact_sums(stream, input, weights, n, counts, bins, bin_of, temp);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
