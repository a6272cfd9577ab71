// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels of a map's array calls. A thread processes a batch of keys, and loads the first
/// window of each key before it examines any.

#include <cstddef>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/detail/map_table.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Keys in flight per thread, and threads per GPU block. One key is fastest on an H200, which has
/// enough threads to hide memory latency.
template <unsigned Batch, unsigned Block>
struct map_launch {
  static constexpr unsigned batch = Batch;
  static constexpr unsigned block = Block;
};
using default_map_launch = map_launch<1, 128>;

/// A call's action on a key and a value.
///@{
struct map_insert {
  template <class Table, class Key, class T, class Cursor, class Pick>
  DIATOMIC_DEVICE insertion operator()(const Table& table, Key key, const T& v, Cursor c,
                                       const Pick& p) const {
    T held{};
    return table.insert(key, v, held, c, p);
  }
};
struct map_assign {
  template <class Table, class Key, class T, class Cursor, class Pick>
  DIATOMIC_DEVICE insertion operator()(const Table& table, Key key, const T& v, Cursor c,
                                       const Pick& p) const {
    return table.assign(key, v, c, p);
  }
};
template <op Op>
struct map_update {
  template <class Table, class Key, class T, class Cursor, class Pick>
  DIATOMIC_DEVICE insertion operator()(const Table& table, Key key, const T& v, Cursor c,
                                       const Pick& p) const {
    return table.template update<Op>(key, v, c, p);
  }
};
template <class F>
struct map_update_by {
  F f;
  template <class Table, class Key, class T, class Cursor, class Pick>
  DIATOMIC_DEVICE insertion operator()(const Table& table, Key key, const T& v, Cursor c,
                                       const Pick& p) const {
    F own = f;
    return table.update_by(own, key, v, c, p);
  }
};
///@}

/// Stands for the values of a call without values.
struct no_values {
  DIATOMIC_DEVICE no_values operator[](std::size_t) const { return {}; }
};
template <class Values>
struct value_at {
  using type = no_values;
};
template <class T>
struct value_at<const T*> {
  using type = T;
};

/// Calls `visit(i, key, value, cursor, pick)` for the calling thread's share of the n keys. All
/// keys and values of a batch are loaded before the first window, so that these loads overlap.
template <unsigned Batch, class Table, class Key, class Values, class Visit>
DIATOMIC_DEVICE inline void walk_keys(const Table& table, const Key* keys, Values values,
                                      std::size_t n, Visit visit) {
  const std::size_t tile = std::size_t{block_size()} * Batch;
  const std::size_t step = tile * grid_size();
  for (std::size_t first = block_index() * tile + thread_index(); first < n; first += step) {
    Key key[Batch];
    typename value_at<Values>::type value[Batch];
    typename Table::cursor c[Batch];
    typename Table::pick p[Batch];
    for (unsigned b = 0; b < Batch; ++b) {
      // A partial tile loads the first element again: a branch before each load costs more.
      const std::size_t i = first + std::size_t{b} * block_size();
      key[b] = keys[i < n ? i : first];
      value[b] = values[i < n ? i : first];
    }
    for (unsigned b = 0; b < Batch; ++b) {
      c[b] = table.start(key[b]);
      p[b] = table.look(key[b], c[b]);
    }
    for (unsigned b = 0; b < Batch; ++b) {
      const std::size_t i = first + std::size_t{b} * block_size();
      if (i < n) visit(i, key[b], value[b], c[b], p[b]);
    }
  }
}

template <unsigned Batch, class Action>
struct map_change_kernel {
  Action action;

  template <class Table, class Key, class T>
  DIATOMIC_DEVICE void operator()(Table table, const Key* keys, const T* values, std::size_t n,
                                  insertion* results, map_failures* failures) const {
    using cursor = typename Table::cursor;
    using pick = typename Table::pick;
    detail::walk_keys<Batch>(table, keys, values, n,
                             [&](std::size_t i, Key key, T v, cursor c, pick p) {
                               const insertion result = action(table, key, v, c, p);
                               if (results != nullptr) results[i] = result;
                               if (result == insertion::full)
                                 diatomic::store_add(&failures->full, 1ull);
                               if (result == insertion::refused)
                                 diatomic::store_add(&failures->refused, 1ull);
                             });
  }
};

template <unsigned Batch>
struct map_find_kernel {
  template <class Table, class Key, class T>
  DIATOMIC_DEVICE void operator()(Table table, const Key* keys, T* values, std::size_t n) const {
    using cursor = typename Table::cursor;
    using pick = typename Table::pick;
    detail::walk_keys<Batch>(table, keys, no_values{}, n,
                             [&](std::size_t i, Key key, no_values, cursor c, pick p) {
                               T v = table.empty_value;
                               table.find(key, v, c, p);
                               values[i] = v;
                             });
  }
};

template <unsigned Batch>
struct map_contains_kernel {
  template <class Table, class Key, class Answer>
  DIATOMIC_DEVICE void operator()(Table table, const Key* keys, Answer* answers,
                                  std::size_t n) const {
    using cursor = typename Table::cursor;
    using pick = typename Table::pick;
    detail::walk_keys<Batch>(table, keys, no_values{}, n,
                             [&](std::size_t i, Key key, no_values, cursor c, pick p) {
                               typename Table::value_type ignored{};
                               answers[i] = static_cast<Answer>(table.find(key, ignored, c, p));
                             });
  }
};

template <unsigned Batch>
struct map_erase_kernel {
  template <class Table, class Key, class Answer>
  DIATOMIC_DEVICE void operator()(Table table, const Key* keys, Answer* answers,
                                  std::size_t n) const {
    using cursor = typename Table::cursor;
    using pick = typename Table::pick;
    detail::walk_keys<Batch>(table, keys, no_values{}, n,
                             [&](std::size_t i, Key key, no_values, cursor c, pick p) {
                               const bool was_there = table.erase(key, c, p);
                               if (answers != nullptr) answers[i] = static_cast<Answer>(was_there);
                             });
  }
};

/// Empties `count` slots.
struct map_clear_kernel {
  template <class Slot>
  DIATOMIC_DEVICE void operator()(Slot* slots, std::size_t count, Slot free,
                                  map_failures* failures) const {
    const std::size_t step = std::size_t{grid_size()} * block_size();
    std::size_t i = std::size_t{block_index()} * block_size() + thread_index();
    if (i == 0) *failures = map_failures{0, 0};
    for (; i < count; i += step) slots[i] = free;
  }
};

/// Writes up to `room` keys of a table and their values, in no particular order. If `keys` is null,
/// the keys are only counted.
struct map_collect_kernel {
  template <class Table, class Key, class T>
  DIATOMIC_DEVICE void operator()(Table table, std::size_t slots, Key* keys, T* values,
                                  unsigned long long room, unsigned long long* count) const {
    const std::size_t step = std::size_t{grid_size()} * block_size();
    std::size_t i = std::size_t{block_index()} * block_size() + thread_index();
    for (; i < slots; i += step) {
      const auto s = table.slots[i];
      if (s.key == Table::word_of_key(table.empty_key) || table.is_none(s.value)) continue;
      if (keys == nullptr) {
        diatomic::store_add(count, 1ull, same_address);
        continue;
      }
      const unsigned long long at = claim_slot(count);
      if (at >= room) continue;
      keys[at] = Table::key_of_word(s.key);
      values[at] = s.value;
    }
  }
};

/// Inserts the contents of one table into another.
struct map_rehash_kernel {
  template <class Table>
  DIATOMIC_DEVICE void operator()(Table from, std::size_t slots, Table to,
                                  map_failures* failures) const {
    const std::size_t step = std::size_t{grid_size()} * block_size();
    std::size_t i = std::size_t{block_index()} * block_size() + thread_index();
    for (; i < slots; i += step) {
      const auto s = from.slots[i];
      if (s.key == Table::word_of_key(from.empty_key) || from.is_none(s.value)) continue;
      const auto key = Table::key_of_word(s.key);
      const auto c = to.start(key);
      typename Table::value_type held{};
      const insertion result = to.insert(key, s.value, held, c, to.look(key, c));
      if (result != insertion::added) diatomic::store_add(&failures->full, 1ull);
    }
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
