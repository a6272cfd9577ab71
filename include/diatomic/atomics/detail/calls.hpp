// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The implementation of the functions and of `atomic_ref`'s members: function objects that take
/// the access properties, and functions that derive these properties from a call's tags.
///
/// On the host the threads of a block share one system thread. An operation that returns a value
/// first yields to the other threads if its own has run for long, so that code that spins with any
/// operation ends. The library's own operations between such threads call the functions in
/// `dispatch/` directly, which do not yield.
///
/// No generic lambdas: before CUDA 13.2, NVRTC treats them as host code.

#include <cstddef>
#include <type_traits>

#include <diatomic/core/detail/operands.hpp>
#include <diatomic/dispatch/load_and_compare.hpp>
#include <diatomic/dispatch/run_time_orders.hpp>
#include <diatomic/dispatch/static_checks.hpp>
#include <diatomic/dispatch/update.hpp>
#include <diatomic/dispatch/waiting.hpp>
#if DIATOMIC_HAS_CALL_SITES  // a mode's overloads for operands that carry a call site
#include <diatomic/modes/calls.hpp>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

// A variable, not a function: nvcc does not let device code call constexpr host functions.
template <op Op>
inline constexpr bool moves_pointers_v = sums.has(Op);

/// For a call that returns the old value, with the properties `Own` and a call's tags.
template <class Own, class... Tags>
DIATOMIC_FUNCTION void check_result_use() {
  static_assert(
      Own::value.result == result_use::used && !(std::is_same_v<Tags, result_unused_t> || ...),
      "diatomic: result_unused is a tag for support_v only: call store_OP, which returns "
      "nothing");
}

template <op Op, class Access, class T, class V>
DIATOMIC_FUNCTION T update_checked(T* p, V v) {
  if constexpr (operation_refusal_v<Op, T> != refusal::none) {
    detail::refuse<operation_refusal_v<Op, T>>();
    return T();
  } else {
    using access = checked<Op, T, Access>;
    // Code that spins uses the result of the call.
    if constexpr (Op != op::store && access::value.result == result_use::used)
      device_ops::yield_if_due(p);
    if constexpr (moves_pointers_v<Op> && std::is_pointer_v<T>) {
      return detail::update_scaled<Op, access>(p, v);
    } else {
      return detail::update<Op, access>(p, v);
    }
  }
}

template <op Op, class T, class V>
struct update_call {
  using result = std::remove_cv_t<T>;
  T* p;
  V v;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    return detail::update_checked<Op, Access>(p, v);
  }
};
template <op Op, class T, class V>
struct reduction_call {
  using result = void;
  T* p;
  V v;
  template <class Access>
  DIATOMIC_FUNCTION void operator()(Access) const {
    detail::update_checked<Op, typename Access::without_result>(p, v);
  }
};
template <class T>
struct add_in_array_call {
  using result = void;
  T* base;
  std::size_t index;
  std::size_t length;
  value<T> v;
  template <class Access>
  DIATOMIC_FUNCTION void operator()(Access) const {
    detail::add_in_array<checked<op::add, T, typename Access::without_result>>(base, index, length,
                                                                               v);
  }
};
/// `P` is a `const T*`, or a `located` one, which carries the call site.
template <class T, class P>
struct load_call {
  using result = std::remove_cv_t<T>;
  P p;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    device_ops::yield_if_due(p);
    return detail::load<load_access<checked<op::load, T, Access>>>(p);
  }
};
template <class T>
struct compare_exchange_call {
  using result = std::remove_cv_t<T>;
  T* p;
  value<T> expected;
  value<T> desired;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    device_ops::yield_if_due(p);
    return detail::compare_exchange<checked<op::compare_exchange, T, Access>>(p, expected, desired);
  }
};
template <class T>
struct wait_call {
  using result = std::remove_cv_t<T>;
  const T* p;
  value<T> old;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    return detail::wait<checked<op::load, T, Access>>(p, old);
  }
};
/// `P` as in `load_call`.
template <class T, class P, class F>
struct wait_until_call {
  using result = std::remove_cv_t<T>;
  P p;
  F& predicate;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    return detail::wait_for<checked<op::load, T, Access>>(p, predicate);
  }
};
template <class T, class F>
struct fetch_update_call {
  using result = std::remove_cv_t<T>;
  value<T*> p;
  F& f;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    detail::refuse<update_refusal_v<T, F>>();
    device_ops::yield_if_due(p);
    return detail::fetch_update<checked<op::compare_exchange, T, Access>>(p, f);
  }
};
template <class T, class F>
struct try_update_call {
  using result = bool;
  value<T*> p;
  F& f;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access>
  DIATOMIC_FUNCTION bool operator()(Access) const {
    detail::refuse<try_refusal_v<T, F>>();
    device_ops::yield_if_due(p);
    return detail::try_update<checked<op::compare_exchange, T, Access>>(p, f);
  }
};

struct fence_call {
  template <class Access>
  DIATOMIC_FUNCTION void operator()(Access) const {
    if constexpr (Access::order != memory_order::relaxed) {
      device_ops::fence<Access::order, Access::scope>();
    }
  }
};

/// The properties of a call without tags, and of such a call that returns nothing.
using plain_access = access_of<>;
using plain_reduction = plain_access::without_result;

/// `Op` with the operand `v` and the properties of the tags. Orders known at compile time bypass
/// the call object, which saves compile time.
template <op Op, class T, class V, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> fetch_with_tags(T* p, V v, Tags... tags) {
  if constexpr (Op != op::store) detail::check_result_use<plain_access, Tags...>();
  if constexpr (operation_refusal_v<Op, T> != refusal::none) {
    detail::refuse<operation_refusal_v<Op, T>>();
    return std::remove_cv_t<T>();
  } else if constexpr (has_std_order_v<Tags...>) {
    return detail::with_access<Op, plain_access>(update_call<Op, T, V>{p, v}, tags...);
  } else {
    using access = checked<Op, T, access_of<Tags...>>;
    if constexpr (Op != op::store) device_ops::yield_if_due(p);
    if constexpr (moves_pointers_v<Op> && std::is_pointer_v<T>) {
      return detail::update_scaled<Op, access>(p, v);
    } else {
      return detail::update<Op, access>(p, v);
    }
  }
}
/// The same, but returns the new value.
template <op Op, class T, class V, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> fetch_new_with_tags(T* p, V v, Tags... tags) {
  using access = access_of<as_tag<memory_order::seq_cst, Tags>...>;
  return detail::value_left<Op, access>(p, detail::fetch_with_tags<Op>(p, v, tags...), v);
}
/// The same without the old value.
template <op Op, class T, class V, class... Tags>
DIATOMIC_FUNCTION void reduce_with_tags(T* p, V v, Tags... tags) {
  if constexpr (operation_refusal_v<Op, T> != refusal::none) {
    detail::refuse<operation_refusal_v<Op, T>>();
    return;
  } else if constexpr (has_std_order_v<Tags...>) {
    detail::with_access<Op, plain_reduction>(reduction_call<Op, T, V>{p, v}, tags...);
  } else if constexpr (moves_pointers_v<Op> && std::is_pointer_v<T>) {
    detail::update_scaled<Op, checked<Op, T, without_result_of<Tags...>>>(p, v);
  } else {
    detail::update<Op, checked<Op, T, without_result_of<Tags...>>>(p, v);
  }
}
/// The same for loads and compare-exchanges.
///@{
template <class T, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> load_with_tags(const T* p, Tags... tags) {
  if constexpr (operation_refusal_v<op::load, T> != refusal::none) {
    detail::refuse<operation_refusal_v<op::load, T>>();
    return std::remove_cv_t<T>();
  } else if constexpr (has_std_order_v<Tags...>) {
    return detail::with_access<op::load, plain_access>(load_call<T, const T*>{p}, tags...);
  } else {
    device_ops::yield_if_due(p);
    return detail::load<load_access<checked<op::load, T, access_of<Tags...>>>>(p);
  }
}
template <class T, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> compare_exchange_with_tags(T* p, value<T> expected,
                                                                 value<T> desired, Tags... tags) {
  if constexpr (operation_refusal_v<op::compare_exchange, T> != refusal::none) {
    detail::refuse<operation_refusal_v<op::compare_exchange, T>>();
    return std::remove_cv_t<T>();
  } else if constexpr (has_std_order_v<Tags...>) {
    return detail::with_access<op::compare_exchange, plain_access>(
        compare_exchange_call<T>{p, expected, desired}, tags...);
  } else {
    using access = checked<op::compare_exchange, T, access_of<Tags...>>;
    device_ops::yield_if_due(p);
    return detail::compare_exchange<access>(p, expected, desired);
  }
}
///@}
/// Calls `call`, an operation on a T, with the properties of the tags.
template <op Op, class T, class Call, class... Tags>
DIATOMIC_FUNCTION typename Call::result call_with_tags(Call call, Tags... tags) {
  if constexpr (operation_refusal_v<Op, T> != refusal::none) {
    detail::refuse<operation_refusal_v<Op, T>>();
    return typename Call::result();
  } else {
    return detail::with_access<Op, plain_access>(call, tags...);
  }
}

/// The same for a call that returns nothing.
template <op Op, class T, class Call, class... Tags>
DIATOMIC_FUNCTION void call_reduction_with_tags(Call call, Tags... tags) {
  if constexpr (operation_refusal_v<Op, T> != refusal::none) {
    detail::refuse<operation_refusal_v<Op, T>>();
  } else {
    detail::with_access<Op, plain_reduction>(call, tags...);
  }
}

/// The properties of one operation of a reference with the properties `Defaults`: with acq_rel, a
/// load acquires, and a store or an operation that returns nothing releases.
template <op Op, class Defaults>
struct operation_own {
  static constexpr memory_order half =
      Op == op::load ? memory_order::acquire : memory_order::release;
  static constexpr bool halves =
      Defaults::order == memory_order::acq_rel && !tables::can_have_order(Op, Defaults::value);
  using type = typename Defaults::template with_order<halves ? half : Defaults::order>;
};
template <op Op, class Defaults>
using operation_own_of = typename operation_own<Op, Defaults>::type;
/// Why a call with these tags of a member is refused. `op::exchange` stands for all operations that
/// return the old value, `op::store` for all that return nothing.
template <op Op, class Own, class... Overrides>
inline constexpr refusal member_refusal_v =
    detail::find_tags_refusal<Op, Op == op::store ? result_use::unused : result_use::used,
                              operation_own_of<Op, Own>, Overrides...>();

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
