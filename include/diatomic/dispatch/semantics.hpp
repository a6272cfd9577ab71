// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The meaning of each operation on plain values: the body of the CAS loop, and the tests' oracle.

#include <diatomic/core/detail/backend_select.hpp>
// For `device_ops`'s conversions of 16-bit floats.
#include DIATOMIC_BACKEND_HEADER(backend.hpp)
#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// An integer with the place of `v` in the order of `min` and `max`: for floats IEEE 754's
/// totalOrder, which is -NaN, -infinity ... -0, +0 ... +infinity, +NaN. To compare two values,
/// `sign_of` may be either one, the same for both: the sign that a loop knows is cheaper.
template <class T>
DIATOMIC_FUNCTION auto place_in_order(T v, T sign_of) {
  if constexpr (!is_float_v<T>) {
    return v;
  } else {
    using word = signed_of<T>;
    constexpr auto all_but_sign = static_cast<word>(static_cast<unsigned_of<T>>(-1) >> 1);
    const auto sign = static_cast<word>(detail::bits_as<word>(sign_of) >> (8 * sizeof(T) - 1));
    return static_cast<word>(detail::bits_as<word>(v) ^ (sign & all_but_sign));
  }
}

/// The bits of infinity.
template <class T>
inline constexpr auto infinity_v =
    static_cast<unsigned_of<T>>(kind_of_v<T> == kind::f16    ? 0x7c00u
                                : kind_of_v<T> == kind::bf16 ? 0x7f80u
                                : kind_of_v<T> == kind::f32  ? 0x7f800000u
                                                             : 0x7ff0000000000000u);

/// True for the bit patterns of NaNs, even under -ffast-math.
template <class T>
DIATOMIC_FUNCTION bool is_nan(T v) {
  const auto sign = static_cast<unsigned_of<T>>(unsigned_of<T>{1} << (8 * sizeof(T) - 1));
  return (detail::bits_as<unsigned_of<T>>(v) & ~sign) > infinity_v<T>;
}

// A variable, since nvcc does not let device code call a constexpr host function.
template <op Op>
inline constexpr bool compares_numbers_v = tables::of_floats.has(Op);
/// Whether an operation of `of_floats` stores the operand. The old values that it replaces are one
/// range of totalOrder, whose two ends meet in the NaNs.
template <op Op, class T>
DIATOMIC_FUNCTION bool replaces_old(T old, T operand) {
  using word = unsigned_of<T>;
  constexpr bool is_minimum = Op == op::fminimum || Op == op::fminimum_num || Op == op::min_if_less;
  constexpr bool prefers_number = Op == op::fminimum_num || Op == op::fmaximum_num;
  constexpr bool is_strict = Op == op::min_if_less || Op == op::max_if_greater;
  constexpr auto least = static_cast<word>(~infinity_v<T>);  // -infinity
  constexpr auto end = static_cast<word>(infinity_v<T> + 1);
  constexpr auto nan_bound = is_minimum == is_strict ? end : least;
  constexpr auto other_end = is_minimum == prefers_number ? least : end;
  auto bound = static_cast<word>(detail::place_in_order(operand, operand) + word{is_minimum});
  if (is_strict && bound == 0) bound = static_cast<word>(is_minimum ? 1 : -1);  // between the zeros
  if (detail::is_nan(operand)) bound = nan_bound;
  const word from = is_minimum ? bound : other_end;
  const word to = is_minimum ? other_end : bound;
  const auto at = static_cast<word>(detail::place_in_order(old, old));
  return static_cast<word>(at - from) < static_cast<word>(to - from);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The new value of an object whose old value is `old`, after `Op` with `operand`.
///
/// Integers wrap. `min` and `max` of floats follow IEEE 754's totalOrder: exact on numbers, -0
/// below +0, and bit for bit one of the two operands if either is a NaN. Every backend's native
/// form agrees on all bit patterns. `fminimum` and `fmaximum` give a NaN if either operand is one,
/// `old` if both are; `fminimum_num` and `fmaximum_num` give the number. `min_if_less` gives
/// `operand` only if `operand < old`, `max_if_greater` only if `operand > old`. 16-bit floats are
/// computed as `float` and rounded once, to nearest even. Vectors are computed element by element.
template <op Op, class T>
DIATOMIC_FUNCTION T result_of(T old, T operand) {
  if constexpr (Op == op::store || Op == op::exchange) {
    return operand;
  } else if constexpr (detail::is_vector_v<T>) {
    using pack = detail::pack_of<T>;
    const pack a = detail::bits_as<pack>(old);
    const pack b = detail::bits_as<pack>(operand);
    return detail::by_elements<T>([&](int i) { return diatomic::result_of<Op>(a.at[i], b.at[i]); });
  } else if constexpr (detail::is_count_v<T>) {
    using word = std::int64_t;
    return detail::bits_as<T>(
        diatomic::result_of<Op>(detail::bits_as<word>(old), detail::bits_as<word>(operand)));
  } else if constexpr (Op == op::min || Op == op::max) {
    const auto from = detail::place_in_order(old, operand);
    const auto to = detail::place_in_order(operand, operand);
    return (Op == op::min ? to < from : from < to) ? operand : old;
  } else if constexpr (detail::compares_numbers_v<Op>) {
    return detail::replaces_old<Op>(old, operand) ? operand : old;
  } else if constexpr (detail::is_float16_v<T>) {
    constexpr kind k = kind_of_v<T>;
    using word = std::uint16_t;
    const float a = detail::device_ops::to_float<k>(detail::bits_as<word>(old));
    const float b = detail::device_ops::to_float<k>(detail::bits_as<word>(operand));
    return detail::bits_as<T>(detail::device_ops::from_float<k>(diatomic::result_of<Op>(a, b)));
  } else if constexpr ((Op == op::div || Op == op::mod) && detail::is_signed_v<T>) {
    // The least integer divided by -1 wraps; processors would trap.
    if (operand == T{-1}) return Op == op::div ? diatomic::result_of<op::sub>(T{0}, old) : T{0};
    return static_cast<T>(Op == op::div ? old / operand : old % operand);
  } else if constexpr (detail::is_float_v<T>) {
    // The call has rejected other operations; nvcc would warn of a missing return.
    constexpr bool is_defined = Op == op::add || Op == op::sub || Op == op::mul || Op == op::div;
    return detail::computed<is_defined ? Op : op::add>(old, operand);
  } else if constexpr (Op == op::shr) {
    return static_cast<T>(old >> operand);
  } else if constexpr (Op == op::inc_wrap) {
    return old >= operand ? T{0} : static_cast<T>(old + 1);
  } else if constexpr (Op == op::dec_wrap) {
    return old == 0 || old > operand ? operand : static_cast<T>(old - 1);
  } else {
    // Unsigned and at least as wide as int, to which narrower operands would be promoted.
    using word = std::common_type_t<detail::unsigned_of<T>, unsigned>;
    const auto a = static_cast<word>(old);
    const auto b = static_cast<word>(operand);
    if constexpr (Op == op::add) return static_cast<T>(a + b);
    if constexpr (Op == op::sub) return static_cast<T>(a - b);
    if constexpr (Op == op::bit_and) return static_cast<T>(a & b);
    if constexpr (Op == op::bit_or) return static_cast<T>(a | b);
    if constexpr (Op == op::bit_xor) return static_cast<T>(a ^ b);
    if constexpr (Op == op::bit_nand) return static_cast<T>(~(a & b));
    if constexpr (Op == op::mul) return static_cast<T>(a * b);
    if constexpr (Op == op::div) return static_cast<T>(a / b);
    if constexpr (Op == op::mod) return static_cast<T>(a % b);
    if constexpr (Op == op::shl) return static_cast<T>(a << b);
    static_assert(Op == op::add || Op == op::sub || Op == op::bit_and || Op == op::bit_or ||
                      Op == op::bit_xor || Op == op::bit_nand || Op == op::mul || Op == op::div ||
                      Op == op::mod || Op == op::shl,
                  "diatomic: define the operation in result_of");
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <op Op, class T>
inline constexpr bool adds_f32_v =
    tables::sums.has(Op) && tables::element_of(kind_of_v<T>) == kind::f32;
/// Whether `Op` rounds its result.
template <op Op, class T>
inline constexpr bool rounds_v = (tables::sums.has(Op) || Op == op::mul || Op == op::div) &&
                                 tables::is_float(tables::element_of(kind_of_v<T>));

/// `result_of`, with a choice for the subnormals of 32-bit floats in sums and products; those of
/// 16-bit floats are kept. `IsAlone`: not merged with the code around the call, whatever the
/// compiler's options, so that two calls with the same bits give the same bits.
template <op Op, subnormals Subnormals = subnormals::by_options, bool IsAlone = false, class T>
DIATOMIC_FUNCTION T result_for(T old, T operand) {
  if constexpr (!rounds_v<Op, T>) {
    return diatomic::result_of<Op>(old, operand);
  } else if constexpr (is_vector_v<T>) {
    const auto a = detail::bits_as<pack_of<T>>(old);
    const auto b = detail::bits_as<pack_of<T>>(operand);
    return detail::by_elements<T>(
        [&](int i) { return detail::result_for<Op, Subnormals, IsAlone>(a.at[i], b.at[i]); });
  } else if constexpr (is_float16_v<T>) {
    constexpr kind k = kind_of_v<T>;
    const float a = device_ops::template to_float<k>(detail::bits_as<std::uint16_t>(old));
    const float b = device_ops::template to_float<k>(detail::bits_as<std::uint16_t>(operand));
    return detail::bits_as<T>(device_ops::template from_float<k>(
        detail::result_for<Op, subnormals::kept, IsAlone>(a, b)));
  } else {
    using number = std::conditional_t<sizeof(T) == sizeof(float), float, double>;
    const auto a = detail::bits_as<number>(old);
    auto b = detail::bits_as<number>(operand);
    if (IsAlone) b = device_ops::opaque(b);
    auto result = device_ops::template rounded_result<Op, Subnormals>(a, b);
    if (IsAlone) result = device_ops::opaque(result);
    return detail::bits_as<T>(result);
  }
}

/// The subnormals of a call with these properties.
template <class Access>
inline constexpr subnormals subnormals_of =
    keeps_denormals_v<Access> ? subnormals::kept : subnormals::by_options;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
