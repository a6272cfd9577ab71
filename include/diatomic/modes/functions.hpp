// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The public functions that need another signature to capture the call site: those without an
/// operand, and `exchange` of null pointers.
///
/// Functions without an operand take the call site as a defaulted last parameter. No such parameter
/// can follow a pack, so up to four tags are separate parameters; with more tags, the message says
/// that the location is unknown.

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/modes/call_sites.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The conditions of functions that take a function, and of `exchange`.
///@{
template <class T, class F>
struct replaces : accept<update_refusal_v<T, F>> {};
template <class T, class F>
struct offers : accept<try_refusal_v<T, F>> {};
template <class T, class F>
struct decides : accept<predicate_refusal_v<T, F>> {};
template <class T, class V>
struct binds : std::enable_if<binds_v<const T, V>> {};
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

template <class T, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4,
          class = detail::if_fetches<op::load, T, A, B, C, D>>
DIATOMIC_FUNCTION T load(const T* p, A a = {}, B b = {}, C c = {}, D d = {},
                         detail::call_site at = {}) {
  return detail::load_with_tags<T>(value<const T*>(p, at), a, b, c, d);
}
template <class T, class A, class B, class C, class D, class E, class... More,
          class = detail::if_fetches<op::load, T, A, B, C, D, E, More...>>
DIATOMIC_FUNCTION T load(const T* p, A a, B b, C c, D d, E e, More... more) {
  return detail::load_with_tags<T>(value<const T*>(p, detail::site_of_many_tags()), a, b, c, d, e,
                                   more...);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4,
          class = detail::if_fetches<op::compare_exchange, T, A, B, C, D>,
          class = detail::if_holds<detail::replaces<T, F>>>
DIATOMIC_FUNCTION T fetch_update(T* p, F f, A a = {}, B b = {}, C c = {}, D d = {},
                                 detail::call_site at = {}) {
  return detail::call_with_tags<op::compare_exchange, T>(
      detail::fetch_update_call<T, F>{{p, at}, f}, a, b, c, d);
}
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A, class B, class C, class D, class E, class... More,
          class = detail::if_fetches<op::compare_exchange, T, A, B, C, D, E, More...>,
          class = detail::if_holds<detail::replaces<T, F>>>
DIATOMIC_FUNCTION T fetch_update(T* p, F f, A a, B b, C c, D d, E e, More... more) {
  return detail::call_with_tags<op::compare_exchange, T>(
      detail::fetch_update_call<T, F>{{p, detail::site_of_many_tags()}, f}, a, b, c, d, e, more...);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4,
          class = detail::if_fetches<op::compare_exchange, T, A, B, C, D>,
          class = detail::if_holds<detail::offers<T, F>>>
DIATOMIC_FUNCTION bool try_update(T* p, F f, A a = {}, B b = {}, C c = {}, D d = {},
                                  detail::call_site at = {}) {
  return detail::call_with_tags<op::compare_exchange, T>(detail::try_update_call<T, F>{{p, at}, f},
                                                         a, b, c, d);
}
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A, class B, class C, class D, class E, class... More,
          class = detail::if_fetches<op::compare_exchange, T, A, B, C, D, E, More...>,
          class = detail::if_holds<detail::offers<T, F>>>
DIATOMIC_FUNCTION bool try_update(T* p, F f, A a, B b, C c, D d, E e, More... more) {
  return detail::call_with_tags<op::compare_exchange, T>(
      detail::try_update_call<T, F>{{p, detail::site_of_many_tags()}, f}, a, b, c, d, e, more...);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4,
          class = detail::if_fetches<op::load, T, A, B, C, D>,
          class = detail::if_holds<detail::decides<T, F>>>
DIATOMIC_FUNCTION T wait_until(const T* p, F predicate, A a = {}, B b = {}, C c = {}, D d = {},
                               detail::call_site at = {}) {
  return detail::call_with_tags<op::load, T>(
      detail::wait_until_call<T, value<const T*>, F>{{p, at}, predicate}, a, b, c, d);
}
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A, class B, class C, class D, class E, class... More,
          class = detail::if_fetches<op::load, T, A, B, C, D, E, More...>,
          class = detail::if_holds<detail::decides<T, F>>>
DIATOMIC_FUNCTION T wait_until(const T* p, F predicate, A a, B b, C c, D d, E e, More... more) {
  return detail::call_with_tags<op::load, T>(
      detail::wait_until_call<T, value<const T*>, F>{{p, detail::site_of_many_tags()}, predicate},
      a, b, c, d, e, more...);
}

/// For values with which a call without `diatomic::` would select `std::exchange`: `nullptr`, and
/// pointers, such as a `void**` for a `void*`.
///@{
template <class T, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4,
          class = detail::if_fetches<op::exchange, T*, A, B, C, D>>
DIATOMIC_FUNCTION T* exchange(T** p, decltype(nullptr), A a = {}, B b = {}, C c = {}, D d = {},
                              detail::call_site at = {}) {
  return detail::fetch_with_tags<op::exchange>(p, value<T*>(static_cast<T*>(nullptr), at), a, b, c,
                                               d);
}
template <class T, class A, class B, class C, class D, class E, class... More,
          class = detail::if_fetches<op::exchange, T*, A, B, C, D, E, More...>>
DIATOMIC_FUNCTION T* exchange(T** p, decltype(nullptr), A a, B b, C c, D d, E e, More... more) {
  return detail::fetch_with_tags<op::exchange>(
      p, value<T*>(static_cast<T*>(nullptr), detail::site_of_many_tags()), a, b, c, d, e, more...);
}
template <class T, class V, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4,
          class = detail::if_fetches<op::exchange, T*, A, B, C, D>,
          class = detail::if_holds<detail::binds<T*, V*>>>
DIATOMIC_FUNCTION T* exchange(T** p, V* v, A a = {}, B b = {}, C c = {}, D d = {},
                              detail::call_site at = {}) {
  return detail::fetch_with_tags<op::exchange>(p, value<T*>(v, at), a, b, c, d);
}
template <class T, class V, class A, class B, class C, class D, class E, class... More,
          class = detail::if_fetches<op::exchange, T*, A, B, C, D, E, More...>,
          class = detail::if_holds<detail::binds<T*, V*>>>
DIATOMIC_FUNCTION T* exchange(T** p, V* v, A a, B b, C c, D d, E e, More... more) {
  return detail::fetch_with_tags<op::exchange>(p, value<T*>(v, detail::site_of_many_tags()), a, b,
                                               c, d, e, more...);
}
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
