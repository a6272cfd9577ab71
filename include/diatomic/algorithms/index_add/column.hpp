// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/algorithms/index_add.hpp>` for rows of one element: a warp takes
/// consecutive rows, and sums those with the same target over its lanes.

#include <cstddef>

#include <diatomic/algorithms/detail/lane_scan.hpp>
#include <diatomic/algorithms/index_add/kernels.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The walk of a warp's lanes through consecutive rows of one element. The sum for the latest
/// target is open: the highest lanes have its parts.
template <class Rows>
class column_walk {
  using number = typename Rows::number;
  static constexpr unsigned lanes = device_ops::warp_lanes;
  static constexpr lane_mask all = device_ops::all_lanes;

 public:
  DIATOMIC_DEVICE explicit column_walk(const Rows& rows) : rows_(rows) {}

  /// Takes an element of each lane; `to` may be `no_row`. All lanes make the same calls.
  DIATOMIC_DEVICE void take(unsigned to, number v) {
    const unsigned lane = lane_index();
    const lane_mask heads = ballot(all, to != shifted(to, target_));
    if (heads == 0) {
      sum_ = lane < first_ ? v : plus(sum_, v);
      first_ = 0;
      return;
    }
    const number run = heads == all ? v : detail::scan_since(v, heads, plus);
    const unsigned first = device_ops::lowest_of(heads);
    // The lanes below the first head continue the open sum.
    const number more = detail::shuffle(all, run, first == 0 ? 0 : first - 1);
    const number sum = open_sum();
    close(first == 0 ? sum : plus(sum, more));
    const bool is_end = lane >= first && lane + 1 < lanes && (heads >> (lane + 1) & 1) != 0;
    if (is_end && to != no_row) rows_.add(to, 0, run);
    target_ = detail::shuffle(all, to, lanes - 1);
    sum_ = run;
    first_ = lanes - 1;
  }

  /// Adds the open sum to its target.
  DIATOMIC_DEVICE void finish() { close(open_sum()); }

 private:
  static DIATOMIC_DEVICE number plus(number a, number b) {
    return diatomic::result_of<op::add>(a, b);
  }

  /// The open sum, in the highest lane.
  DIATOMIC_DEVICE number open_sum() const {
    return first_ == lanes - 1 ? sum_ : detail::scan_since(sum_, lane_mask{1} << first_, plus);
  }
  /// Adds the highest lane's `sum` to the open sum's target.
  DIATOMIC_DEVICE void close(number sum) {
    if (target_ != no_row && lane_index() == lanes - 1) rows_.add(target_, 0, sum);
  }

  const Rows& rows_;
  unsigned target_ = no_row;
  number sum_{};
  unsigned first_ = 0;  ///< the lowest lane with a part of the sum
};

/// Adds the calling warp's share of the rows: `shape.stretch` consecutive rows for each lane, then
/// those of the next round.
template <class Indices, class Rows>
DIATOMIC_DEVICE inline void add_column(const Indices& indices, const Rows& rows,
                                       const row_shape& shape) {
  constexpr unsigned batch = 4;
  constexpr unsigned lanes = device_ops::warp_lanes;
  const std::size_t chunk = std::size_t{lanes} * shape.stretch;
  const std::size_t warps = std::size_t{grid_size()} * (block_size() / lanes);
  const std::size_t warp = (std::size_t{block_index()} * block_size() + thread_index()) / lanes;
  column_walk<Rows> walk(rows);
  for (std::size_t begin = warp * chunk; begin < shape.n; begin += warps * chunk) {
    const std::size_t end = shape.n - begin < chunk ? shape.n : begin + chunk;
    for (std::size_t i = begin + lane_index(); i - lane_index() < end; i += batch * lanes) {
      typename Rows::loaded v[batch];
      unsigned to[batch];
      for (unsigned u = 0; u < batch; ++u) {
        const bool is_row = i + u * lanes < end;
        const std::size_t row = is_row ? i + u * lanes : begin;
        v[u] = rows.load(row * rows.stride());
        const auto index = static_cast<std::size_t>(detail::element_at(indices, row));
        to[u] = is_row && index < shape.k ? rows.target(static_cast<unsigned>(index)) : no_row;
      }
      for (unsigned u = 0; u < batch && i - lane_index() + u * lanes < end; ++u) {
        walk.take(to[u], rows.number_of(v[u]));
      }
    }
  }
  walk.finish();
}

/// Whether rows of one element have a kernel: where a warp has several lanes, for types whose
/// elements can be summed before they are added.
template <class Rows>
inline constexpr bool has_column_kernel_v = Rows::adds_up && !runtime_api::threads_yield;

struct column_index_add_kernel {
  static constexpr unsigned threads_at_most = row_threads;
  static constexpr unsigned blocks_at_once = 6;
  template <class Indices, class Values, class T>
  DIATOMIC_DEVICE void operator()(Indices indices, Values values, T* table, row_shape shape) const {
    detail::add_column(indices, plain_rows<Values, T>{values, table, shape}, shape);
  }
};
template <class Sums>
struct summed_column_kernel {
  static constexpr unsigned threads_at_most = row_threads;
  static constexpr unsigned blocks_at_once = 6;
  Sums how;
  template <class Indices, class Values, class T>
  DIATOMIC_DEVICE void operator()(Indices indices, Values values, T* table,
                                  typename Sums::sum* sums, row_shape shape) const {
    detail::add_column(
        indices, summed_rows<Values, T, Sums, false>{values, table, sums, nullptr, how, shape},
        shape);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
