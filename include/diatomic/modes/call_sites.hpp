// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Operands that carry the call's place, for checked mode and the profile. The plain ones are in
/// `core/detail/operands.hpp`, which includes this header instead.

#include <type_traits>

#include <diatomic/core/detail/refusal.hpp>
#include <diatomic/core/types.hpp>

#if !DIATOMIC_HAS_CALL_SITES
#error "diatomic: this header is a mode's, which DIATOMIC_CHECKED=1 or DIATOMIC_PROFILED=1 includes"
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The operand of an operation on a T: `Operand`, if operations on a T exist. A condition here
/// would make nvcc 13 capture its place instead of the call's.
///@{
template <class T, class Operand>
struct operand : identity<Operand> {};
template <class Operand>
struct operand<void, Operand> : identity<any_operand> {};
template <class Operand>
struct operand<const void, Operand> : identity<any_operand> {};
template <class Operand>
struct operand<volatile void, Operand> : identity<any_operand> {};
template <class Operand>
struct operand<const volatile void, Operand> : identity<any_operand> {};
///@}

/// Tags that were not passed. They say nothing.
///@{
using unsaid_1 = tag<unsaid::first>;
using unsaid_2 = tag<unsaid::second>;
using unsaid_3 = tag<unsaid::third>;
using unsaid_4 = tag<unsaid::fourth>;
///@}

/// The source location of a call. A default argument captures the caller's file and line. The first
/// one keeps a 0 in a braced list from being a location.
struct call_site {
  const char* file;
  unsigned line;

#if DIATOMIC_HAS_HOST_CODE || __has_builtin(__builtin_FILE)
  DIATOMIC_FUNCTION call_site(unsaid_1 = {}, const char* in = __builtin_FILE(),
                              unsigned at = __builtin_LINE())
      : file(in), line(at) {}
#else  // NVRTC of CUDA 11.8 to 12.5
  DIATOMIC_FUNCTION call_site() : call_site("(this NVRTC does not tell the line)", 0) {}
#endif
  DIATOMIC_FUNCTION call_site(const char* in, unsigned at) : file(in), line(at) {}
};
/// The sites of calls whose place nothing can capture.
///@{
DIATOMIC_FUNCTION call_site site_of_many_tags() { return {"(a call with many tags, at line)", 0}; }
DIATOMIC_FUNCTION call_site site_of_operator() {
  return {"(an operator of an atomic type, at line)", 0};
}
///@}

/// A condition, which holds if `Condition::type` exists; none where calls have no conditions.
#if DIATOMIC_HAS_CONDITIONS
template <class Condition>
using if_holds = typename Condition::type;
#else
template <class>
using if_holds = void;
#endif

/// The condition of `claim_slot`.
template <class T>
struct counter : std::enable_if<is_integer_v<T>> {};
/// The conditions of an operand for a T: a scalar, a reference to an object of a class.
///@{
template <class T>
struct located;
template <class T, class V>
inline constexpr bool is_operand_v =
    ((is_integer_v<T> || std::is_enum_v<T>) && is_misfit_v<T, std::decay_t<V>>) ||
    binds_v<const T, V>;
template <class T, class V>
struct scalar_operand : std::enable_if<!std::is_class_v<V> && is_operand_v<T, V>> {};
template <class T, class V, class Object = std::decay_t<V>>
struct object_operand : std::enable_if<std::is_class_v<Object> &&
                                       !std::is_same_v<Object, located<T>> && is_operand_v<T, V>> {
};
///@}

/// A number in a braced list, which converts where a constant does without narrowing.
template <class Number>
struct braced_number {
  Number v;
  template <class To,
            class = std::enable_if_t<std::is_floating_point_v<To> ||
                                     (std::is_integral_v<To> && !std::is_floating_point_v<Number>)>>
  DIATOMIC_FUNCTION operator To() const {
    return static_cast<To>(v);
  }
};
template <class V>
using braced_value = std::conditional_t<std::is_arithmetic_v<V>, braced_number<V>, V>;
/// A T from the values of a braced list; from numbers that convert to classes, by a constructor.
///@{
template <class T, class... V>
DIATOMIC_FUNCTION auto braced(int, V... v) -> decltype(T{braced_value<V>{v}...}) {
  return T{braced_value<V>{v}...};
}
template <class T, class... V>
DIATOMIC_FUNCTION auto braced(long, V... v) -> decltype(T(v...)) {
  return T(v...);
}
///@}
template <class Void, class T, class... V>
struct braced_operand {};
template <class T, class... V>
struct braced_operand<std::void_t<decltype(detail::braced<T>(0, detail::declval<V>()...))>, T,
                      V...> {
  using type = void;
};

/// A T, constructed from anything that converts to T, and its call site. Without the T if it is an
/// atomic object, which the call refuses. A braced list of another form than here needs the name of
/// its type: one value for an aggregate, more than four, or lists in the list.
template <class T>
struct located {
  std::conditional_t<is_atomic_object_v<T>, any_operand, T> content;
  call_site at;

  DIATOMIC_FUNCTION located(call_site site = {}) : content{}, at(site) {}
  DIATOMIC_FUNCTION located(T v, call_site site = {}) : content(v), at(site) {}
  /// A scalar by value: it may be a bit-field, or a constant without an address.
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V, class = if_holds<scalar_operand<T, V>>>
  DIATOMIC_FUNCTION located(V v, call_site site = {}) : content(converted(v)), at(site) {}
  /// An object of a class, which may have no copies.
#if DIATOMIC_HAS_CONDITIONS
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V, class = if_holds<object_operand<T, V>>>
  DIATOMIC_FUNCTION located(V&& v, call_site site = {})
      : content(converted(static_cast<V&&>(v))), at(site) {}
#else  // such as `std::atomic`; others by value
  DIATOMIC_EXEC_CHECK_DISABLE
  template <template <class...> class Class, class... Parts>
  DIATOMIC_FUNCTION located(const Class<Parts...>& v, call_site site = {})
      : content(converted(v)), at(site) {}
#endif
  /// A braced list of two to four values.
  ///@{
  template <class A, class B, class = if_holds<braced_operand<void, T, A, B>>>
  DIATOMIC_FUNCTION located(A a, B b, call_site site = {})
      : content(detail::braced<T>(0, a, b)), at(site) {}
  template <class A, class B, class C, class = if_holds<braced_operand<void, T, A, B, C>>>
  DIATOMIC_FUNCTION located(A a, B b, C c, call_site site = {})
      : content(detail::braced<T>(0, a, b, c)), at(site) {}
  template <class A, class B, class C, class D,
            class = if_holds<braced_operand<void, T, A, B, C, D>>>
  DIATOMIC_FUNCTION located(A a, B b, C c, D d, call_site site = {})
      : content(detail::braced<T>(0, a, b, c, d)), at(site) {}
  ///@}

  DIATOMIC_FUNCTION operator T() const { return content; }

 private:
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Argument, class V = std::decay_t<Argument>>
  DIATOMIC_FUNCTION static T converted(Argument&& v) {
    if constexpr (is_misfit_v<T, V>) {
      detail::refuse<misfit_v<T, V>>();
      return T();
    } else if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<V>) {
      return static_cast<T>(v);  // without a warning in this header
    } else {
      return static_cast<Argument&&>(v);
    }
  }
};
/// A pointer: from what converts to it, but not from a number, except for a literal 0.
template <class T>
struct located<T*> {
  T* content;
  call_site at;

  DIATOMIC_FUNCTION located(call_site site = {}) : content(nullptr), at(site) {}
  DIATOMIC_FUNCTION located(T* v, call_site site = {}) : content(v), at(site) {}
  /// An object of a class.
#if DIATOMIC_HAS_CONDITIONS
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V, class = if_holds<object_operand<T*, V>>>
  DIATOMIC_FUNCTION located(V&& v, call_site site = {}) : content(static_cast<V&&>(v)), at(site) {}
#else  // which alone has pointers to members
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V>
  DIATOMIC_FUNCTION located(V v, call_site site = {}, int V::* = nullptr) : content(v), at(site) {}
#endif

  DIATOMIC_FUNCTION operator T*() const { return content; }
};

/// The parts of a call's name. Variables, not functions: nvcc does not let device code call
/// constexpr host functions.
///@{
template <op Op>
inline constexpr const char* op_name_v = name_of(Op);
template <class T>
inline constexpr const char* kind_name_v = diatomic::name_of(kind_of_v<T>);
template <op Op, class Access>
inline constexpr const char* form_v = !tables::updates.has(Op)                     ? ""
                                      : Access::value.result == result_use::unused ? "store_"
                                                                                   : "fetch_";
///@}

/// `v` with the call site of another operand, or of an operator.
///@{
template <class Other, class T>
DIATOMIC_FUNCTION located<T> same_site(const located<Other>& other, T v) {
  return {v, other.at};
}
template <class T>
DIATOMIC_FUNCTION located<T> in_operator(T v) {
  return {v, detail::site_of_operator()};
}
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

template <class T>
using value = typename detail::operand<T, detail::located<T>>::type;
template <class T>
using difference =
    typename detail::operand<T, detail::located<typename detail::addend<T>::type>>::type;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class T>
using strict_value = value<T>;
template <class T>
using strict_difference = value<typename addend<T>::type>;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
