// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/algorithms/index_add.hpp>`.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// n rows of d elements that are added to k rows, and the strides of both in elements.
struct row_shape {
  std::size_t n;
  unsigned d;
  unsigned k;
  std::size_t value_stride;
  std::size_t table_stride;
  unsigned stretch;  ///< most consecutive rows that a thread adds up
};

/// Whether the target chip adds such a vector with one instruction.
template <class Vector, class Access = access_over<plain_reduction, in_global_t, coarse_grained_t>>
inline constexpr bool is_added_at_once_v =
    entry_v<op::add, Vector, Access>.implementation == method::instruction;

/// The most elements of T that one atomic adds on any chip: the alignment of aligned rows.
template <class T>
inline constexpr unsigned widest_unit_v = std::is_same_v<T, float> ? 4
                                          : is_float16_v<T>        ? 2
                                                                   : 1;

/// The unit that one atomic adds to an aligned row on this chip: a pair of 16-bit floats, which
/// share a word, or as many floats as one instruction adds. Otherwise each lane adds one element,
/// next to its neighbours', which keeps the L2 cache busy.
template <class T, int Width = static_cast<int>(widest_unit_v<T>)>
struct row_unit
    : std::conditional_t<is_float16_v<T> || is_added_at_once_v<pack<element_type<T>, Width>>,
                         identity<pack<element_type<T>, Width>>, row_unit<T, Width / 2>> {};
template <class T>
struct row_unit<T, 1> : identity<T> {};

/// The items of the calling thread; on a GPU adjacent items go to adjacent lanes.
struct item_share {
  std::size_t first;
  std::size_t end;
  std::size_t step;

  DIATOMIC_DEVICE explicit item_share(std::size_t items) {
    const std::size_t thread = std::size_t{block_index()} * block_size() + thread_index();
    const std::size_t threads = std::size_t{grid_size()} * block_size();
    if constexpr (runtime_api::threads_yield) {
      const std::size_t share = (items + threads - 1) / threads;
      first = thread * share;
      end = items - first < share || items < first ? items : first + share;
      step = 1;
    } else {
      first = thread;
      end = items;
      step = threads;
    }
  }
};

/// Marks the target of a row to which no other row is added. Row numbers have 31 bits, so one
/// register holds the number and the mark.
inline constexpr unsigned sole = 1u << 31;
inline constexpr unsigned no_row = ~0u;

/// Loads one column of several rows before it uses the first, and sums consecutive rows with the
/// same target: sorted indices cost few atomics.
template <class Indices, class Rows>
DIATOMIC_DEVICE inline void add_stretch(const Indices& indices, const Rows& rows, unsigned k,
                                        std::size_t row, unsigned left, unsigned column) {
  constexpr unsigned batch = 4;
  unsigned held = no_row;
  typename Rows::number sum{};
  while (left != 0) {
    typename Rows::loaded v[batch];
    unsigned to[batch];
    for (unsigned u = 0; u < batch; ++u) {
      const unsigned stream = u < left ? u : 0;
      v[u] = rows.load((row + stream) * rows.stride() + column);
      const auto index = static_cast<std::size_t>(detail::element_at(indices, row + stream));
      to[u] = u < left && index < k ? rows.target(static_cast<unsigned>(index)) : no_row;
    }
    for (unsigned u = 0; u < batch; ++u) {
      const auto number = rows.number_of(v[u]);
      if constexpr (!Rows::adds_up) {
        if (to[u] != no_row) rows.add(to[u], column, number);
      } else if (to[u] == held) {  // `no_row` too, whose sum is not added
        sum = diatomic::result_of<op::add>(sum, number);
      } else {
        if (held != no_row) rows.add(held, column, sum);
        held = to[u];
        sum = number;
      }
    }
    row += batch;
    left = left > batch ? left - batch : 0;
  }
  if (held != no_row) rows.add(held, column, sum);
}
template <class Indices, class Rows>
DIATOMIC_DEVICE inline void add_rows(const Indices& indices, const Rows& rows,
                                     const row_shape& shape, unsigned columns) {
  const std::size_t stretches = (shape.n + shape.stretch - 1) / shape.stretch;
  const item_share share(stretches * columns);
  for (std::size_t item = share.first; item < share.end; item += share.step) {
    const std::size_t stretch = item / columns;
    const auto column = static_cast<unsigned>(item - stretch * columns);
    const std::size_t row = stretch * shape.stretch;
    const std::size_t left = shape.n - row < shape.stretch ? shape.n - row : shape.stretch;
    detail::add_stretch(indices, rows, shape.k, row, static_cast<unsigned>(left), column);
  }
}

/// A thread's form of an addend of T's: not all device code can construct a complex number.
template <class T, bool IsVector = is_vector_v<T>>
struct row_addend : identity<pack_of<T>> {};
template <class T>
struct row_addend<T, false> : addend<T> {};

/// Rows that are added as they are, of any type and at any address.
template <class Values, class T>
struct plain_rows {
  using loaded = typename row_addend<T>::type;
  using number = combined_type<op::add, loaded>;
  static constexpr bool adds_up = !std::is_pointer_v<T>;
  Values values;
  T* table;
  row_shape shape;

  DIATOMIC_DEVICE std::size_t stride() const { return shape.value_stride; }
  DIATOMIC_DEVICE loaded load(std::size_t element) const {
    return detail::bits_as<loaded>(
        static_cast<typename addend<T>::type>(detail::element_at(values, element)));
  }
  DIATOMIC_DEVICE unsigned target(unsigned row) const { return row; }
  DIATOMIC_DEVICE number number_of(loaded v) const { return detail::number_as<number>(v); }
  DIATOMIC_DEVICE void add(unsigned row, unsigned column, number sum) const {
    const std::size_t index = row * shape.table_stride + column;
    const auto v = detail::bits_as<typename addend<T>::type>(detail::number_as<loaded>(sum));
    if constexpr (is_float16_v<T>) {
      const std::size_t length = std::size_t{shape.k - 1} * shape.table_stride + shape.d;
      diatomic::store_add_at(table, index, length, v, in_global, coarse_grained);
    } else {
      diatomic::store_add(table + index, v, in_global, coarse_grained);
    }
  }
};

/// Rows that begin and end at multiples of the widest unit.
template <class T>
struct aligned_rows {
  using loaded = typename row_unit<T>::type;
  using number = combined_type<op::add, loaded>;
  static constexpr bool adds_up = true;
  static constexpr unsigned width = sizeof(loaded) / sizeof(T);
  const T* values;
  T* table;
  row_shape shape;

  DIATOMIC_DEVICE std::size_t stride() const { return shape.value_stride / width; }
  DIATOMIC_DEVICE loaded load(std::size_t element) const {
    return reinterpret_cast<const loaded*>(values)[element];
  }
  DIATOMIC_DEVICE unsigned target(unsigned row) const { return row; }
  DIATOMIC_DEVICE number number_of(loaded v) const { return detail::number_as<number>(v); }
  DIATOMIC_DEVICE void add(unsigned row, unsigned column, number sum) const {
    diatomic::store_add(reinterpret_cast<loaded*>(table + row * shape.table_stride) + column,
                        detail::number_as<loaded>(sum), in_global, coarse_grained);
  }
};

/// Rows that are added to sums. If `Counted`, `counts` has the number of rows for each target, and
/// the only row for a target is added directly to the table.
template <class Values, class T, class Sums, bool Counted>
struct summed_rows {
  using loaded = element_t<Values>;
  using number = typename Sums::number;
  static constexpr bool adds_up = Sums::adds_up;
  Values values;
  T* table;
  typename Sums::sum* sums;
  const std::uint32_t* counts;
  Sums how;
  row_shape shape;

  DIATOMIC_DEVICE std::size_t stride() const { return shape.value_stride; }
  DIATOMIC_DEVICE loaded load(std::size_t i) const { return detail::element_at(values, i); }
  DIATOMIC_DEVICE unsigned target(unsigned row) const {
    if constexpr (Counted) return counts[row] == 1 ? row | sole : row;
    return row;
  }
  DIATOMIC_DEVICE number number_of(loaded v) const { return how.number_of(v); }
  DIATOMIC_DEVICE void add(unsigned target, unsigned column, number v) const {
    if constexpr (Counted) {
      const unsigned row = target & ~sole;
      if (row != target) return how.finish(table[row * shape.table_stride + column], v);
    }
    Sums::add(sums + std::size_t{target} * shape.d + column, v);
  }
};

/// Threads of a block that adds rows. The kernels set how many such blocks should fit on a
/// multiprocessor, since many threads with loads in flight make the kernels fast.
inline constexpr unsigned row_threads = 256;

struct index_add_kernel {
  static constexpr unsigned threads_at_most = row_threads;
  static constexpr unsigned blocks_at_once = 6;
  template <class Indices, class Values, class T>
  DIATOMIC_DEVICE void operator()(Indices indices, Values values, T* table, row_shape shape) const {
    detail::add_rows(indices, plain_rows<Values, T>{values, table, shape}, shape, shape.d);
  }
};
template <class T>
struct aligned_index_add_kernel {
  static constexpr unsigned threads_at_most = row_threads;
  static constexpr unsigned blocks_at_once = std::is_same_v<T, float> ? 5 : 8;
  template <class Indices>
  DIATOMIC_DEVICE void operator()(Indices indices, const T* values, T* table,
                                  row_shape shape) const {
    detail::add_rows(indices, aligned_rows<T>{values, table, shape}, shape,
                     shape.d / aligned_rows<T>::width);
  }
};
template <class Sums, bool Counted>
struct summed_index_add_kernel {
  static constexpr unsigned threads_at_most = row_threads;
  static constexpr unsigned blocks_at_once = 6;
  Sums how;
  template <class Indices, class Values, class T>
  DIATOMIC_DEVICE void operator()(Indices indices, Values values, T* table,
                                  typename Sums::sum* sums, const std::uint32_t* counts,
                                  row_shape shape) const {
    const summed_rows<Values, T, Sums, Counted> rows{values, table, sums, counts, how, shape};
    detail::add_rows(indices, rows, shape, shape.d);
  }
};

/// Counts the rows for each target.
struct count_rows_kernel {
  template <class Indices>
  DIATOMIC_DEVICE void operator()(Indices indices, std::size_t n, std::uint32_t* counts,
                                  std::size_t k) const {
    const item_share share(n);
    for (std::size_t i = share.first; i < share.end; i += share.step) {
      const auto row = static_cast<std::size_t>(detail::element_at(indices, i));
      if (row < k) store_add(counts + row, 1u, in_global, coarse_grained);
    }
  }
};

/// Lanes that share a row in the sweeps below: a skipped row costs them one load.
inline constexpr std::size_t sweeping_lanes = 32;

/// Calls `visit(row, column)` for all columns of the calling thread's share of the rows to which
/// more than one row was added.
template <class Visit>
DIATOMIC_DEVICE inline void sweep_rows(const std::uint32_t* counts, std::size_t k,
                                       std::size_t columns, const Visit& visit) {
  const std::size_t lanes = columns < sweeping_lanes ? columns : sweeping_lanes;
  const item_share share(k * lanes);
  for (std::size_t item = share.first; item < share.end; item += share.step) {
    const std::size_t row = item / lanes;
    if (counts != nullptr && counts[row] < 2) continue;
    for (std::size_t j = item - row * lanes; j < columns; j += lanes) visit(row, j);
  }
}
/// Clears the sums of such rows, each of `words` 32-bit words.
struct clear_sums_kernel {
  DIATOMIC_DEVICE void operator()(std::uint32_t* sums, const std::uint32_t* counts, std::size_t k,
                                  std::size_t words) const {
    sweep_rows(counts, k, words, [=](auto row, auto j) { sums[row * words + j] = 0; });
  }
};
/// Adds the sums of such rows to the table, rounded once.
template <class Sums>
struct finish_rows_kernel {
  Sums how;
  template <class T>
  DIATOMIC_DEVICE void operator()(const typename Sums::sum* sums, const std::uint32_t* counts,
                                  T* table, row_shape shape) const {
    detail::sweep_rows(counts, shape.k, shape.d, [this, sums, table, shape](auto row, auto j) {
      how.finish(table[row * shape.table_stride + j], sums[row * shape.d + j]);
    });
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
