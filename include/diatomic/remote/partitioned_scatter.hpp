// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Sums at indices and histograms with temporary memory: faster where the memory that a processing
/// element adds to is larger than the L2 cache.
///
///     const std::size_t bytes = aggregated_scatter_add_temp_bytes<float>(w, most, part);
///     symmetric_array<unsigned char> temp(w, bytes);
///     aggregated_scatter_add(w, stream, indices, values, n, table, boxes, temp);
///
/// A random addition to a table that no cache holds moves a memory line there and back. Therefore
/// each processing element first writes its updates out, grouped by range of the table. Each owner
/// then reads and adds them range by range, with the range in its L2 cache.
///
/// `distributed_scatter_add` and `distributed_histogram`, whose tables are whole on each processing
/// element, take the memory of `<diatomic/algorithms/partitioned_scatter.hpp>`.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/remote/aggregated_scatter.hpp>
#include <diatomic/remote/detail/owner_ranges.hpp>
#include <diatomic/remote/detail/peer_signals.hpp>
#include <diatomic/remote/reductions.hpp>
#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// With fewer updates of each processing element, the steps would take longer than they save.
inline std::size_t least_updates(std::size_t part) { return part / 2; }

template <class T>
partition_plan owner_ranges_plan(const world& w, std::size_t part) {
  if (w.link() != remote_link::direct) return {};
  return detail::plan_owner_ranges<T>(current_properties(), static_cast<unsigned>(w.pes()), part);
}

/// The path of a call whose updates may be partitioned.
template <class Indices, class Values, class T>
struct by_owner_ranges {
  world& w;
  stream_view stream;
  Indices indices;
  Values values;
  std::size_t n;
  symmetric_array<T>& table;
  symmetric_array<unsigned char>& temp;
  partition_plan plan;
  std::uint64_t number;
  unsigned shift;

  bool add(const joint_call& all) const {
    if (all.shift == 0 || all.n < detail::least_updates(table.size())) return false;
    detail::add_by_owner_ranges(w, number, stream, plan, indices, values, n, all.n, table, temp);
    w.barrier();
    return true;
  }
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// Bytes of temporary memory, on each processing element, for such a call with up to `n` updates of
/// each, and a table with `part` elements of T on each. 0 where partitioning does not pay. Never
/// less for larger `n`.
template <class T>
std::size_t aggregated_scatter_add_temp_bytes(const world& w, std::size_t n, std::size_t part) {
  if (n < detail::least_updates(part)) return 0;
  return detail::owner_ranges_bytes<T>(detail::owner_ranges_plan<T>(w, part), w.pes(), n);
}

/// `aggregated_scatter_add` with temporary memory: `temp` has at least
/// `aggregated_scatter_add_temp_bytes<T>(w, most, table.size())` bytes, where `most` is the largest
/// `n` of all processing elements; otherwise all throw `std::invalid_argument`. If that is 0,
/// `temp` may be empty. `temp` need not be initialised, and is free again on return.
///
/// Otherwise as without memory. Indices and values are read twice, and must not change in between.
template <class Indices, class Values, class T>
void aggregated_scatter_add(world& w, stream_view stream, Indices indices, Values values,
                            std::size_t n, symmetric_array<T>& table,
                            mailboxes<indexed_value<T>>& boxes,
                            symmetric_array<unsigned char>& temp) {
  const detail::partition_plan plan = detail::owner_ranges_plan<T>(w, table.size());
  const std::uint64_t number =
      detail::call_number(detail::joint_send, detail::peer_signals::number_of(temp));
  detail::aggregated_call::add(
      w, stream, indices, values, n, table, boxes,
      detail::by_owner_ranges<Indices, Values, T>{w, stream, indices, values, n, table, temp, plan,
                                                  number, plan.partitions == 0 ? 0 : plan.shift});
}

/// `distributed_scatter_add` with temporary memory: `temp`, in this processing element's memory and
/// aligned to 16 bytes, has `temp_bytes` bytes: at least
/// `scatter_add_temp_bytes<Index, Value, T>(n, table.size())`. Otherwise as without memory. Indices
/// and values are read twice, and must not change in between.
template <class Indices, class Values, class T>
void distributed_scatter_add(world& w, stream_view stream, Indices indices, Values values,
                             std::size_t n, symmetric_array<T>& table, void* temp,
                             std::size_t temp_bytes) {
  detail::sum_in_ordinary_memory(stream, table, [&](T* to) {
    diatomic::scatter_add(stream, indices, values, n, to, table.size(), temp, temp_bytes);
  });
  diatomic::all_reduce<op::add>(w, stream, table);
}

/// `distributed_histogram` with temporary memory: as for `distributed_scatter_add`, with at least
/// `histogram_temp_bytes<Input, Count>(n, counts.size())` bytes.
template <class Elements, class Count, class Bin>
void distributed_histogram(world& w, stream_view stream, Elements input, std::size_t n,
                           symmetric_array<Count>& counts, Bin bin_of, void* temp,
                           std::size_t temp_bytes) {
  if (counts.size() > std::numeric_limits<unsigned>::max()) {
    throw std::invalid_argument("distributed_histogram: more than 2^32 - 1 bins");
  }
  detail::sum_in_ordinary_memory(stream, counts, [&](Count* to) {
    diatomic::histogram(stream, input, n, to, static_cast<unsigned>(counts.size()), bin_of, temp,
                        temp_bytes);
  });
  diatomic::all_reduce<op::add>(w, stream, counts);
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
