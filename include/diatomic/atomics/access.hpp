// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Load, store, exchange, compare-exchange, updates by an arbitrary function, fences.

#include <type_traits>

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A tag: the weakest order that a failed compare-exchange may have. Chips have one order for both
/// outcomes, so an order weaker than the call's own changes nothing.
///@{
DIATOMIC_FUNCTION constexpr tag<failure_order::relaxed> on_failure(relaxed_t) { return {}; }
DIATOMIC_FUNCTION constexpr tag<failure_order::acquire> on_failure(acquire_t) { return {}; }
DIATOMIC_FUNCTION constexpr tag<failure_order::seq_cst> on_failure(seq_cst_t) { return {}; }
///@}

#if !DIATOMIC_HAS_CALL_SITES  // else in <diatomic/modes/functions.hpp>
/// The value of `*p`.
/// Orders: relaxed, acquire, seq_cst. Hint: `monotone`.
template <class T, class... Tags, class = detail::if_fetches<op::load, T, Tags...>>
DIATOMIC_FUNCTION T load(const T* p, Tags... tags) {
  return detail::load_with_tags<T>(p, tags...);
}
#endif

/// `*p = v`.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::store, T, Tags...>>
DIATOMIC_FUNCTION void store(T* p, value<T> v, Tags... tags) {
  detail::fetch_with_tags<op::store>(p, v, tags...);
}

/// `*p = v`; returns the old value.
/// Orders: all. Hints: `check_first`, `monotone`.
template <class T, class... Tags, class = detail::if_fetches<op::exchange, T, Tags...>>
DIATOMIC_FUNCTION T exchange(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::exchange>(p, v, tags...);
}

#if !DIATOMIC_HAS_CALL_SITES  // else in <diatomic/modes/functions.hpp>
/// The same for a `v` that could be assigned to `p` itself, such as `nullptr`. If the pointee is of
/// std or cuda::std, or under `using namespace std`, an unqualified call also finds
/// `std::exchange`, which would be the better match for such a `v` and would exchange `p`.
/// Orders: all. Hints: `check_first`, `monotone`.
template <class T, class V, class... Tags, class = detail::if_fetches<op::exchange, T, Tags...>,
          class = decltype(detail::declval<T*&>() = detail::declval<V>()),
          class = std::enable_if_t<detail::binds_v<const T, V>>>
DIATOMIC_FUNCTION T exchange(T* p, V&& v, Tags... tags) {
  const T desired = static_cast<V&&>(v);
  return detail::fetch_with_tags<op::exchange>(p, value<T>(desired), tags...);
}
#endif

/// `*p = desired` if `*p` has the bits of `expected`; returns the old value. The form of CUDA's
/// `atomicCAS`.
/// Orders: all. A failed exchange has the failure order (acquire for acq_rel, relaxed for release),
/// or the order of `on_failure(relaxed | acquire | seq_cst)` if that is stronger.
template <class T, class... Tags, class = detail::if_fetches<op::compare_exchange, T, Tags...>>
DIATOMIC_FUNCTION T compare_exchange(T* p, value<T> expected, value<T> desired, Tags... tags) {
  return detail::compare_exchange_with_tags(p, expected, desired, tags...);
}

/// `*p = desired` if `*p` has the bits of `expected`; otherwise `expected` becomes the old value.
/// Returns whether it stored. After success it does not access `expected`, which may be part of the
/// object that `desired` publishes. C++'s form. Orders: as `compare_exchange`.
template <class T, class... Tags, class = detail::if_fetches<op::compare_exchange, T, Tags...>>
DIATOMIC_FUNCTION bool compare_exchange_strong(T* p, typename detail::identity<T>::type& expected,
                                               value<T> desired, Tags... tags) {
  const T before = expected;
  return detail::has_stored(detail::compare_exchange_with_tags(p, before, desired, tags...), before,
                            expected);
}

/// The same with C++'s two orders, before other `tags`: `success` for an exchange that takes place,
/// `failure` for one that fails. Chips have one order for both outcomes, so the call uses an order
/// that includes both. Orders: as `compare_exchange`.
template <class T, class Order, class... Tags,
          class = detail::if_fetches<op::compare_exchange, T, Order, Tags...>,
          class = std::enable_if_t<detail::is_std_order_v<Order>>>
DIATOMIC_FUNCTION bool compare_exchange_strong(T* p, typename detail::identity<T>::type& expected,
                                               value<T> desired, Order success, Order failure,
                                               Tags... tags) {
  return diatomic::compare_exchange_strong(p, expected, desired, detail::joined(success, failure),
                                           tags...);
}

/// `compare_exchange_strong`, with the same `expected` and `desired`: no supported chip fails
/// spuriously. Orders: as `compare_exchange`.
template <class T, class... Tags, class = detail::if_fetches<op::compare_exchange, T, Tags...>>
DIATOMIC_FUNCTION bool compare_exchange_weak(T* p, typename detail::identity<T>::type& expected,
                                             value<T> desired, Tags... tags) {
  return diatomic::compare_exchange_strong(p, expected, desired, tags...);
}

/// `compare_exchange_strong` with C++'s two orders `success` and `failure`, and the same `expected`
/// and `desired`. Orders: as `compare_exchange`.
template <class T, class Order, class... Tags,
          class = detail::if_fetches<op::compare_exchange, T, Order, Tags...>,
          class = std::enable_if_t<detail::is_std_order_v<Order>>>
DIATOMIC_FUNCTION bool compare_exchange_weak(T* p, typename detail::identity<T>::type& expected,
                                             value<T> desired, Order success, Order failure,
                                             Tags... tags) {
  return diatomic::compare_exchange_strong(p, expected, desired, success, failure, tags...);
}

#if !DIATOMIC_HAS_CALL_SITES
/// `*p = f(*p)`, as a CAS loop; returns the old value. `f` is any `T(T)` without side effects: it
/// may be called several times.
/// Orders: all.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class... Tags,
          class = detail::if_fetches<op::compare_exchange, T, Tags...>,
          class = detail::if_accepted<detail::update_refusal_v<T, F>>>
DIATOMIC_FUNCTION T fetch_update(T* p, F f, Tags... tags) {
  return detail::call_with_tags<op::compare_exchange, T>(detail::fetch_update_call<T, F>{p, f},
                                                         tags...);
}

/// Passes `f` a copy of `*p` to change. If `f(T&)` returns true, stores the copy and returns true;
/// otherwise `*p` stays unchanged. `f` may be called several times.
/// Orders: all; if `f` returns false, the failure order: acquire for acq_rel, relaxed for release.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class... Tags,
          class = detail::if_fetches<op::compare_exchange, T, Tags...>,
          class = detail::if_accepted<detail::try_refusal_v<T, F>>>
DIATOMIC_FUNCTION bool try_update(T* p, F f, Tags... tags) {
  return detail::call_with_tags<op::compare_exchange, T>(detail::try_update_call<T, F>{p, f},
                                                         tags...);
}
#endif

/// Orders this thread's accesses among the threads of the scope.
/// Orders: acquire, release, acq_rel, seq_cst; one is required. A relaxed `std::memory_order` does
/// nothing. Scope: `device_scope` by default; seq_cst needs `block_scope` or wider.
template <class... Tags,
          class = std::enable_if_t<detail::fence_refusal_v<Tags...> == detail::refusal::none>>
DIATOMIC_FUNCTION void fence(Tags... tags) {
  if constexpr (detail::has_std_order_v<Tags...>) {
    detail::call_with_tags<op::exchange, int>(detail::fence_call{}, tags...);
  } else {
    using access = detail::access_of<Tags...>;
    detail::device_ops::fence<access::order, access::scope>();
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

#if DIATOMIC_HAS_CALL_SITES
#include <diatomic/modes/functions.hpp>
#endif
