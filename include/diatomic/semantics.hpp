// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What each operation means on plain values: the body of the compare-exchange loop, and the
/// oracle of the tests.

#include <diatomic/detail/backend_select.hpp>
#include <diatomic/types.hpp>
#include <diatomic/vocabulary.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The bits of `from` as a To of the same size.
template <class To, class From>
DIATOMIC_FUNCTION To bits_as(const From& from) {
  return __builtin_bit_cast(To, from);
}

/// True if `a` is below `b` in IEEE 754's totalOrder: -NaN, -infinity ... -0, +0 ... +infinity,
/// +NaN. On numbers this is `<`, with -0 below +0.
template <class T>
DIATOMIC_FUNCTION bool total_order_less(T a, T b) {
  using word = signed_of<T>;
  const word x = bits_as<word>(a);
  const word y = bits_as<word>(b);
  return x < 0 && y < 0 ? x > y : x < y;
}

template <class T>
DIATOMIC_FUNCTION bool below(T a, T b) {
  if constexpr (is_float_v<T>) {
    return total_order_less(a, b);
  } else {
    return a < b;
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The value that `Op` leaves in a word that held `old`.
///
/// Integers wrap. `min` and `max` of floats go by IEEE 754's totalOrder: exact on numbers, -0
/// below +0, and one of the two operands, bit for bit, if a NaN takes part. Every backend's native
/// form agrees with it on all bit patterns.
template <op Op, class T>
DIATOMIC_FUNCTION T result_of(T old, T operand) {
  if constexpr (Op == op::store || Op == op::exchange) {
    return operand;
  } else if constexpr (Op == op::min) {
    return detail::below(operand, old) ? operand : old;
  } else if constexpr (Op == op::max) {
    return detail::below(old, operand) ? operand : old;
  } else if constexpr (detail::is_float_v<T>) {
    static_assert(Op == op::add || Op == op::sub);
    return Op == op::add ? old + operand : old - operand;
  } else {
    using word = detail::unsigned_of<T>;
    const word a = static_cast<word>(old);
    const word b = static_cast<word>(operand);
    if constexpr (Op == op::add) return static_cast<T>(a + b);
    if constexpr (Op == op::sub) return static_cast<T>(a - b);
    if constexpr (Op == op::bit_and) return static_cast<T>(a & b);
    if constexpr (Op == op::bit_or) return static_cast<T>(a | b);
    if constexpr (Op == op::bit_xor) return static_cast<T>(a ^ b);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
