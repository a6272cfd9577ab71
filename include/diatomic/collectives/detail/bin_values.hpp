// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Which values a binning function takes.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>
#include DIATOMIC_BACKEND_HEADER(backend.hpp)
#include <diatomic/collectives/detail/even_edges.hpp>
#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

struct value_bin;
template <class Float>
struct basic_even_bin;
template <class Integer>
class even_integer_bin;
template <class Edge>
class edge_bin;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The integer type of an enum, or T.
template <class T, bool IsEnum = std::is_enum_v<T>>
struct integer_behind {
  using type = std::underlying_type_t<T>;
};
template <class T>
struct integer_behind<T, false> : identity<T> {};

/// Whether T is an integer of at most `Size` bytes, or an enum with such an integer.
template <class T, std::size_t Size>
inline constexpr bool is_integer_up_to_v =
    is_integer_v<typename integer_behind<T>::type> && sizeof(T) <= Size;

/// Whether Float has each value of the class T: its conversion does not narrow.
template <class T, class Float, class = void>
inline constexpr bool converts_exactly_v = false;
template <class T, class Float>
inline constexpr bool
    converts_exactly_v<T, Float, std::void_t<decltype(Float{std::declval<const T&>()})>> =
        std::is_class_v<T>;

/// Whether Float has each value of T.
template <class T, class Float>
inline constexpr bool fits_float_v =
    std::is_floating_point_v<T> ? sizeof(T) <= sizeof(Float)
                                : is_integer_up_to_v<T, sizeof(Float) / 2> || is_float16_v<T> ||
                                      converts_exactly_v<T, Float>;

/// The one place that decides whether a binning function takes values of a type: its call operator
/// asks it, and so does each call on arrays. A caller's function takes what it can be called with.
template <class Bin>
struct bin_values {
  template <class T>
  static DIATOMIC_FUNCTION void check() {}
};
template <>
struct bin_values<value_bin> {
  template <class T>
  static DIATOMIC_FUNCTION void check() {
    static_assert(is_integer_up_to_v<T, 8>,
                  "diatomic: value_bin takes integers of up to 64 bits; for floats there is "
                  "even_bin");
  }
};
template <class Float>
struct bin_values<basic_even_bin<Float>> {
  template <class T>
  static DIATOMIC_FUNCTION void check() {
    static_assert(fits_float_v<T, Float>,
                  "diatomic: even_bin would round the value: for doubles and integers of 32 bits "
                  "there is even_double_bin, for all integers even_integer_bins");
  }
};
template <class Integer>
struct bin_values<even_integer_bin<Integer>> {
  template <class T>
  static DIATOMIC_FUNCTION void check() {
    static_assert(is_integer_up_to_v<T, 8>,
                  "diatomic: even_integer_bin takes integers of up to 64 bits; for floats there is "
                  "even_bin");
  }
};

template <class Edge>
struct bin_values<edge_bin<Edge>> {
  template <class T>
  static DIATOMIC_FUNCTION void check() {
    if constexpr (std::is_floating_point_v<Edge>) {
      static_assert(
          fits_float_v<T, Edge>,
          "diatomic: edge_bin would round the value: doubles and integers of 32 bits need "
          "edges of type double, integers of 64 bits need integer edges");
    } else {
      static_assert(is_integer_up_to_v<T, 8>,
                    "diatomic: edge_bin with integer edges takes integers of up to 64 bits; floats "
                    "need edges of type float or double");
    }
  }
};

/// A value that `fits_float_v` as a Float, with any compiler options; a zero may change its sign.
template <class Float, class T>
DIATOMIC_FUNCTION Float exact_float(const T& v) {
  if constexpr (is_float16_v<T>) {
    return detail::exact_float<Float>(
        device_ops::template to_float<kind_of_v<T>>(detail::bits_as<std::uint16_t>(v)));
  } else if constexpr (std::is_same_v<T, float> && std::is_same_v<Float, double>) {
    return detail::value_of_key(detail::key_in_order(v));
  } else {
    return static_cast<Float>(v);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
