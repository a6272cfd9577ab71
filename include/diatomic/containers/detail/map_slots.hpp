// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Hash-table slots, each with a key and its value, and how a window of slots is loaded at once.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/dispatch/cas_loop.hpp>
#include <diatomic/dispatch/entry.hpp>
#include <diatomic/dispatch/static_checks.hpp>
#include <diatomic/dispatch/update.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A slot: 8 bytes if key and value have 4 each; else 16, whose unused bytes are zero.
///@{
template <class Key, class T, std::size_t = sizeof(Key), std::size_t = sizeof(T)>
struct map_slot {
  using key_word = unsigned_of<Key>;
  key_word key;
  T value;
};
template <class Key, class T>
struct alignas(8) map_slot<Key, T, 4, 4> {
  using key_word = std::uint32_t;
  key_word key;
  T value;
};
template <class Key, class T>
struct alignas(16) map_slot<Key, T, 8, 8> {
  using key_word = std::uint64_t;
  key_word key;
  T value;
};
template <class Key, class T>
struct alignas(16) map_slot<Key, T, 4, 8> {
  using key_word = std::uint64_t;
  key_word key;
  T value;
};
template <class Key, class T>
struct alignas(16) map_slot<Key, T, 8, 4> {
  using key_word = std::uint64_t;
  key_word key;
  T value;
  std::uint32_t zeros = 0;
};
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {
template <class Key, class T, std::size_t KeySize, std::size_t ValueSize>
inline constexpr bool has_no_padding_v<detail::map_slot<Key, T, KeySize, ValueSize>> = true;
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Whether 16-byte slots are claimed by one compare-exchange on chips that support it.
inline constexpr bool claims_16_bytes = true;

/// Whether the chip has a 16-byte load instruction, and a 16-byte compare-exchange too.
///@{
#if DIATOMIC_HAS_INT128
template <class Access>
inline constexpr bool loads_16_bytes_v =
    entry_v<op::load, uint128, Access>.level == support::native;
template <class Access>
inline constexpr bool exchanges_16_bytes_v =
    claims_16_bytes && loads_16_bytes_v<Access> &&
    entry_v<op::compare_exchange, uint128, Access>.level == support::native;
#else
template <class Access>
inline constexpr bool loads_16_bytes_v = false;
template <class Access>
inline constexpr bool exchanges_16_bytes_v = false;
#endif
///@}

/// Whether one compare-exchange claims an empty slot with key and value; else the key is claimed
/// first and the value set afterwards.
template <class Slot, class Access>
inline constexpr bool claims_whole_slot_v = sizeof(Slot) == 8 || exchanges_16_bytes_v<Access>;

/// A map's operations, which take plain values in checked mode too.
///@{
template <class Access, class T>
DIATOMIC_FUNCTION T load_for_map(const T* p) {
  return detail::load<checked<op::load, T, Access>>(p);
}
template <class Access, class T>
DIATOMIC_FUNCTION void store_for_map(T* p, T v) {
  detail::update<op::store, checked<op::store, T, Access>>(p, v);
}
template <class Access, class T>
DIATOMIC_FUNCTION T exchange_for_map(T* p, T v) {
  return detail::update<op::exchange, checked<op::exchange, T, Access>>(p, v);
}
template <class Access, class T>
DIATOMIC_FUNCTION T compare_exchange_for_map(T* p, T expected, T desired) {
  using access = checked<op::compare_exchange, T, Access>;
  return detail::compare_exchange<access>(p, expected, desired);
}
///@}

/// A user's hash as 32 bits, of which the upper ones select a window. Hashes such as `std::hash`
/// may differ in their lower bits alone, or in their upper bits.
template <class H>
DIATOMIC_FUNCTION std::uint32_t spread(H hash) {
  static_assert((std::is_integral_v<H> || std::is_enum_v<H>) && sizeof(H) <= 8,
                "static_map: a hash is an integer or an enum of at most 8 bytes");
  if constexpr (sizeof(H) <= 4) {
    return static_cast<std::uint32_t>(hash) * 0x9e3779b9u;
  } else {
    auto bits = static_cast<std::uint64_t>(hash);
    bits = (bits ^ bits >> 32) * 0x9e3779b97f4a7c15u;
    return static_cast<std::uint32_t>(bits >> 32);
  }
}

/// Slots that were loaded together, with their values if `map_values_v` is true.
template <class Slot, unsigned Window>
struct alignas(sizeof(Slot) * Window < 16 ? sizeof(Slot) * Window : 16) map_window {
  Slot at[Window];
};
template <class Slot, class Access>
inline constexpr bool map_values_v = sizeof(Slot) == 8 || loads_16_bytes_v<Access>;

/// The slots from `first` on, each loaded atomically; only their keys, if 16 bytes cannot be loaded
/// atomically.
template <class Access, unsigned Window, class Slot>
DIATOMIC_FUNCTION map_window<Slot, Window> load_window(const Slot* first) {
#if DIATOMIC_HAS_INT128
  if constexpr (loads_16_bytes_v<Access> && sizeof(Slot) * Window % 16 == 0) {
    struct alignas(16) words {
      uint128 at[sizeof(Slot) * Window / 16];
    } all{};
    const auto* const from = reinterpret_cast<const uint128*>(first);
    for (unsigned i = 0; i < sizeof(Slot) * Window / 16; ++i) {
      all.at[i] = detail::load_for_map<Access>(from + i);
    }
    return detail::bits_as<map_window<Slot, Window>>(all);
  }
#endif
  map_window<Slot, Window> w{};
  for (unsigned i = 0; i < Window; ++i) {
    if constexpr (sizeof(Slot) == 8) {
      w.at[i] = detail::load_for_map<Access>(first + i);
    } else {
      w.at[i].key = detail::load_for_map<Access>(__builtin_addressof(first[i].key));
    }
  }
  return w;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
