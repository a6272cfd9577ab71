// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The hash table: linear probing in windows of a few slots that are loaded at once.
///
/// A slot is empty, or belongs to one key until the table is cleared. So the value alone tells
/// whether the key is in the table, and each change is one atomic operation on the value, or on key
/// and value together. No thread waits for another, and the lanes of a warp may use the table in
/// lockstep.

#include <cstddef>
#include <cstdint>
#include <utility>

#include <diatomic/containers/detail/map_slots.hpp>
#include <diatomic/containers/insertion.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/dispatch/static_checks.hpp>
#include <diatomic/dispatch/update.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The number of slots, from its home slot on, that a key may occupy. At a load of 0.95 the longest
/// run of used slots among 2^26 is shorter. In a full table an insertion gives up after this many
/// slots.
inline constexpr unsigned map_reach = 65536;

/// A variable, since nvcc does not let device code call a constexpr host function.
template <op Op>
inline constexpr bool is_update_v = updates.has(Op);

template <std::size_t... At>
DIATOMIC_FUNCTION bool has_element_below(float limit, const pack<float, sizeof...(At)>& v,
                                         std::index_sequence<At...>) {
  return ((v.at[At] < limit && v.at[At] > -limit) || ...);
}
/// Whether a sum of `v` and another number may be subnormal, which 32-bit float instructions treat
/// as zero, and so perhaps as the empty value. If every |element| of `v` is 2^-101 or more, each
/// sum is 0 or a multiple of 2^-125, which is normal.
template <op Op, class T>
DIATOMIC_FUNCTION bool may_become_subnormal(const T& v) {
  if constexpr (adds_f32_v<Op, T>) {
    return detail::has_element_below(0x1p-101f, detail::bits_as<pack_of<T>>(v),
                                     std::make_index_sequence<element_count_v<T>>{});
  } else {
    return false;
  }
}

/// The new value, given an old value that may be empty.
///@{
template <op Op, class Access, class T>
struct updating_by_op {
  T operand;
  T empty;
  DIATOMIC_FUNCTION T operator()(const T& old) const {
    return detail::same_bits(old, empty)
               ? operand
               : detail::result_for<Op, subnormals_of<Access>>(old, operand);
  }
};
template <class F, class T>
struct updating_by_function {
  F& f;
  T operand;
  T empty;
  DIATOMIC_EXEC_CHECK_DISABLE
  DIATOMIC_FUNCTION T operator()(const T& old) const {
    return detail::same_bits(old, empty) ? operand : f(old, operand);
  }
};
///@}

template <class Key, class T, class Hash, unsigned Window, class Access>
struct map_table {
  using key_type = Key;
  using value_type = T;
  using slot = map_slot<Key, T>;
  using key_word = typename slot::key_word;
  using unordered = typename Access::template with_order<memory_order::relaxed>;

  slot* slots;  ///< `windows` times `Window`
  std::uint32_t windows;
  Key empty_key;
  T empty_value;
  Hash hash;

  /// The current window, and the number of windows tried before.
  struct cursor {
    std::uint32_t window;
    std::uint32_t tried;
  };
  /// The first slot of a window that is empty or holds the key; `at` is null if the window has no
  /// such slot.
  struct pick {
    slot* at;
    slot held;
  };
  /// A key's slot; `at` is null if no slot is free.
  struct place {
    slot* at;
    bool is_new;     ///< this call assigned the slot to the key
    bool has_value;  ///< and stored the value with it
  };

  static DIATOMIC_FUNCTION key_word word_of_key(Key key) {
    return static_cast<key_word>(detail::bits_as<unsigned_of<Key>>(key));
  }
  static DIATOMIC_FUNCTION Key key_of_word(key_word w) {
    return detail::bits_as<Key>(static_cast<unsigned_of<Key>>(w));
  }
  DIATOMIC_FUNCTION bool is_none(const T& v) const { return detail::same_bits(v, empty_value); }
  DIATOMIC_FUNCTION bool refuses(Key key, const T& v) const {
    return detail::same_bits(key, empty_key) || is_none(v);
  }
  DIATOMIC_FUNCTION std::uint32_t reach() const {
    constexpr std::uint32_t max_windows = map_reach / Window;
    return windows < max_windows ? windows : max_windows;
  }

  DIATOMIC_FUNCTION cursor start(Key key) const {
    // Multiply-high maps the hash to a window: uniform for any number of windows, and without a
    // division.
    return {static_cast<std::uint32_t>(std::uint64_t{detail::spread(hash(key))} * windows >> 32),
            0};
  }
  DIATOMIC_FUNCTION void go_on(cursor& c) const {
    c.window = c.window + 1 == windows ? 0 : c.window + 1;
    ++c.tried;
  }

  DIATOMIC_FUNCTION pick look(Key key, cursor c) const {
    if (windows == 0) return {};
    slot* const first = slots + std::size_t{c.window} * Window;
    const map_window<slot, Window> w = detail::load_window<unordered, Window>(first);
    const key_word own = word_of_key(key);
    const key_word none = word_of_key(empty_key);
    pick p{};
    for (unsigned i = Window; i-- > 0;) {
      if (w.at[i].key == own || w.at[i].key == none) p = {first + i, w.at[i]};
    }
    return p;
  }

  /// The key's slot, or null if the key has no slot.
  DIATOMIC_FUNCTION slot* slot_of(Key key, cursor c, pick& p) const {
    for (;;) {
      if (p.at != nullptr) return p.held.key == word_of_key(key) ? p.at : nullptr;
      go_on(c);
      if (c.tried >= reach()) return nullptr;
      p = look(key, c);
    }
  }

  DIATOMIC_FUNCTION bool find(Key key, T& v, cursor c, pick p) const {
    // An empty slot may go to another key before its value is loaded.
    if (detail::same_bits(key, empty_key)) return false;
    const slot* const at = slot_of(key, c, p);
    if (at == nullptr) return false;
    T held = p.held.value;
    // Only a separate load of the value can order; the value loaded with the key is enough for
    // relaxed.
    if constexpr (!map_values_v<slot, unordered> || Access::order != memory_order::relaxed) {
      held = detail::load_for_map<Access>(__builtin_addressof(at->value));
    }
    if (is_none(held)) return false;
    v = held;
    return true;
  }

  /// The key's slot; assigns one if the key has none yet.
  DIATOMIC_FUNCTION place claim(Key key, const T& v, cursor c, pick& p) const {
    for (;;) {
      if (p.at == nullptr) {
        go_on(c);
        if (c.tried >= reach()) return {nullptr, false, false};
      } else if (p.held.key == word_of_key(key)) {
        return {p.at, false, false};
      } else {
        const place won = claim_empty(key, v, p);
        if (won.at != nullptr) return won;
      }
      p = look(key, c);  // The next window; or this one again, if another key took its slot.
    }
  }

  DIATOMIC_FUNCTION insertion insert(Key key, const T& v, T& held, cursor c, pick p) const {
    if (refuses(key, v)) return insertion::refused;
    const place own = claim(key, v, c, p);
    if (own.at == nullptr) return insertion::full;
    held = v;
    if (own.has_value) return insertion::added;
    constexpr bool load_is_enough =
        Access::order == memory_order::relaxed || Access::order == memory_order::release;
    if (load_is_enough && !own.is_new) {
      T seen = p.held.value;
      if constexpr (!map_values_v<slot, unordered>) {
        seen = detail::load_for_map<unordered>(__builtin_addressof(own.at->value));
      }
      if (!is_none(seen)) {
        held = seen;
        return insertion::found;
      }
    }
    const T before = detail::compare_exchange_for_map<Access>(__builtin_addressof(own.at->value),
                                                              empty_value, v);
    if (is_none(before)) return insertion::added;
    held = before;
    return insertion::found;
  }

  DIATOMIC_FUNCTION insertion assign(Key key, const T& v, cursor c, pick p) const {
    if (refuses(key, v)) return insertion::refused;
    const place own = claim(key, v, c, p);
    if (own.at == nullptr) return insertion::full;
    if (!own.has_value) detail::store_for_map<Access>(__builtin_addressof(own.at->value), v);
    return own.is_new ? insertion::added : insertion::found;
  }

  DIATOMIC_FUNCTION insertion exchange(Key key, const T& v, T& before, cursor c, pick p) const {
    if (refuses(key, v)) return insertion::refused;
    const place own = claim(key, v, c, p);
    if (own.at == nullptr) return insertion::full;
    before = empty_value;
    if (!own.has_value)
      before = detail::exchange_for_map<Access>(__builtin_addressof(own.at->value), v);
    return is_none(before) ? insertion::added : insertion::found;
  }

  template <op Op>
  DIATOMIC_FUNCTION insertion update(Key key, const T& v, cursor c, pick p) const {
    if (refuses(key, v)) return insertion::refused;
    const place own = claim(key, v, c, p);
    if (own.at == nullptr) return insertion::full;
    if (!own.has_value) {
      if (detail::same_bits(diatomic::result_of<Op>(empty_value, v), v) &&
          !detail::may_become_subnormal<Op>(v)) {
        // The empty value is the operation's identity, so the plain operation is correct in both
        // cases.
        using access = checked<Op, T, typename Access::without_result>;
        detail::update<Op, access>(__builtin_addressof(own.at->value), v);
      } else {
        const updating_by_op<Op, Access, T> f{v, empty_value};
        detail::fetch_update<checked<op::compare_exchange, T, Access>>(
            __builtin_addressof(own.at->value), f);
      }
    }
    return own.is_new ? insertion::added : insertion::found;
  }

  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F>
  DIATOMIC_FUNCTION insertion update_by(F& f, Key key, const T& v, cursor c, pick p) const {
    if (refuses(key, v)) return insertion::refused;
    const place own = claim(key, v, c, p);
    if (own.at == nullptr) return insertion::full;
    if (!own.has_value) {
      const updating_by_function<F, T> g{f, v, empty_value};
      detail::fetch_update<checked<op::compare_exchange, T, Access>>(
          __builtin_addressof(own.at->value), g);
    }
    return own.is_new ? insertion::added : insertion::found;
  }

  DIATOMIC_FUNCTION bool erase(Key key, cursor c, pick p) const {
    if (detail::same_bits(key, empty_key)) return false;
    slot* const at = slot_of(key, c, p);
    if (at == nullptr) return false;
    return !is_none(detail::exchange_for_map<Access>(__builtin_addressof(at->value), empty_value));
  }

 private:
  /// Assigns the empty slot `p.at` to the key, unless another key took it meanwhile.
  DIATOMIC_FUNCTION place claim_empty(Key key, const T& v, pick& p) const {
    const key_word own = word_of_key(key);
    const key_word none = word_of_key(empty_key);
    if constexpr (claims_whole_slot_v<slot, unordered>) {
      slot free{};
      free.key = none;
      free.value = empty_value;
      slot taken{};
      taken.key = own;
      taken.value = v;
      p.held = detail::compare_exchange_for_map<Access>(p.at, free, taken);
    } else {
      p.held.key =
          detail::compare_exchange_for_map<unordered>(__builtin_addressof(p.at->key), none, own);
    }
    if (p.held.key == none) return {p.at, true, claims_whole_slot_v<slot, unordered>};
    return {p.held.key == own ? p.at : nullptr, false, false};
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
