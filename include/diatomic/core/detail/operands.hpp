// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operands of a call: plain values; in a mode with call sites, values that carry the call
/// site. Operands that lose their value when converted are compile errors of one sentence.

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

#if DIATOMIC_HAS_CALL_SITES
#include <diatomic/modes/call_sites.hpp>
#else

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The operand of an operation on a T: `Operand`, if operations on a T exist.
template <class T, class Operand>
using operand = std::conditional<std::is_void_v<T> || is_atomic_object_v<T>, any_operand, Operand>;

/// An integer or enum T, constructed from anything that converts to T, but from no misfit.
template <class T>
class strict {
 public:
  DIATOMIC_FUNCTION constexpr strict(T v = {}) : content_(v) {}
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Argument, class V = std::decay_t<Argument>,
            std::enable_if_t<is_misfit_v<T, V> ||
                                 (!is_integer_v<V> && !std::is_enum_v<V> &&
                                  !std::is_same_v<V, strict> && binds_v<const T, Argument>),
                             bool> = true>
  DIATOMIC_FUNCTION strict(Argument&& v) : content_(converted<V>(v)) {}

  DIATOMIC_FUNCTION constexpr operator T() const { return content_; }

 private:
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V, class Argument>
  DIATOMIC_FUNCTION static T converted(Argument& v) {
    if constexpr (is_misfit_v<T, V>) {
      detail::refuse<misfit_v<T, V>>();
      return T();
    } else {
      return v;
    }
  }

  T content_;
};

/// The source location of a call, if a mode needs it.
struct call_site {};

/// `v` with the call site of another operand, and with that of an operator.
///@{
template <class Other, class T>
DIATOMIC_FUNCTION T same_site(Other, T v) {
  return v;
}
template <class T>
DIATOMIC_FUNCTION T in_operator(T v) {
  return v;
}
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// An operand: converts to T without taking part in T's deduction.
template <class T>
using value = typename detail::operand<T, T>::type;
/// The operand of an addition to a T: a T, or a number of elements for a pointer.
template <class T>
using difference = typename detail::operand<T, typename detail::addend<T>::type>::type;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// `value` and `difference` where no overload refuses a misfit: in members.
///@{
template <class T>
using strict_value = std::conditional_t<is_integer_v<value<T>> || std::is_enum_v<value<T>>,
                                        strict<value<T>>, value<T>>;
template <class T>
using strict_difference = strict_value<typename addend<T>::type>;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

#endif
