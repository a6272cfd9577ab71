// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Checked mode: the public functions that need another shape to learn where they are called.
///
/// Those without an operand have the call's place as last argument, by default. Nothing can follow
/// a pack, so up to four tags are written out; with more, the message says that the place is
/// unknown. And where nvcc 13 has overloads to choose from, it takes the place of a condition that
/// it substituted (`enable_if`) for that of the call: so here `store_add` is chosen without.

#include <diatomic/core/detail/checks.hpp>

#if DIATOMIC_CHECKED

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A tag that says nothing.
enum class unsaid : std::uint8_t { first, second, third, fourth };
DIATOMIC_CONSTEXPR void put(access_properties&, unsaid) {}
using unsaid_1 = tag<unsaid::first>;
using unsaid_2 = tag<unsaid::second>;
using unsaid_3 = tag<unsaid::third>;
using unsaid_4 = tag<unsaid::fourth>;

DIATOMIC_FUNCTION call_site unknown_site() { return {"(a call with many tags, at line)", 0}; }

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

template <class T, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4>
DIATOMIC_FUNCTION T load(const T* p, A = {}, B = {}, C = {}, D = {}, detail::call_site at = {}) {
  using access = detail::checked<op::load, T, detail::access_of<A, B, C, D>>;
  return detail::load<access>(value<const T*>(p, at));
}
template <class T, class A, class B, class C, class D, class E, class... More>
DIATOMIC_FUNCTION T load(const T* p, A, B, C, D, E, More...) {
  using access = detail::checked<op::load, T, detail::access_of<A, B, C, D, E, More...>>;
  return detail::load<access>(value<const T*>(p, detail::unknown_site()));
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4>
DIATOMIC_FUNCTION T fetch_update(T* p, F f, A = {}, B = {}, C = {}, D = {},
                                 detail::call_site at = {}) {
  using access = detail::checked<op::compare_exchange, T, detail::access_of<A, B, C, D>>;
  return detail::fetch_update<access>(value<T*>(p, at), f);
}
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A, class B, class C, class D, class E, class... More>
DIATOMIC_FUNCTION T fetch_update(T* p, F f, A, B, C, D, E, More...) {
  using access =
      detail::checked<op::compare_exchange, T, detail::access_of<A, B, C, D, E, More...>>;
  return detail::fetch_update<access>(value<T*>(p, detail::unknown_site()), f);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4>
DIATOMIC_FUNCTION bool try_update(T* p, F f, A = {}, B = {}, C = {}, D = {},
                                  detail::call_site at = {}) {
  using access = detail::checked<op::compare_exchange, T, detail::access_of<A, B, C, D>>;
  return detail::try_update<access>(value<T*>(p, at), f);
}
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class A, class B, class C, class D, class E, class... More>
DIATOMIC_FUNCTION bool try_update(T* p, F f, A, B, C, D, E, More...) {
  using access =
      detail::checked<op::compare_exchange, T, detail::access_of<A, B, C, D, E, More...>>;
  return detail::try_update<access>(value<T*>(p, detail::unknown_site()), f);
}

template <class T>
DIATOMIC_FUNCTION void store_add(T* p, difference<T> v) {
  using access = detail::checked<op::add, T, detail::without_result_of<>>;
  detail::update_by<op::add, access>(p, v);
}
template <class T, auto First, class... Tags>
DIATOMIC_FUNCTION void store_add(T* p, difference<T> v, tag<First>, Tags...) {
  using access = detail::checked<op::add, T, detail::without_result_of<tag<First>, Tags...>>;
  detail::update_by<op::add, access>(p, v);
}
/// The index is `located` only so that it is converted, as `v` above: else a call with two tags
/// would be ambiguous.
template <class T, class Length, class... Tags>
DIATOMIC_FUNCTION void store_add(T* base, value<std::size_t> index, Length length, value<T> v,
                                 Tags...) {
  using access = detail::checked<op::add, T, detail::without_result_of<Tags...>>;
  detail::add_in_array<access>(base, index.content, static_cast<std::size_t>(length), v);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

#endif
