// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Bases of the atomic types with the members that have no operand to carry the call site. As for
/// the functions without one, up to four tags are separate parameters.

#include <type_traits>

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/modes/call_sites.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Of `Ref`, a reference to a T with the properties `Own`.
///@{
template <class Ref, class T, class Own>
class located_reads {
 public:
  template <class A = unsaid_1, class B = unsaid_2, class C = unsaid_3, class D = unsaid_4,
            class = typename accept_tags<op::load, Own, A, B, C, D>::type>
  DIATOMIC_FUNCTION std::remove_const_t<T> load(A a = {}, B b = {}, C c = {}, D d = {},
                                                call_site at = {}) const {
    return load_at(at, a, b, c, d);
  }
  template <class A, class B, class C, class D, class E, class... More,
            class = typename accept_tags<op::load, Own, A, B, C, D, E, More...>::type>
  DIATOMIC_FUNCTION std::remove_const_t<T> load(A a, B b, C c, D d, E e, More... more) const {
    return load_at(detail::site_of_many_tags(), a, b, c, d, e, more...);
  }

 protected:
  DIATOMIC_FUNCTION value<T*> located_at(call_site at) const {
    return {static_cast<T*>(static_cast<const Ref*>(this)->address()), at};
  }

 private:
  template <class... Overrides>
  DIATOMIC_FUNCTION std::remove_const_t<T> load_at(call_site at, Overrides... overrides) const {
    return detail::load_with_tags<std::remove_const_t<T>, operation_own_of<op::load, Own>>(
        located_at(at), overrides...);
  }
};
template <class Ref, class T, class Own>
class located_updates : public located_reads<Ref, T, Own> {
 public:
  template <class F, class A = unsaid_1, class B = unsaid_2, class C = unsaid_3, class D = unsaid_4,
            class = typename accept_tags<op::exchange, Own, A, B, C, D>::type>
  DIATOMIC_FUNCTION T fetch_update(F f, A a = {}, B b = {}, C c = {}, D d = {},
                                   call_site at = {}) const {
    return with<fetch_update_call<T, F>>(at, f, a, b, c, d);
  }
  template <class F, class A, class B, class C, class D, class E, class... More,
            class = typename accept_tags<op::exchange, Own, A, B, C, D, E, More...>::type>
  DIATOMIC_FUNCTION T fetch_update(F f, A a, B b, C c, D d, E e, More... more) const {
    return with<fetch_update_call<T, F>>(detail::site_of_many_tags(), f, a, b, c, d, e, more...);
  }
  template <class F, class A = unsaid_1, class B = unsaid_2, class C = unsaid_3, class D = unsaid_4,
            class = typename accept_tags<op::exchange, Own, A, B, C, D>::type>
  DIATOMIC_FUNCTION bool try_update(F f, A a = {}, B b = {}, C c = {}, D d = {},
                                    call_site at = {}) const {
    return with<try_update_call<T, F>>(at, f, a, b, c, d);
  }
  template <class F, class A, class B, class C, class D, class E, class... More,
            class = typename accept_tags<op::exchange, Own, A, B, C, D, E, More...>::type>
  DIATOMIC_FUNCTION bool try_update(F f, A a, B b, C c, D d, E e, More... more) const {
    return with<try_update_call<T, F>>(detail::site_of_many_tags(), f, a, b, c, d, e, more...);
  }

 private:
  template <class Call, class F, class... Overrides>
  DIATOMIC_FUNCTION auto with(call_site at, F& f, Overrides... overrides) const {
    return detail::call_with_tags<op::compare_exchange, T,
                                  operation_own_of<op::compare_exchange, Own>>(
        Call{this->located_at(at), f}, overrides...);
  }
};
template <class Ref, class T, class Own>
using located_members = std::conditional_t<std::is_const_v<T>, located_reads<Ref, T, Own>,
                                           located_updates<Ref, T, Own>>;
///@}

/// Of `Atomic`, an `atomic` T with the properties `Own`.
template <class Atomic, class T, class Own>
class located_load {
 public:
  template <class A = unsaid_1, class B = unsaid_2, class C = unsaid_3, class D = unsaid_4,
            class = typename accept_tags<op::load, Own, A, B, C, D>::type>
  DIATOMIC_FUNCTION T load(A a = {}, B b = {}, C c = {}, D d = {}, call_site at = {}) const {
    return static_cast<const Atomic*>(this)->ref().load(a, b, c, d, at);
  }
  template <class A, class B, class C, class D, class E, class... More,
            class = typename accept_tags<op::load, Own, A, B, C, D, E, More...>::type>
  DIATOMIC_FUNCTION T load(A a, B b, C c, D d, E e, More... more) const {
    return static_cast<const Atomic*>(this)->ref().load(a, b, c, d, e, more...);
  }
};

/// Of `Flag`, an `atomic_flag`.
template <class Flag>
class located_flag {
 public:
  template <class A = unsaid_1, class B = unsaid_2, class C = unsaid_3, class D = unsaid_4>
  DIATOMIC_FUNCTION bool test_and_set(A a = {}, B b = {}, C c = {}, D d = {}, call_site at = {}) {
    return self().word_.exchange({1u, at}, a, b, c, d) != 0;
  }
  template <class A, class B, class C, class D, class E, class... More>
  DIATOMIC_FUNCTION bool test_and_set(A a, B b, C c, D d, E e, More... more) {
    return self().word_.exchange({1u, detail::site_of_many_tags()}, a, b, c, d, e, more...) != 0;
  }
  template <class A = unsaid_1, class B = unsaid_2, class C = unsaid_3, class D = unsaid_4>
  DIATOMIC_FUNCTION void clear(A a = {}, B b = {}, C c = {}, D d = {}, call_site at = {}) {
    self().word_.store({0u, at}, a, b, c, d);
  }
  template <class A, class B, class C, class D, class E, class... More>
  DIATOMIC_FUNCTION void clear(A a, B b, C c, D d, E e, More... more) {
    self().word_.store({0u, detail::site_of_many_tags()}, a, b, c, d, e, more...);
  }
  template <class A = unsaid_1, class B = unsaid_2, class C = unsaid_3, class D = unsaid_4>
  DIATOMIC_FUNCTION bool test(A a = {}, B b = {}, C c = {}, D d = {}, call_site at = {}) const {
    return static_cast<const Flag*>(this)->word_.load(a, b, c, d, at) != 0;
  }
  template <class A, class B, class C, class D, class E, class... More>
  DIATOMIC_FUNCTION bool test(A a, B b, C c, D d, E e, More... more) const {
    return static_cast<const Flag*>(this)->word_.load(a, b, c, d, e, more...) != 0;
  }

 private:
  DIATOMIC_FUNCTION Flag& self() { return static_cast<Flag&>(*this); }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
