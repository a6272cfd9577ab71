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
enum class kind : std::uint8_t { unknown, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };
inline constexpr int kind_count = 11;

constexpr bool is_float(kind k) { return k == kind::f32 || k == kind::f64; }
constexpr bool is_signed_integer(kind k) {
  return k == kind::i8 || k == kind::i16 || k == kind::i32 || k == kind::i64;
}
/// Bytes of a word of the kind.
constexpr std::size_t size_of(kind k) {
  constexpr std::size_t sizes[kind_count] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return sizes[static_cast<int>(k)];
}

/// Specialise as true for a type of yours that holds floats and no padding: padding cannot be seen
/// from here where a type's equal values may differ in their bits.
template <class T>
inline constexpr bool has_no_padding_v = std::has_unique_object_representations_v<T>;

namespace detail {

/// The integer of so many bytes.
constexpr kind integer_kind(std::size_t size, bool is_signed) {
  return size == 1   ? (is_signed ? kind::i8 : kind::u8)
         : size == 2 ? (is_signed ? kind::i16 : kind::u16)
         : size == 4 ? (is_signed ? kind::i32 : kind::u32)
         : size == 8 ? (is_signed ? kind::i64 : kind::u64)
                     : kind::unknown;
}

template <class T>
constexpr kind find_kind() {
  if constexpr (std::is_same_v<T, float>) {
    return kind::f32;
  } else if constexpr (std::is_same_v<T, double>) {
    return kind::f64;
  } else if constexpr (std::is_integral_v<T>) {
    return integer_kind(sizeof(T), std::is_signed_v<T>);
  } else if constexpr (std::is_enum_v<T>) {
    return find_kind<std::underlying_type_t<T>>();
  } else if constexpr (std::is_object_v<T> && std::is_trivially_copyable_v<T>) {
    return integer_kind(sizeof(T), false);
  } else {
    return kind::unknown;
  }
}

template <std::size_t Size>
struct sized;
template <>
struct sized<1> {
  using unsigned_type = std::uint8_t;
  using signed_type = std::int8_t;
};
template <>
struct sized<2> {
  using unsigned_type = std::uint16_t;
  using signed_type = std::int16_t;
};
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

/// The kind of T: of an enum its integer's; of pointers, structs and the like, which can only be
/// moved and compared, the unsigned integer's of their size. `kind::unknown` if there is none.
template <class T>
inline constexpr kind kind_of_v = detail::find_kind<std::remove_cv_t<T>>();

namespace detail {
// As variables: nvcc lets no device code call a constexpr function of the host.
template <class T>
inline constexpr bool is_float_v = is_float(kind_of_v<T>);
template <class T>
inline constexpr bool is_signed_v = is_signed_integer(kind_of_v<T>);

/// Whether operations compute with a T: all of them, those on single bits only (enums, bool), or
/// none, so that it is only moved and compared.
enum class computing : std::uint8_t { none, bits, all };
template <class T>
inline constexpr computing computing_v =
    std::is_same_v<T, bool> || std::is_enum_v<T> ? computing::bits
    : std::is_arithmetic_v<T>                    ? computing::all
                                                 : computing::none;
}  // namespace detail

/// An operand: converts to T, and takes no part in deducing it.
template <class T>
using value = typename detail::identity<T>::type;

}  // namespace diatomic
