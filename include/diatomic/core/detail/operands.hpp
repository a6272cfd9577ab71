// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operands of a call: plain values; in a mode with call sites, values that carry the call
/// site. Operands that lose their value when converted are compile errors of one sentence.

#include <diatomic/core/detail/backend_select.hpp>
#if DIATOMIC_HAS_CALL_SITES
#include <diatomic/modes/call_sites.hpp>
#else

#include <type_traits>

#include <diatomic/core/detail/refusal.hpp>
#include <diatomic/core/types.hpp>

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
      detail::refuse<misfit_v<T, V> >();
      return T();
    } else {
      return v;
    }
  }

  T content_;
};

/// The source location of a call, if a mode needs it.
struct call_site {};

/// `v` with the call site of another operand, or of an operator.
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
using strict_value = std::conditional_t<is_integer_v<value<T> > || std::is_enum_v<value<T> >,
                                        strict<value<T> >, value<T> >;
template <class T>
using strict_difference = strict_value<typename addend<T>::type>;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

#endif
