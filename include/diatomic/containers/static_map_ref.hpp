// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The view of a fixed-capacity hash table for kernels and host code, with one value per key.
///
///     DIATOMIC_DEVICE void operator()(diatomic::static_map_ref<int, float> prices, ...) const {
///       if (prices.insert(key, 1.5f) == diatomic::insertion::full) ...
///       float price;
///       if (prices.find(key, price)) ...
///
/// `<diatomic/containers/static_map.hpp>` owns the memory, and has calls on arrays of keys.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/containers/detail/map_table.hpp>
#include <diatomic/containers/insertion.hpp>
#include <diatomic/diatomic.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A 32-bit hash that mixes all bits of the key by multiplications and shifts (after MurmurHash3's
/// finalizers, A. Appleby). Keys are integers, enums and pointers.
struct mixed_bits {
  /// The hash of `key`, which has 4 or 8 bytes.
  template <class Key>
  DIATOMIC_FUNCTION std::uint32_t operator()(Key key) const {
    if constexpr (sizeof(Key) == 4) {
      auto bits = detail::bits_as<std::uint32_t>(key);
      bits = (bits ^ bits >> 16) * 0x85ebca6bu;
      bits = (bits ^ bits >> 13) * 0xc2b2ae35u;
      return bits ^ bits >> 16;
    } else {
      auto bits = detail::bits_as<std::uint64_t>(key);
      bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccdu;
      bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53u;
      return static_cast<std::uint32_t>(bits >> 32);
    }
  }
};

/// The key that marks empty slots, and cannot be inserted.
template <class Key>
struct empty_key {
  /// The key.
  Key value;
  /// Makes `key` the empty key.
  DIATOMIC_FUNCTION explicit constexpr empty_key(Key key) : value(key) {}
};
/// The value that marks absent keys: a key with this value is not in the map.
template <class T>
struct empty_value {
  /// The value.
  T value;
  /// Makes `v` the empty value.
  DIATOMIC_FUNCTION explicit constexpr empty_value(T v) : value(v) {}
};

/// A slot of a map, for callers that provide the memory.
template <class Key, class T>
using map_slot = detail::map_slot<Key, T>;

/// The default number of slots that are loaded at once, for all slot sizes. For 16-byte slots, a
/// window of 1 is faster in maps up to half full, and slower in fuller maps.
inline constexpr unsigned default_window = 2;

/// A non-owning, trivially copyable view of a map, for kernels and host code.
///
/// All functions may be called concurrently, even on equal keys; each takes effect atomically, and
/// none waits for another thread. A key is in the map while its value is not the empty value. So
/// erasing a key sets its value to the empty value, and an update whose result is the empty value
/// erases the key. The slot stays the key's until the map is cleared or rebuilt
/// (`static_map::rehash`): the same key reuses the slot on reinsertion, but other keys cannot.
///
/// Orders: relaxed by default. A call that acquires and gets a value sees all writes that precede
/// the releasing call which stored the value. Between kernels of one stream no order is needed.
/// Relaxed calls on one key see its values in one modification order, like any atomic object; for
/// two keys a thread may see the later change first.
///
/// A key may occupy any of the 65536 slots from its home slot on (in smaller maps, any slot). If
/// other keys occupy all of them, the result is `insertion::full`.
///
/// \tparam Key a type of 4 or 8 bytes, compared bitwise: an integer, an enum, a pointer, or a
/// struct without padding (which needs a custom `Hash`).
/// \tparam T a trivially copyable type of 4 or 8 bytes, compared bitwise with the empty value.
/// \tparam Hash a function object, callable in kernels, that maps a key to an integer or an enum of
/// at most 8 bytes. All of its bits count.
/// \tparam Window number of slots that are loaded at once: 1, 2 or 4.
/// \tparam Tags tags for all operations: a scope that includes all threads that use the map
/// (default `device_scope`), `in_shared` for slots in shared memory, `few_addresses` if lanes often
/// pass equal keys to `insert_or_update`.
template <class Key, class T, class Hash = mixed_bits, unsigned Window = default_window,
          class... Tags>
class static_map_ref {
  static_assert((sizeof(Key) == 4 || sizeof(Key) == 8) && has_no_padding_v<Key>,
                "static_map: keys have 4 or 8 bytes and no padding; their bits are compared");
  static_assert((sizeof(T) == 4 || sizeof(T) == 8) && std::is_trivially_copyable_v<T>,
                "static_map: values have 4 or 8 bytes and are trivially copyable");
  static_assert(Window == 1 || Window == 2 || Window == 4, "static_map: Window is 1, 2 or 4");
  static constexpr bool has_space = detail::kind_count_v<memory_space, Tags...> != 0;
  template <class... More>
  using access = std::conditional_t<
      has_space, detail::access_of<Tags..., More...>,
      typename detail::access_of<Tags..., More...>::template with_space<memory_space::global>>;
  template <class... More>
  using table_of = detail::map_table<Key, T, Hash, Window, access<More...>>;

 public:
  /// `Key`.
  using key_type = Key;
  /// `T`.
  using mapped_type = T;
  /// A key with its value, in memory.
  using slot_type = map_slot<Key, T>;
  /// The table type for array calls.
  using table_type = table_of<>;

  /// A view of `count` slots, at most 2^32 - 1 windows, aligned to 16 bytes. All slots must
  /// initially hold the empty key `no_key` and the empty value `no_value` (`clear_slot`). Slots
  /// beyond the last whole window are unused.
  DIATOMIC_FUNCTION static_map_ref(slot_type* slots, std::size_t count, empty_key<Key> no_key,
                                   empty_value<T> no_value, Hash hash = {})
      : table_{slots, static_cast<std::uint32_t>(count / Window), no_key.value, no_value.value,
               hash} {}

  /// Inserts the key with `v` if it is absent; else changes nothing. If several threads insert one
  /// key at the same time, one of them gets `added`. Orders: all but seq_cst; `found` is an acquire
  /// or relaxed.
  template <class... More>
  DIATOMIC_FUNCTION insertion insert(Key key, T v, More...) const {
    T held{};
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.insert(key, v, held, c, t.look(key, c));
  }

  /// As `insert`; `held` receives the key's value: `v`, or the value found. It is unchanged if the
  /// result is `full` or `refused`.
  template <class... More>
  DIATOMIC_FUNCTION insertion insert_and_find(Key key, T v, T& held, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.insert(key, v, held, c, t.look(key, c));
  }

  /// Inserts the key with `v`, or sets its value to `v`. `added` means that this call assigned the
  /// key its slot; for a key that was erased the result is `found`. Orders: relaxed, release.
  template <class... More>
  DIATOMIC_FUNCTION insertion insert_or_assign(Key key, T v, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.assign(key, v, c, t.look(key, c));
  }

  /// Inserts the key with `v`, or sets its value to `v`; `before` receives the old value, or the
  /// empty value if the key was absent. Threads that exchange the value of one key each get the
  /// value that the previous exchange set. Orders: all but seq_cst.
  template <class... More>
  DIATOMIC_FUNCTION insertion insert_or_exchange(Key key, T v, T& before, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.exchange(key, v, before, c, t.look(key, c));
  }

  /// Inserts the key with `v`, or applies the operation to its value and `v`:
  /// `insert_or_update<op::add>(word, 1)` counts. `Op` may be any update that `T` supports.
  ///
  /// If the empty value is the operation's identity (0 for add, or, xor; the greatest T for min),
  /// this uses the operation's own instruction; else a CAS loop. `added` means that this call
  /// assigned the key its slot; for a key that was erased the result is `found`. Orders: relaxed,
  /// release.
  template <op Op, class... More>
  DIATOMIC_FUNCTION insertion insert_or_update(Key key, T v, More...) const {
    static_assert(detail::is_update_v<Op>,
                  "static_map: insert_or_update takes an operation that updates");
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.template update<Op>(key, v, c, t.look(key, c));
  }

  /// The same with a function `T f(T held, T v)` without side effects, which may be called several
  /// times. Orders: all but seq_cst.
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F, class... More>
  DIATOMIC_FUNCTION insertion insert_or_update(Key key, T v, F f, More...) const {
    static_assert(
        !detail::is_tag_v<F>,
        "static_map: insert_or_update needs an operation, insert_or_update<op::add>(...), "
        "or a function after the value");
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.update_by(f, key, v, c, t.look(key, c));
  }

  /// Whether the key is in the map. If so, `v` receives its value; else `v` is unchanged. Orders:
  /// relaxed, acquire.
  template <class... More>
  DIATOMIC_FUNCTION bool find(Key key, T& v, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.find(key, v, c, t.look(key, c));
  }

  /// Whether the key is in the map. Orders: relaxed, acquire.
  template <class... More>
  DIATOMIC_FUNCTION bool contains(Key key, More... tags) const {
    T ignored{};
    return find(key, ignored, tags...);
  }

  /// Erases the key; returns whether it was present. If several threads erase one key at the same
  /// time, one of them gets true. Orders: all but seq_cst.
  template <class... More>
  DIATOMIC_FUNCTION bool erase(Key key, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.erase(key, c, t.look(key, c));
  }

  /// Empties slot `i`, below `capacity()`, while the map is not in use: for slots in shared memory.
  DIATOMIC_FUNCTION void clear_slot(std::size_t i) const {
    slot_type free{};
    free.key = table_type::word_of_key(table_.empty_key);
    free.value = table_.empty_value;
    table_.slots[i] = free;
  }

  /// Number of slots.
  DIATOMIC_FUNCTION std::size_t capacity() const { return std::size_t{table_.windows} * Window; }
  /// The empty key.
  DIATOMIC_FUNCTION Key empty_key_value() const { return table_.empty_key; }
  /// The empty value.
  DIATOMIC_FUNCTION T empty_mapped_value() const { return table_.empty_value; }

  /// For array calls.
  DIATOMIC_FUNCTION const table_type& table() const { return table_; }

 private:
  template <class... More>
  DIATOMIC_FUNCTION table_of<More...> as() const {
    return {table_.slots, table_.windows, table_.empty_key, table_.empty_value, table_.hash};
  }

  table_type table_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
