// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Numbers in the order of `arg_min` and `fetch_min`: of floats, IEEE 754's totalOrder.

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace test {

/// The unsigned integer of T's size.
template <class T>
using word_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Whether a comes before b; of floats by clause 5.10: first by the sign, then by the magnitude's
/// bits, NaNs included.
template <class T>
bool comes_before(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    word_of<T> x;
    word_of<T> y;
    std::memcpy(&x, &a, sizeof a);
    std::memcpy(&y, &b, sizeof b);
    constexpr int sign = 8 * sizeof(T) - 1;
    if (x >> sign != y >> sign) return x >> sign != 0;
    return x >> sign != 0 ? x > y : x < y;
  } else {
    return a < b;
  }
}

/// The T that none comes after; of floats the positive NaN with all bits set.
template <class T>
T most_in_order() {
  if constexpr (!std::is_floating_point_v<T>) return std::numeric_limits<T>::max();
  const auto bits = static_cast<word_of<T>>(~word_of<T>{0} >> 1);
  T v;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}

/// The T that none comes before; of floats the negative NaN with all bits set.
template <class T>
T least_in_order() {
  if constexpr (!std::is_floating_point_v<T>) return std::numeric_limits<T>::lowest();
  const auto bits = static_cast<word_of<T>>(~word_of<T>{0});
  T v;
  std::memcpy(&v, &bits, sizeof v);
  return v;
}

}  // namespace test
