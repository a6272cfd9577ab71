// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Which C++ type is which kind. Kinds go by size and signedness, so that `long`, `long long`,
/// `size_t` and `int64_t` are one kind on every platform. Knows no backend.

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace diatomic {

/// What the support tables speak of in place of C++ types.
enum class kind : std::uint8_t { unknown, i32, u32, i64, u64, f32, f64 };
inline constexpr int kind_count = 7;

constexpr bool is_float(kind k) { return k == kind::f32 || k == kind::f64; }
constexpr bool is_signed_integer(kind k) { return k == kind::i32 || k == kind::i64; }
/// Bytes of a word of the kind.
constexpr std::size_t size_of(kind k) {
  return k == kind::unknown ? 0 : k == kind::i32 || k == kind::u32 || k == kind::f32 ? 4 : 8;
}

namespace detail {

template <class T>
constexpr kind find_kind() {
  if constexpr (std::is_same_v<T, float>) {
    return kind::f32;
  } else if constexpr (std::is_same_v<T, double>) {
    return kind::f64;
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 4) {
    return std::is_signed_v<T> ? kind::i32 : kind::u32;
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
    return std::is_signed_v<T> ? kind::i64 : kind::u64;
  } else {
    return kind::unknown;
  }
}

template <std::size_t Size>
struct sized;
template <>
struct sized<4> {
  using unsigned_type = std::uint32_t;
  using signed_type = std::int32_t;
};
template <>
struct sized<8> {
  using unsigned_type = std::uint64_t;
  using signed_type = std::int64_t;
};

/// The unsigned, and the signed, integer of T's size.
template <class T>
using unsigned_of = typename sized<sizeof(T)>::unsigned_type;
template <class T>
using signed_of = typename sized<sizeof(T)>::signed_type;

template <class T>
struct identity {
  using type = T;
};

}  // namespace detail

/// The kind of T; `kind::unknown` if no cell of any table speaks of T.
template <class T>
inline constexpr kind kind_of_v = detail::find_kind<std::remove_cv_t<T>>();

namespace detail {
// As variables: nvcc lets no device code call a constexpr function of the host.
template <class T>
inline constexpr bool is_float_v = is_float(kind_of_v<T>);
template <class T>
inline constexpr bool is_signed_v = is_signed_integer(kind_of_v<T>);
}  // namespace detail

/// An operand: converts to T, and takes no part in deducing it.
template <class T>
using value = typename detail::identity<T>::type;

}  // namespace diatomic
