// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Which values are no operands of an operation, although they may convert.

#include <atomic>
#include <type_traits>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/refusal.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/core/support.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The operands and the result of a call that a `static_assert` refuses. Converts from and to
/// anything: an error about an operand would hide the refusal.
struct any_operand {
  DIATOMIC_FUNCTION constexpr any_operand() {}
  template <class V>
  DIATOMIC_FUNCTION constexpr any_operand(const V&) {}
  template <class V>
  DIATOMIC_FUNCTION operator V() const;
};

/// Whether T is an atomic object or reference of Diatomic, std or cuda::std.
template <class T, class = void>
inline constexpr bool is_atomic_object_v = false;
template <class T>
inline constexpr bool
    is_atomic_object_v<T, std::void_t<decltype(std::declval<const T&>().is_lock_free())>> = true;

/// A tag or an order, which follows the operands.
template <class V>
inline constexpr bool is_access_v = is_tag_v<V> || std::is_same_v<V, std::memory_order>;
/// Why a V is no operand for a T, although it may convert: a floating-point operand for an integer,
/// a number for an enum, or a tag.
template <class T, class V>
inline constexpr refusal misfit_v =
    is_access_v<V> && !std::is_same_v<T, V> ? refusal::pass_the_missing_operand_before_the_tags
    : is_integer_v<T> && (std::is_floating_point_v<V> || is_float16_v<V>)
        ? refusal::convert_the_floating_point_value_which_would_lose_its_fraction
    : std::is_enum_v<T> && (is_integer_v<V> || std::is_floating_point_v<V>)
        ? refusal::convert_the_number_to_the_type_of_the_enum
        : refusal::none;
template <class T, class V>
inline constexpr bool is_misfit_v = misfit_v<T, V> != refusal::none;

/// Whether an `Argument` binds to a `T&`; to a `const T&` if it converts to T. NVRTC has no
/// `std::is_convertible`.
///@{
template <class T>
DIATOMIC_FUNCTION void bind(T& object);
template <class T, class Argument, class = void>
inline constexpr bool binds_v = false;
template <class T, class Argument>
inline constexpr bool
    binds_v<T, Argument, std::void_t<decltype(detail::bind<T>(std::declval<Argument>()))>> = true;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
