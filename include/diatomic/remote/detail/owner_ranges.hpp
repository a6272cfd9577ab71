// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Updates of a distributed table whose parts are larger than the L2 cache: each processing element
/// writes its updates out by range of the table; each owner then reads its ranges, one after the
/// other, from all processing elements. An owner's first and last range may be its neighbours' too.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <diatomic/algorithms/partition/start.hpp>
#include <diatomic/remote/detail/joint_call.hpp>
#include <diatomic/remote/detail/own_part.hpp>
#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// The plan for parts of `part` elements of T on a direct link; without partitions where they do
/// not pay, or if all parts have more than 2^32 - 1 elements. Does not depend on the number of
/// updates.
template <class T>
partition_plan plan_owner_ranges(const device_properties& device, unsigned pes, std::size_t part) {
  // Additions to fine-grained memory were not measured.
  const bool pays = !runtime_api::peer_memory_is_fine_grained && device.warp_size > 1 &&
                    device.l2_bytes != 0 && part > device.l2_bytes / sizeof(T) &&
                    part <= no_bin / pes;
  if (!pays) return {};
  const auto bins = static_cast<unsigned>(part) * pes;
  return detail::plan_cached_partitions(
      {part, bins, sizeof(unsigned), detail::staged_bytes<T>(), sizeof(T), 0, true}, device);
}

/// Bounds of the updates that one processing element has for one range.
struct range_bounds {
  std::uint64_t begin;
  std::uint64_t end;
};

/// The ranges with elements of a part.
struct part_ranges {
  unsigned first;
  unsigned count;

  part_ranges(const partition_plan& plan, std::size_t part, int pe)
      : first(static_cast<unsigned>(part * static_cast<std::size_t>(pe) >> plan.shift)),
        count(static_cast<unsigned>((part * (static_cast<std::size_t>(pe) + 1) - 1) >> plan.shift) +
              1 - first) {}
};

/// Offsets of the parts of the temporary memory, after those of `partition_layout`.
struct owner_ranges_layout {
  std::size_t starts_at;
  std::size_t pieces_at;  ///< before each own range, and of all
  std::size_t bounds_at;  ///< for each processing element, of each own range
  std::size_t updates_at;

  owner_ranges_layout(unsigned partitions, unsigned pes)
      : starts_at(partition_layout(partitions).starts_at),
        pieces_at(partition_layout(partitions).updates_at),
        bounds_at(pieces_at + up_to_16((std::size_t{partitions} + 1) * sizeof(unsigned))),
        updates_at(bounds_at + std::size_t{partitions} * pes * sizeof(range_bounds)) {}
};

template <class T>
std::size_t owner_ranges_bytes(const partition_plan& plan, int pes, std::size_t n) {
  if (plan.partitions == 0) return 0;
  const owner_ranges_layout at(plan.partitions, static_cast<unsigned>(pes));
  return at.updates_at + update_list<unsigned, T>::bytes(n);
}

/// What the kernels of an owner share.
struct owner_ranges_job {
  symmetric_ptr<unsigned char> memory;
  owner_ranges_layout at;
  part_ranges ranges;
  unsigned piece;  ///< most updates that a block adds from each processing element

  DIATOMIC_FUNCTION unsigned* pieces() const {
    return reinterpret_cast<unsigned*>(memory.local() + at.pieces_at);
  }
  /// The bounds of own range `range`, in the updates of processing element `from`.
  DIATOMIC_FUNCTION range_bounds& bounds(unsigned from, unsigned range) const {
    return reinterpret_cast<range_bounds*>(memory.local() +
                                           at.bounds_at)[from * ranges.count + range];
  }
};

/// Copies the bounds of the own ranges from all processing elements, and divides the ranges into
/// pieces. Launch with one block and a 32-bit word of shared memory per warp.
struct collect_bounds_kernel {
  DIATOMIC_DEVICE void operator()(owner_ranges_job job) const {
    const auto pes = static_cast<unsigned>(job.memory.pes());
    const unsigned ranges = job.ranges.count;
    for (unsigned i = thread_index(); i < ranges * pes; i += block_size()) {
      const unsigned from = i / ranges;
      const unsigned char* const theirs = job.memory.address(static_cast<int>(from));
      const auto* const ends = reinterpret_cast<const std::uint64_t*>(theirs) + job.ranges.first;
      const auto* const starts =
          reinterpret_cast<const std::uint64_t*>(theirs + job.at.starts_at) + job.ranges.first;
      job.bounds(from, i % ranges) = {starts[i % ranges], ends[i % ranges]};
    }
    sync_block();
    const thread_share mine(ranges);
    unsigned own = 0;
    for (unsigned range = mine.begin; range < mine.end; ++range) own += pieces_of(range, job);
    unsigned before = sum_before(own, shared_array<unsigned>());
    for (unsigned range = mine.begin; range < mine.end; ++range) {
      job.pieces()[range] = before;
      before += pieces_of(range, job);
      if (range == ranges - 1) job.pieces()[ranges] = before;
    }
  }

 private:
  static DIATOMIC_DEVICE unsigned pieces_of(unsigned range, const owner_ranges_job& job) {
    std::uint64_t most = 0;
    for (unsigned from = 0; from < static_cast<unsigned>(job.memory.pes()); ++from) {
      const range_bounds of = job.bounds(from, range);
      if (of.end - of.begin > most) most = of.end - of.begin;
    }
    return static_cast<unsigned>((most + job.piece - 1) / job.piece);
  }
};

/// Each block adds a piece of a range, from all processing elements. Ranges are in order, so that
/// the blocks in progress work on few of them, which the cache holds.
template <class T>
struct add_ranges_kernel {
  /// `table` is the own part, of `part` elements from `first` on. `room` is as in `update_list`.
  DIATOMIC_DEVICE void operator()(owner_ranges_job job, std::size_t room, T* table, unsigned first,
                                  unsigned part) const {
    const auto pes = static_cast<unsigned>(job.memory.pes());
    const unsigned range = range_of(block_index(), job);
    const std::uint64_t ahead = std::uint64_t{block_index() - job.pieces()[range]} * job.piece;
    // Blocks begin at different processing elements, so that the link and the own memory are busy
    // at the same time.
    for (unsigned k = 0; k < pes; ++k) {
      const unsigned from = (block_index() + k) % pes;
      const range_bounds of = job.bounds(from, range);
      const std::uint64_t begin = of.begin + ahead;
      if (begin >= of.end) continue;
      const std::uint64_t end = of.end - begin < job.piece ? of.end : begin + job.piece;
      const update_list<unsigned, T> updates(
          job.memory.address(static_cast<int>(from)) + job.at.updates_at, room);
      add(updates, begin, end, table, first, part);
    }
  }

 private:
  static DIATOMIC_DEVICE unsigned range_of(unsigned piece, const owner_ranges_job& job) {
    unsigned low = 0;
    unsigned high = job.ranges.count;
    while (high - low > 1) {
      const unsigned middle = low + (high - low) / 2;
      (job.pieces()[middle] <= piece ? low : high) = middle;
    }
    return low;
  }

  static DIATOMIC_DEVICE void add(const update_list<unsigned, T>& updates, std::uint64_t begin,
                                  std::uint64_t end, T* table, unsigned first, unsigned part) {
    const auto add_one = [&](const waiting_update<T>& update) {
      const unsigned element = update.key - first;
      if (element >= part) return;
      diatomic::store_add(table + element, detail::bits_as<T>(update.kept), scope_of_own_part<T>{});
    };
    constexpr unsigned at_once = 4;
    const unsigned stride = block_size();
    std::uint64_t i = begin + thread_index();
    for (; i + (at_once - 1) * stride < end; i += at_once * stride) {
      waiting_update<T> some[at_once];
      for (unsigned k = 0; k < at_once; ++k) some[k] = updates.get(i + k * stride);
      for (unsigned k = 0; k < at_once; ++k) add_one(some[k]);
    }
    for (; i < end; i += stride) add_one(updates.get(i));
  }
};

/// Queues the addition of the own part's updates, of which there are `room` at most from each
/// processing element. The others must not change theirs meanwhile.
template <class T>
void start_adding_ranges(const world& w, stream_view stream, const partition_plan& plan,
                         std::size_t room, symmetric_array<T>& table,
                         const symmetric_array<unsigned char>& temp) {
  const auto pes = static_cast<unsigned>(w.pes());
  const owner_ranges_job job{temp.pointer(), owner_ranges_layout(plan.partitions, pes),
                             part_ranges(plan, table.size(), w.pe()), plan.piece};
  const auto lanes = static_cast<unsigned>(current_properties().warp_size);
  diatomic::launch(1, plan.block, (plan.block + lanes - 1) / lanes * sizeof(unsigned), stream,
                   collect_bounds_kernel{}, job);
  unsigned pieces = 0;
  runtime_api::synchronize(stream.native_handle());
  runtime_api::copy_to_host(&pieces, job.pieces() + job.ranges.count, sizeof(pieces));
  if (pieces == 0) return;
  const auto part = static_cast<unsigned>(table.size());
  diatomic::launch(pieces, plan.adding_block, 0, stream, add_ranges_kernel<T>{}, job, room,
                   table.data(), static_cast<unsigned>(w.pe()) * part, part);
}

/// Adds the updates of all processing elements, each of which has up to `most`, in a call with this
/// `number`. The partitions and their sizes are the same in the plans of all. Ends when the own
/// additions have ended; the others may still read `temp`. Throws `std::invalid_argument`, on all,
/// if `temp` is too small.
template <class Indices, class Values, class T>
void add_by_owner_ranges(world& w, std::uint64_t number, stream_view stream,
                         const partition_plan& plan, Indices indices, Values values, std::size_t n,
                         std::size_t most, symmetric_array<T>& table,
                         symmetric_array<unsigned char>& temp) {
  const std::size_t needed = detail::owner_ranges_bytes<T>(plan, w.pes(), most);
  if (temp.size() < needed) {
    throw std::invalid_argument("aggregated_scatter_add: temp has " + std::to_string(temp.size()) +
                                " bytes, and " + std::to_string(needed) + " are needed");
  }
  const auto pes = static_cast<unsigned>(w.pes());
  const owner_ranges_layout at(plan.partitions, pes);
  if (n != 0) {
    const auto bins = static_cast<unsigned>(table.size()) * pes;
    const partition_bounds bounds =
        detail::start_bounds(stream, plan, indices, n, bins, value_bin{}, temp.data());
    detail::start_writing(stream, plan, indices, values, n, bins, value_bin{}, bounds.cursors,
                          update_list<unsigned, T>(temp.data() + at.updates_at, most));
  } else {
    diatomic::fill_bytes(stream, temp.data(), at.pieces_at, 0);
  }
  runtime_api::synchronize(stream.native_handle());
  world_access::barrier(w, number);
  detail::start_adding_ranges(w, stream, plan, most, table, temp);
  runtime_api::synchronize(stream.native_handle());
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
