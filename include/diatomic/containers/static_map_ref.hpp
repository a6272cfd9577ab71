// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A hash table of fixed capacity, as kernels and host code see it: keys with one value each.
///
///     DIATOMIC_DEVICE void operator()(diatomic::static_map_ref<int, float> prices, ...) const {
///       if (prices.insert(key, 1.5f) == diatomic::insertion::full) ...
///       float price;
///       if (prices.find(key, price)) ...
///
/// `<diatomic/containers/static_map.hpp>` has the memory, and calls on arrays of keys.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/containers/detail/map_table.hpp>
#include <diatomic/containers/insertion.hpp>
#include <diatomic/diatomic.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// 32 bits that depend on all bits of the key, by products and shifts (after MurmurHash3's
/// finalizers, A. Appleby). Keys are integers, enums and pointers.
struct mixed_bits {
  /// The bits of `key`, which has 4 or 8 bytes.
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

/// The key that no key of a map is: empty slots have it.
template <class Key>
struct empty_key {
  /// That key.
  Key value;
  /// `key` is none.
  DIATOMIC_FUNCTION explicit constexpr empty_key(Key key) : value(key) {}
};
/// The value that no key of a map has: a key that has it is not in the map.
template <class T>
struct empty_value {
  /// That value.
  T value;
  /// `v` is none.
  DIATOMIC_FUNCTION explicit constexpr empty_value(T v) : value(v) {}
};

/// A slot of a map, for those who bring its memory.
template <class Key, class T>
using map_slot = detail::map_slot<Key, T>;

/// The number of slots that are loaded at once unless said, whatever their size. Of slots of 16
/// bytes one at a time is faster in maps that are half full or less, and slower in fuller ones.
inline constexpr unsigned default_window = 2;

/// A view of a map, for kernels and for host code; it owns nothing and is trivially copyable.
///
/// All functions may be called by any threads at the same time, on equal keys too; each takes
/// effect at once, and none waits for another thread. A key is in the map while its value is not
/// the empty value. So erasing a key sets its value to that, and an update whose result is the
/// empty value erases the key. The slot stays the key's until the map is cleared or made anew
/// (`static_map::rehash`): a key that comes again needs no other, but other keys cannot have it.
///
/// Orders: relaxed unless a call says another. What a thread did before a call that wrote a value
/// and releases is seen by a thread whose call acquires and gets that value. Between kernels of one
/// stream nothing need be said. Of relaxed calls on one key each thread sees the values in one
/// order, as of any atomic object; of two keys it may see the later one first.
///
/// A key may be put into the 65536 slots from its own on (of smaller maps, all): if these are other
/// keys', the answer is `insertion::full`.
///
/// \tparam Key of 4 or 8 bytes, compared by its bits: an integer, an enum, a pointer, a struct
/// without padding (which needs a `Hash` of its own).
/// \tparam T of 4 or 8 bytes, trivially copyable, compared by its bits with the empty value.
/// \tparam Hash a function object, called in kernels, that makes 32 bits of a key.
/// \tparam Window slots that are loaded at once: 1, 2 or 4.
/// \tparam Tags of all operations: a scope (`device_scope` unless said: all who use the map must be
/// of it), `in_shared` for slots in shared memory, `few_addresses` where lanes often bring equal
/// keys to `insert_or_update`.
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
  /// What calls on arrays work with.
  using table_type = table_of<>;

  /// A view of `count` slots, at most 2^32 - 1 windows. All of them hold the empty key `no_key` and
  /// the empty value `no_value` at first (`clear_slot`), and their address is a multiple of 16.
  /// Slots beyond the last whole window are not used.
  DIATOMIC_FUNCTION static_map_ref(slot_type* slots, std::size_t count, empty_key<Key> no_key,
                                   empty_value<T> no_value, Hash hash = {})
      : table_{slots, static_cast<std::uint32_t>(count / Window), no_key.value, no_value.value,
               hash} {}

  /// Inserts the key with `v` if it is not there; else changes nothing. Of threads that insert one
  /// key at the same time, one gets `added`.
  /// Orders: all but seq_cst; `found` is an acquire or relaxed.
  template <class... More>
  DIATOMIC_FUNCTION insertion insert(Key key, T v, More...) const {
    T held{};
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.insert(key, v, held, c, t.look(key, c));
  }

  /// As `insert`; `held` receives the key's value: `v`, or the one that was found. It is left alone
  /// if the answer is `full` or `refused`.
  template <class... More>
  DIATOMIC_FUNCTION insertion insert_and_find(Key key, T v, T& held, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.insert(key, v, held, c, t.look(key, c));
  }

  /// Inserts the key with `v`, or sets its value to `v`. `added` says that the key got its slot by
  /// this call; of a key that was erased the answer is `found`.
  /// Orders: relaxed, release.
  template <class... More>
  DIATOMIC_FUNCTION insertion insert_or_assign(Key key, T v, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.assign(key, v, c, t.look(key, c));
  }

  /// Inserts the key with `v`, or sets its value to `v`; `before` receives the value that it had,
  /// the empty value if it was not there. Of threads that exchange the value of one key each gets
  /// what the one before set. Orders: all but seq_cst.
  template <class... More>
  DIATOMIC_FUNCTION insertion insert_or_exchange(Key key, T v, T& before, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.exchange(key, v, before, c, t.look(key, c));
  }

  /// Inserts the key with `v`, or updates its value by the operation with `v`:
  /// `insert_or_update<op::add>(word, 1)` counts. Any operation that `T` has.
  ///
  /// Where the empty value is neutral (0 for add, or, xor; the greatest T for min), this is the
  /// operation's own instruction; else a compare-exchange loop. `added` says that the key got its
  /// slot by this call; of a key that was erased the answer is `found`.
  /// Orders: relaxed, release.
  template <op Op, class... More>
  DIATOMIC_FUNCTION insertion insert_or_update(Key key, T v, More...) const {
    static_assert(detail::is_update_v<Op>,
                  "static_map: insert_or_update takes an operation that updates");
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.template update<Op>(key, v, c, t.look(key, c));
  }

  /// The same by a function: `T f(T held, T v)`, without side effects, which may be called several
  /// times. Orders: all but seq_cst.
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F, class... More>
  DIATOMIC_FUNCTION insertion insert_or_update(Key key, T v, F f, More...) const {
    static_assert(
        !detail::is_tag_v<F>,
        "static_map: insert_or_update takes an operation, insert_or_update<op::add>(...), "
        "or a function behind the value");
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.update_by(f, key, v, c, t.look(key, c));
  }

  /// Whether the key is in the map; then `v` receives its value, and is left alone otherwise.
  /// Orders: relaxed, acquire.
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

  /// Erases the key; whether it was there. Of threads that erase one key at the same time, one gets
  /// true. Orders: all but seq_cst.
  template <class... More>
  DIATOMIC_FUNCTION bool erase(Key key, More...) const {
    const table_of<More...> t = as<More...>();
    const auto c = t.start(key);
    return t.erase(key, c, t.look(key, c));
  }

  /// Empties slot `i`, below `capacity()`, when nobody uses the map: for slots in shared memory.
  DIATOMIC_FUNCTION void clear_slot(std::size_t i) const {
    slot_type free{};
    free.key = table_type::word_of_key(table_.empty_key);
    free.value = table_.empty_value;
    table_.slots[i] = free;
  }

  /// Number of slots.
  DIATOMIC_FUNCTION std::size_t capacity() const { return std::size_t{table_.windows} * Window; }
  /// The key that is none.
  DIATOMIC_FUNCTION Key empty_key_value() const { return table_.empty_key; }
  /// The value that is none.
  DIATOMIC_FUNCTION T empty_mapped_value() const { return table_.empty_value; }

  /// For calls on arrays.
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
