// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The names of desul, the atomics library below Kokkos and RAJA, in the namespace
/// `diatomic::desul_names`: `atomic_fetch_add(p, v, order, scope)` and others. The installed header
/// `<desul/atomics.hpp>` exposes them as `desul::`.
///
/// An update has three functions: `atomic_fetch_OP` returns the old value, `atomic_OP_fetch` the
/// new value, `atomic_OP` nothing.
///
/// T is any type. Numbers use the support table's entry, in every order. Other trivially copyable
/// types of 1, 2, 4 or 8 bytes (and 16 on chips that support it), including complex numbers and
/// vectors, are compared and exchanged as a whole. Objects that are not aligned to their size, and
/// all other types, are locked by address. The threads of one device share these locks, so in a GPU
/// program such objects do not support `MemoryScopeNode` and `MemoryScopeSystem`. A
/// compare-exchange compares bits; types with padding or with more than one number are compared
/// with `==` if T has it.
///
/// Orders: all, except that loads cannot release and stores cannot acquire; AcqRel is acquire for a
/// load, and release for a store. Minima and maxima of floats use totalOrder, as elsewhere in
/// Diatomic. With `MemoryScopeCaller` nothing is atomic or ordered.

#include <cstdint>
#include <type_traits>

#include <diatomic/compat/desul_arithmetic.hpp>
#include <diatomic/compat/desul_lock_arrays.hpp>
#include <diatomic/compat/detail/desul_calls.hpp>

namespace diatomic::desul_names {
inline namespace DIATOMIC_BACKEND_NS {

/// Orders this thread's accesses among the threads of the scope. A relaxed fence does nothing.
template <class Order, class Scope>
DIATOMIC_FUNCTION void atomic_thread_fence(Order, Scope) {
  if constexpr (!std::is_same_v<Order, MemoryOrderRelaxed> && !detail::is_caller_v<Scope>) {
    diatomic::fence(detail::own_tag_t<Order>{}, detail::own_tag_t<Scope>{});
  }
}

/// The value of `*p`.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_load(const T* p, Order, Scope) {
  using order = detail::half_of_acq_rel<detail::own_tag_t<Order>, acquire_t>;
  using access = detail::access_of<order, detail::own_tag_t<Scope>>;
  static_assert(detail::has_possible_order_v<op::load, access>, "diatomic: a load cannot release");
  return detail::perform<detail::loading, access, Scope>(p);
}

/// `*p = v`.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_store(T* p, operand_of<T> v, Order, Scope) {
  using order = detail::half_of_acq_rel<detail::own_tag_t<Order>, release_t>;
  using access = detail::access_of<order, detail::own_tag_t<Scope>>;
  static_assert(detail::has_possible_order_v<op::store, access>,
                "diatomic: a store cannot acquire");
  if constexpr (detail::is_caller_v<Scope>) {
    *p = v;
  } else {
    detail::perform<detail::assigning<op::store>, access, Scope>(p, v);
  }
}

/// `*p = v`; returns the old value.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_exchange(T* p, operand_of<T> v, Order, Scope) {
  if constexpr (detail::is_caller_v<Scope>) {
    const T old = *p;
    *p = v;
    return old;
  } else {
    using access = detail::desul_access<Order, Scope>;
    return detail::perform<detail::assigning<op::exchange>, access, Scope>(p, v);
  }
}

/// `*p = desired` if `*p` is `expected`; returns the old value.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_compare_exchange(T* p, operand_of<T> expected, operand_of<T> desired,
                                            Order, Scope) {
  using access = detail::desul_access<Order, Scope>;
  return detail::perform<detail::comparing, access, Scope>(p, expected, desired);
}

/// `*p = desired` if `*p` is `expected`; else `expected` becomes the old value. Returns whether it
/// stored. The failure order is at least `Failure`, and at least the load half of the order
/// `success`.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class Success, class Failure, class Scope>
DIATOMIC_FUNCTION bool atomic_compare_exchange_strong(T* p,
                                                      typename detail::identity<T>::type& expected,
                                                      operand_of<T> desired, Success success,
                                                      Failure, Scope scope) {
  const T wanted = expected;
  T old = wanted;
  if constexpr (detail::is_caller_v<Scope>) {
    old = desul_names::atomic_compare_exchange(p, wanted, desired, success, scope);
  } else {
    using failure = std::remove_const_t<decltype(diatomic::on_failure(
        detail::declval<detail::own_tag_t<Failure>>()))>;
    using access = detail::access_of<detail::own_tag_t<Success>, detail::own_tag_t<Scope>, failure>;
    old = detail::perform<detail::comparing, access, Scope>(p, wanted, desired);
  }
  if (detail::are_same(old, wanted)) return true;
  expected = old;
  return false;
}

/// `atomic_compare_exchange_strong` with the order `success`: no supported chip fails spuriously.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class Success, class Failure, class Scope>
DIATOMIC_FUNCTION bool atomic_compare_exchange_weak(T* p,
                                                    typename detail::identity<T>::type& expected,
                                                    operand_of<T> desired, Success success,
                                                    Failure failure, Scope scope) {
  return desul_names::atomic_compare_exchange_strong(p, expected, desired, success, failure, scope);
}

/// `*p` becomes `*p + 1`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_inc(T* p, Order order, Scope scope) {
  return desul_names::atomic_fetch_add(p, detail::one<T>(), order, scope);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_inc_fetch(T* p, Order order, Scope scope) {
  return desul_names::atomic_add_fetch(p, detail::one<T>(), order, scope);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_inc(T* p, Order order, Scope scope) {
  desul_names::atomic_add(p, detail::one<T>(), order, scope);
}
///@}

/// `*p` becomes `*p - 1`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_dec(T* p, Order order, Scope scope) {
  return desul_names::atomic_fetch_sub(p, detail::one<T>(), order, scope);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_dec_fetch(T* p, Order order, Scope scope) {
  return desul_names::atomic_sub_fetch(p, detail::one<T>(), order, scope);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_dec(T* p, Order order, Scope scope) {
  desul_names::atomic_sub(p, detail::one<T>(), order, scope);
}
///@}

/// `*p` becomes `*p >= v ? 0 : *p + 1`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_inc_mod(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::inc_wrap, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_inc_mod_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::inc_wrap, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_inc_mod(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::inc_wrap, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p == 0 || *p > v ? v : *p - 1`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_dec_mod(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::dec_wrap, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_dec_mod_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::dec_wrap, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_dec_mod(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::dec_wrap, Order, Scope>(p, v);
}
///@}

}  // namespace DIATOMIC_BACKEND_NS

inline namespace DIATOMIC_VERSION_NS {

/// Two words that are exchanged as one, on chips that support it.
struct alignas(16) Dummy16ByteValue {
  /// The first word.
  std::int64_t value1;
  /// The second word.
  std::int64_t value2;
  /// Whether both words are equal.
  DIATOMIC_FUNCTION bool operator==(const Dummy16ByteValue& v) const {
    return value1 == v.value1 && value2 == v.value2;
  }
  /// Whether a word differs.
  DIATOMIC_FUNCTION bool operator!=(const Dummy16ByteValue& v) const { return !(*this == v); }
};

}  // namespace DIATOMIC_VERSION_NS

/// The parts of desul's internals that Kokkos uses.
namespace Impl {
inline namespace DIATOMIC_VERSION_NS {
/// `T`, excluded from deduction.
template <class T>
using dont_deduce_this_parameter_t = typename detail::identity<T>::type;
}  // namespace DIATOMIC_VERSION_NS
}  // namespace Impl

}  // namespace diatomic::desul_names
