// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Maps C++ types to kinds, by size and signedness, so that `long`, `long long`, `size_t` and
/// `int64_t` are one kind on every platform. Independent of the backend.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/kinds.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// Specialise as true for a type of yours that contains floats but no padding. The library cannot
/// detect padding in types whose equal values may differ in their bits.
template <class T>
inline constexpr bool has_no_padding_v = std::has_unique_object_representations_v<T>;

}  // namespace DIATOMIC_VERSION_NS

namespace detail {
inline namespace DIATOMIC_VERSION_NS {

/// `std::declval`, without its header.
template <class T>
DIATOMIC_FUNCTION T&& declval() noexcept;

/// The integer kind of `size` bytes.
DIATOMIC_CONSTEXPR kind integer_kind(std::size_t size, bool is_signed) {
  return size == 1    ? (is_signed ? kind::i8 : kind::u8)
         : size == 2  ? (is_signed ? kind::i16 : kind::u16)
         : size == 4  ? (is_signed ? kind::i32 : kind::u32)
         : size == 8  ? (is_signed ? kind::i64 : kind::u64)
         : size == 16 ? (is_signed ? kind::i128 : kind::u128)
                      : kind::unknown;
}

// A compiler extension, which `std::is_integral_v` need not accept.
#if DIATOMIC_HAS_INT128
#if defined(__GNUC__)
__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;
#else  // NVRTC does not know __extension__
using int128 = __int128;
using uint128 = unsigned __int128;
#endif
#else
struct int128;
struct uint128;
#endif
template <class T>
inline constexpr bool is_integer_v =
    std::is_integral_v<T> || std::is_same_v<T, int128> || std::is_same_v<T, uint128>;

/// A 16-bit float, as bits.
template <kind Kind>
struct alignas(2) float16 {
  std::uint16_t bits;
};
/// The elements of a vector.
template <class Element, int Count>
struct alignas(sizeof(Element) * static_cast<std::size_t>(Count)) pack {
  Element at[static_cast<std::size_t>(Count)];
};

/// The kind of a T; the kind of `Count` elements of type T.
///@{
template <class T>
DIATOMIC_CONSTEXPR kind find_kind();
template <class T, int Count>
inline constexpr kind vector_kind_v = tables::vector_kind_of(detail::find_kind<T>(), Count);
///@}
/// The type of the elements of vectors of this kind.
template <kind Kind>
using number_of = std::conditional_t<
    Kind == kind::f32, float,
    std::conditional_t<Kind == kind::f64, double,
                       std::conditional_t<Kind == kind::i32, std::int32_t, float16<Kind>>>>;

/// Complex numbers of std, thrust and cuda::std: two numbers, `real()` and `imag()`.
template <class T, class = void>
struct complex_number : std::false_type {};
template <class T>
struct complex_number<T, std::void_t<typename T::value_type, decltype(detail::declval<T&>().real()),
                                     decltype(detail::declval<T&>().imag())>>
    : std::bool_constant<sizeof(T) == 2 * sizeof(typename T::value_type)> {};
template <class T, bool = complex_number<T>::value>
inline constexpr kind complex_kind_v = kind::unknown;
template <class T>
inline constexpr kind complex_kind_v<T, true> =
    tables::is_float(detail::find_kind<typename T::value_type>())
        ? vector_kind_v<typename T::value_type, 2>
        : kind::unknown;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace detail

inline namespace DIATOMIC_VERSION_NS {

/// The kind of number that a class type is. `kind::unknown` if the class is not a number: its
/// objects can only be moved and compared. The vendors' half, bfloat16 and vector types and all
/// complex numbers are known. Specialise it for a type of yours with the layout of a float or
/// vector kind or of `kind::i64`; the latter supports sums.
template <class T>
inline constexpr kind number_kind_v = detail::complex_kind_v<T>;
template <kind Kind>
inline constexpr kind number_kind_v<detail::float16<Kind>> = Kind;
template <class Element, int Count>
inline constexpr kind number_kind_v<detail::pack<Element, Count>> =
    detail::vector_kind_v<Element, Count>;

}  // namespace DIATOMIC_VERSION_NS

namespace detail {
inline namespace DIATOMIC_VERSION_NS {

template <class T>
DIATOMIC_CONSTEXPR kind find_kind() {
  if constexpr (std::is_same_v<T, float>) {
    return kind::f32;
  } else if constexpr (std::is_same_v<T, double>) {
    return kind::f64;
  } else if constexpr (is_integer_v<T>) {
    return detail::integer_kind(sizeof(T), static_cast<T>(-1) < T{});
  } else if constexpr (number_kind_v<T> != kind::unknown) {
    return number_kind_v<T>;
  } else if constexpr (std::is_enum_v<T>) {
    return detail::find_kind<std::underlying_type_t<T>>();
  } else if constexpr (std::is_object_v<T> && std::is_trivially_copyable_v<T> &&
                       !std::is_floating_point_v<T>) {
    return integer_kind(sizeof(T), false);
  } else {
    return kind::unknown;
  }
}

template <class Unsigned, class Signed>
struct integers_of_size {
  using unsigned_type = Unsigned;
  using signed_type = Signed;
};
template <std::size_t Size>
struct sized;
template <>
struct sized<1> : integers_of_size<std::uint8_t, std::int8_t> {};
template <>
struct sized<2> : integers_of_size<std::uint16_t, std::int16_t> {};
template <>
struct sized<4> : integers_of_size<std::uint32_t, std::int32_t> {};
template <>
struct sized<8> : integers_of_size<std::uint64_t, std::int64_t> {};
template <>
struct sized<16> : integers_of_size<uint128, int128> {};

/// The unsigned and the signed integer of T's size.
template <class T>
using unsigned_of = typename sized<sizeof(T)>::unsigned_type;
template <class T>
using signed_of = typename sized<sizeof(T)>::signed_type;

template <class T>
struct identity {
  using type = T;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace detail

inline namespace DIATOMIC_VERSION_NS {

/// The kind of T. An enum has the kind of its integer. Pointers, structs and the like, which can
/// only be moved and compared, have the kind of the unsigned integer of their size. `kind::unknown`
/// for all other types.
template <class T>
inline constexpr kind kind_of_v = detail::find_kind<std::remove_cv_t<T>>();

}  // namespace DIATOMIC_VERSION_NS

namespace detail {
inline namespace DIATOMIC_VERSION_NS {
// Variables, not functions: nvcc does not let device code call constexpr host functions.
template <class T>
inline constexpr bool is_float_v = tables::is_float(kind_of_v<T>);
template <class T>
inline constexpr bool is_float16_v = is_float_v<T> && sizeof(T) == 2;
template <class T>
inline constexpr bool is_signed_v = tables::is_signed_integer(kind_of_v<T>);
/// A class whose numbers are 64-bit counts, such as `fixed_point`.
template <class T>
inline constexpr bool is_count_v = number_kind_v<T> == kind::i64;
template <class T>
inline constexpr int element_count_v = tables::element_count(kind_of_v<T>);
template <class T>
inline constexpr bool is_vector_v = element_count_v<T> > 1;

/// The type of T's elements, and T as an array of them; the same of the parts that it is updated
/// by.
template <class T>
using element_type = number_of<tables::element_of(kind_of_v<T>)>;
template <class T>
using pack_of = pack<element_type<T>, element_count_v<T>>;
template <class T, kind Part = tables::part_of(kind_of_v<T>)>
using part_type =
    std::conditional_t<tables::element_count(Part) == 2, pack<element_type<T>, 2>, element_type<T>>;
template <class T>
using parts_of = pack<part_type<T>, static_cast<int>(sizeof(T) / sizeof(part_type<T>))>;

/// Which operations compute with a T: all that are defined for its kind; add and sub (pointers,
/// complex numbers of floats, counts); and, or and xor (enums, bool); or none, so that objects can
/// only be moved and compared.
enum class computing : std::uint8_t { none, bits, sums, all };
template <class T>
inline constexpr computing computing_v =
    std::is_same_v<T, bool> || std::is_enum_v<T>                                  ? computing::bits
    : is_integer_v<T> || std::is_same_v<T, float> || std::is_same_v<T, double>    ? computing::all
    : std::is_pointer_v<T>                                                        ? computing::sums
    : number_kind_v<std::remove_cv_t<T>> == kind::unknown                         ? computing::none
    : complex_number<T>::value || number_kind_v<std::remove_cv_t<T>> == kind::i64 ? computing::sums
                                                                                  : computing::all;

/// The operand of an addition to a T: a T, or a number of elements for a pointer.
template <class T>
struct addend : identity<T> {};
template <class T>
struct addend<T*> : identity<std::ptrdiff_t> {};

/// The type whose value an argument of type T stands for: T, or `unsigned` for an object of an
/// empty class that converts to it. HIP 5 defines `threadIdx.x` and `blockDim.x` so.
template <class T, class = void>
struct argument_value : identity<std::remove_cv_t<T>> {};
template <class T>
struct argument_value<T, std::enable_if_t<__is_empty(T) && sizeof(static_cast<unsigned>(
                                                               detail::declval<const T&>()))>>
    : identity<unsigned> {};
template <class T>
using argument_value_t = typename argument_value<T>::type;
}  // namespace DIATOMIC_VERSION_NS
}  // namespace detail
}  // namespace diatomic
