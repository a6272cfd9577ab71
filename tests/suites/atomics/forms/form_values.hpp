// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Values of each type by which operations differ: zeros of both signs, ones, the ends of the
/// range, infinities and NaNs of both signs, patterns of bits.

#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/atomics/number_types.hpp>

namespace forms_tests {

using diatomic::kind;
using diatomic::kind_of_v;

/// The bits of numbers of a kind.
template <kind Kind>
std::vector<std::uint64_t> float_bits() {
  if constexpr (Kind == kind::f16) {
    return {0x0000, 0x8000, 0x3c00, 0xbe00, 0x4200, 0x7b53, 0x7c00, 0xfc00, 0x7e01, 0xfe02};
  } else if constexpr (Kind == kind::bf16) {
    return {0x0000, 0x8000, 0x3f80, 0xbfc0, 0x4040, 0x7149, 0x7f80, 0xff80, 0x7fc1, 0xffc2};
  } else if constexpr (Kind == kind::f32) {
    return {0x00000000, 0x80000000, 0x3f800000, 0xbfc00000, 0x40400000,
            0x7149f2ca, 0x7f800000, 0xff800000, 0x7fc00001, 0xffc00002};
  } else {
    return {0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff8000000000000,
            0x4008000000000000, 0x46293e5939a08cea, 0x7ff0000000000000, 0xfff0000000000000,
            0x7ff8000000000001, 0xfff8000000000002};
  }
}

template <class T>
T from_bits(std::uint64_t bits) {
  return diatomic::detail::bits_as<T>(static_cast<diatomic::detail::unsigned_of<T>>(bits));
}

template <class T>
std::vector<T> float_values() {
  std::vector<T> all;
  for (const std::uint64_t bits : float_bits<kind_of_v<T>>()) all.push_back(from_bits<T>(bits));
  return all;
}

template <class T>
std::vector<T> integer_values() {
  using word = diatomic::detail::unsigned_of<T>;
  constexpr auto top = static_cast<word>(word{1} << (8 * sizeof(T) - 1));
  const auto pattern = static_cast<word>(static_cast<word>(~word{0}) / 3 * 2 + 5);  // 10101111
  std::vector<T> all;
  for (const word w : {word{0}, word{1}, word{2}, word{7}, static_cast<word>(~word{0}), top,
                       static_cast<word>(top - 1), pattern}) {
    all.push_back(static_cast<T>(w));
  }
  return all;
}

/// Vectors whose elements are different numbers.
template <class T>
std::vector<T> vector_values() {
  using element = diatomic::detail::element_type<T>;
  std::vector<element> numbers;
  if constexpr (diatomic::detail::is_float_v<element>) {
    numbers = float_values<element>();
  } else {
    numbers = integer_values<element>();
  }
  std::vector<T> all;
  for (const std::size_t step : {3, 1}) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      diatomic::detail::pack_of<T> v;
      std::size_t next = i;
      for (element& e : v.at) {
        e = numbers[next % numbers.size()];
        next += step;
      }
      all.push_back(diatomic::detail::bits_as<T>(v));
    }
    if (diatomic::detail::is_float_v<element>) break;  // small numbers side by side, to shift by
  }
  return all;
}

/// All values of a T that are tried.
template <class T>
std::vector<T> values_of() {
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else if constexpr (diatomic::detail::complex_number<T>::value) {
    return {T(1, -2), T(0, 0), T(-1.5, 3), T(0.25f, 1024), T(7, 7)};
  } else if constexpr (std::is_pointer_v<T>) {
    std::vector<T> all;
    for (const unsigned long long address : {0x7f0000001000ull, 0x100000000ull, 0xfffffff0ull}) {
      all.push_back(reinterpret_cast<T>(address));
    }
    return all;
  } else if constexpr (diatomic::detail::is_vector_v<T>) {
    return vector_values<T>();
  } else if constexpr (diatomic::detail::is_float_v<T>) {
    return float_values<T>();
  } else {
    std::vector<T> all;
    for (const auto w : integer_values<diatomic::detail::unsigned_of<T>>()) {
      all.push_back(diatomic::detail::bits_as<T>(w));
    }
    return all;
  }
}

/// What is added to a T: numbers of elements to a pointer, both ways.
template <class T>
std::vector<typename diatomic::detail::addend<T>::type> operands_of() {
  if constexpr (std::is_pointer_v<T>) {
    return {0, 1, -1, 5, -1000, 1 << 20};
  } else {
    return values_of<T>();
  }
}

}  // namespace forms_tests
