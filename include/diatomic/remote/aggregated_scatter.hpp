// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Sums at indices of a table that is distributed over all processing elements: each owns a part,
/// and updates go to the owner in bulk.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/remote/detail/own_part.hpp>
#include <diatomic/remote/mailboxes.hpp>
#include <diatomic/remote/remote_ref.hpp>
#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// An update on its way to the owner of a word.
template <class T>
struct indexed_value {
  /// The word's index in the owner's part.
  unsigned index;
  /// The value to add to it.
  T value;
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// `a / b`; on a GPU a 32-bit division takes a fraction of the time of a 64-bit one.
DIATOMIC_FUNCTION std::size_t quotient(std::size_t a, std::size_t b) {
  if ((a | b) >> 32 != 0) return a / b;
  return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
}

/// Maps an index to the owner of its element: part by part, in the order of the processing
/// elements.
template <class Indices>
struct owner_of_index {
  Indices indices;
  std::size_t part;  ///< elements per processing element
  int pes;

  /// Returns `pes`, which is not a processing element, for an index out of range.
  DIATOMIC_FUNCTION int operator()(std::size_t i) const {
    const auto index = detail::element_at(indices, i);
    if constexpr (std::is_signed_v<element_t<Indices>>) {
      if (index < 0) return pes;
    }
    const std::size_t owner = quotient(static_cast<std::size_t>(index), part);
    return owner < static_cast<std::size_t>(pes) ? static_cast<int>(owner) : pes;
  }
};
template <class Indices, class Values, class T>
struct update_at {
  Indices indices;
  Values values;
  std::size_t part;

  DIATOMIC_FUNCTION indexed_value<T> operator()(std::size_t i) const {
    const auto index = static_cast<std::size_t>(detail::element_at(indices, i));
    const std::size_t element = index - quotient(index, part) * part;
    return {static_cast<unsigned>(element), static_cast<T>(detail::element_at(values, i))};
  }
};
template <class T>
struct add_update {
  T* table;

  DIATOMIC_DEVICE void operator()(const indexed_value<T>& update) const {
    diatomic::store_add(table + update.index, update.value, scope_of_own_part<T>{});
  }
};

/// The same with one remote operation per update.
struct remote_scatter_kernel {
  template <class Owner, class Update, class T>
  DIATOMIC_DEVICE void operator()(Owner owner_of, Update update_of, std::size_t n,
                                  symmetric_ptr<T> table) const {
    const std::size_t step = std::size_t{block_size()} * grid_size();
    const std::size_t thread = std::size_t{block_index()} * block_size() + thread_index();
    for (std::size_t i = thread; i < n; i += step) {
      const int owner = owner_of(i);
      if (owner == table.pes()) continue;
      const indexed_value<T> update = update_of(i);
      remote_ref<T>(table + update.index, owner).store_add(update.value);
    }
    quiet();
  }
};

/// Up to this many updates are faster as individual remote operations than through mailboxes.
inline constexpr std::size_t most_few_updates = std::size_t{1} << 17;

/// The path of a call whose updates are not partitioned.
struct no_partitions {
  static constexpr std::uint64_t number = 0;
  static constexpr unsigned shift = 0;
  bool add(const joint_call&) const { return false; }
};

/// `aggregated_scatter_add`. `partitioned.add(all)` may make the call, and returns whether it did;
/// its `number` and `shift` are as for `mailboxes::agree`.
struct aggregated_call {
  template <class Indices, class Values, class T, class Partitioned>
  static void add(world& w, stream_view stream, Indices indices, Values values, std::size_t n,
                  symmetric_array<T>& table, mailboxes<indexed_value<T>>& boxes,
                  const Partitioned& partitioned) {
    static_assert(std::is_integral_v<element_t<Indices>>,
                  "aggregated_scatter_add: indices are integers");
    if (table.size() > std::numeric_limits<unsigned>::max()) {
      throw std::invalid_argument("aggregated_scatter_add: more than 2^32 - 1 elements in a part");
    }
    if (table.size() == 0) return;
    const owner_of_index<Indices> owner_of{indices, table.size(), w.pes()};
    const update_at<Indices, Values, T> update_of{indices, values, table.size()};
    // If all have few updates, queued work on a part must end before the others start to update it.
    if (n <= most_few_updates) runtime_api::synchronize(stream.native_handle());
    const joint_call all = boxes.agree(w, stream, n, partitioned.number, partitioned.shift);
    if (all.n <= most_few_updates) {
      if (n != 0) {
        diatomic::launch(static_cast<unsigned>((n + 255) / 256), 256, 0, stream,
                         remote_scatter_kernel{}, owner_of, update_of, n, table.pointer());
        runtime_api::synchronize(stream.native_handle());
      }
      w.barrier();
    } else if (!partitioned.add(all)) {
      boxes.send(w, stream, update_of, n, all, owner_of, add_update<T>{table.data()});
    }
  }
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// Adds each of `values` to the element at its index, in a table of `table.size() * w.pes()`
/// elements: index k is element `k % table.size()` of processing element `k / table.size()`.
/// Indices out of range are ignored.
///
/// `indices` and `values`, the `n` updates of this processing element, are each an array or a
/// function (`<diatomic/algorithms/elements.hpp>`). `boxes` is memory for updates in flight; if all
/// processing elements have few updates, each update is a remote operation on its element instead.
/// All processing elements make the call together; it returns on all when all updates have been
/// added. Work queued on `stream` before is done first. Throws `std::invalid_argument` if a part
/// has more than 2^32 - 1 elements. Float sums depend on the order, which differs from run to run;
/// sums of integers and `fixed_point` elements do not.
template <class Indices, class Values, class T>
void aggregated_scatter_add(world& w, stream_view stream, Indices indices, Values values,
                            std::size_t n, symmetric_array<T>& table,
                            mailboxes<indexed_value<T>>& boxes) {
  detail::aggregated_call::add(w, stream, indices, values, n, table, boxes,
                               detail::no_partitions{});
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
