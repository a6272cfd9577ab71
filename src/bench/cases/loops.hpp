// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The compare-exchange loop of textbooks, for what a contender has no function for.

#include <type_traits>

#include <diatomic/diatomic.hpp>

namespace bench {

using diatomic::memory_scope;
using diatomic::op;

/// How a contender does an operation on a type.
enum class way { none, call, loop };

template <class T>
inline constexpr bool is_half = !std::is_arithmetic_v<T>;

/// A word of T's size, as the vendors' functions spell it.
template <class T>
using plain_word =
    std::conditional_t<sizeof(T) == 2, unsigned short,
                       std::conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>>;

/// A number as a T; halves know only `float`.
template <class T, class Number>
DIATOMIC_DEVICE T number(Number n) {
  if constexpr (is_half<T>) {
    return static_cast<T>(static_cast<float>(n));
  } else {
    return static_cast<T>(n);
  }
}

/// The value in floating point where T is a half, which may lack arithmetic.
template <class T>
DIATOMIC_DEVICE auto widened(T v) {
  if constexpr (is_half<T>) {
    return static_cast<float>(v);
  } else {
    return v;
  }
}

template <class T>
DIATOMIC_DEVICE bool same_bits(T a, T b) {
  using diatomic::detail::bits_as;
  return bits_as<plain_word<T>>(a) == bits_as<plain_word<T>>(b);
}

/// `C::compare_exchange` in a loop; the maximum checks before updating. Returns the old value.
template <class C, op Op, memory_scope Scope, class T>
DIATOMIC_DEVICE T update_by_loop(T* p, T v) {
  T seen = diatomic::load(p);
  for (;;) {
    T wanted = v;
    if constexpr (Op == op::max) {
      if (!(widened(seen) < widened(v))) return seen;
    } else if constexpr (Op == op::add) {
      wanted = number<T>(widened(seen) + widened(v));
    }
    const T old = C::template compare_exchange<Scope>(p, seen, wanted);
    if (same_bits(old, seen)) return old;
    seen = old;
  }
}

}  // namespace bench
