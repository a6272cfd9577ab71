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

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/dispatch/cas_loop.hpp>
#include <diatomic/dispatch/static_checks.hpp>
#include <diatomic/dispatch/update.hpp>
#if DIATOMIC_HAS_CALL_SITES  // a mode's overloads for operands that carry a call site
#include <diatomic/modes/calls.hpp>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

// A variable, not a function: nvcc does not let device code call constexpr host functions.
template <op Op>
inline constexpr bool moves_pointers_v = sums.has(Op);

/// The properties of a call without tags that returns nothing.
using plain_reduction = plain_access::without_result;

/// The ways into the core: `Op` on `*p` with the properties `Own`, overridden by the tags.
///@{
/// With the operand `v`; returns the old value. With `fetch_new_with_tags`, the new one.
template <op Op, class Own = plain_access, class T, class V, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> fetch_with_tags(T* p, V v, Tags... tags);
/// The same, but returns nothing. `Own` says that the result is unused.
template <op Op, class Own = plain_reduction, class T, class V, class... Tags>
DIATOMIC_FUNCTION void reduce_with_tags(T* p, V v, Tags... tags);
/// `P` is a pointer to a T; in a mode with call sites a `located` one.
template <class T, class Own = plain_access, class P, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> load_with_tags(P p, Tags... tags);
template <class Own = plain_access, class T, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> compare_exchange_with_tags(T* p, value<T> expected,
                                                                 value<T> desired, Tags... tags);
/// By `call`, a function object that takes the access properties.
template <op Op, class T, class Own = plain_access, class Call, class... Tags>
DIATOMIC_FUNCTION typename Call::result call_with_tags(Call call, Tags... tags);
///@}

/// Whether a tag is a `lane_group`; a call by its lanes (`atomics/warp_aggregation.hpp`).
template <class Tag>
inline constexpr bool is_group_v = false;
template <op Op, class Call>
struct group_call;
template <class... Tags>
inline constexpr bool has_run_time_tag_v = has_std_order_v<Tags...> || (is_group_v<Tags> || ...);

/// The calls as function objects, for orders that are known at run time, and for those that more
/// than one pointer and one operand describe.
///@{
template <op Op, class T, class V>
struct update_call {
  using result = std::remove_cv_t<T>;
  T* p;
  V v;
  template <class Access>
  DIATOMIC_FUNCTION result operator()(Access) const {
    if constexpr (Access::value.result == result_use::unused) {
      detail::reduce_with_tags<Op, Access>(p, v);
      return result();
    } else {
      return detail::fetch_with_tags<Op, Access>(p, v);
    }
  }
};
template <class T, class P>
struct load_call {
  using result = std::remove_cv_t<T>;
  P p;
  template <class Access>
  DIATOMIC_FUNCTION result operator()(Access) const {
    return detail::load_with_tags<T, Access>(p);
  }
};
template <class T>
struct compare_exchange_call {
  using result = std::remove_cv_t<T>;
  T* p;
  value<T> expected;
  value<T> desired;
  template <class Access>
  DIATOMIC_FUNCTION result operator()(Access) const {
    return detail::compare_exchange_with_tags<Access>(p, expected, desired);
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
    detail::add_in_array<checked<op::add, T, Access>>(base, index, length, v);
  }
};
template <class T>
struct wait_call {
  using result = std::remove_cv_t<T>;
  const T* p;
  value<T> old;
  template <class Access>
  DIATOMIC_FUNCTION result operator()(Access) const {
    return detail::wait<checked<op::load, T, Access>>(p, old);
  }
};
/// `P` as in `load_with_tags`.
template <class T, class P, class F>
struct wait_until_call {
  using result = std::remove_cv_t<T>;
  P p;
  F& predicate;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Access>
  DIATOMIC_FUNCTION result operator()(Access) const {
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
  DIATOMIC_FUNCTION result operator()(Access) const {
    detail::refuse<update_refusal_v<T, F>>();
    if constexpr (device_ops::takes_turns) device_ops::yield_if_due(p);
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
    if constexpr (device_ops::takes_turns) device_ops::yield_if_due(p);
    return detail::try_update<checked<op::compare_exchange, T, Access>>(p, f);
  }
};
struct fence_call {
  using result = void;
  template <class Access>
  DIATOMIC_FUNCTION void operator()(Access) const {
    if constexpr (Access::order != memory_order::relaxed) {
      device_ops::fence<Access::order, Access::scope>();
    }
  }
};
///@}

template <op Op, class Own, class T, class V, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> fetch_with_tags(T* p, V v, Tags... tags) {
  static_assert(
      Op == op::store || (Own::value.result == result_use::used &&
                          !(std::is_same_v<Tags, result_unused_t> || ...)),
      "diatomic: result_unused is a tag for support_v only: call store_OP, which returns nothing");
  if constexpr (operation_refusal_v<Op, T> != refusal::none || has_run_time_tag_v<Tags...>) {
    return detail::call_with_tags<Op, T, Own>(update_call<Op, T, V>{p, v}, tags...);
  } else {
    using access = checked<Op, T, access_over<Own, Tags...>>;
    if constexpr (device_ops::takes_turns && Op != op::store) device_ops::yield_if_due(p);
    if constexpr (moves_pointers_v<Op> && std::is_pointer_v<T>) {
      return detail::update_scaled<Op, access>(p, v);
    } else {
      return detail::update<Op, access>(p, v);
    }
  }
}
template <op Op, class Own, class T, class V, class... Tags>
DIATOMIC_FUNCTION void reduce_with_tags(T* p, V v, Tags... tags) {
  if constexpr (operation_refusal_v<Op, T> != refusal::none || has_run_time_tag_v<Tags...>) {
    detail::call_with_tags<Op, T, Own>(update_call<Op, T, V>{p, v}, tags...);
  } else {
    using access = checked<Op, T, access_over<Own, Tags...>>;
    if constexpr (moves_pointers_v<Op> && std::is_pointer_v<T>) {
      detail::update_scaled<Op, access>(p, v);
    } else {
      detail::update<Op, access>(p, v);
    }
  }
}
/// `fetch_with_tags`, but returns the new value.
template <op Op, class Own = plain_access, class T, class V, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> fetch_new_with_tags(T* p, V v, Tags... tags) {
  using access = access_over<Own, as_tag<memory_order::seq_cst, Tags>...>;
  return detail::value_left<Op, access>(p, detail::fetch_with_tags<Op, Own>(p, v, tags...), v);
}
template <class T, class Own, class P, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> load_with_tags(P p, Tags... tags) {
  if constexpr (operation_refusal_v<op::load, T> != refusal::none || has_std_order_v<Tags...>) {
    return detail::call_with_tags<op::load, T, Own>(load_call<T, P>{p}, tags...);
  } else {
    if constexpr (device_ops::takes_turns) device_ops::yield_if_due(p);
    // With the hint `monotone` a relaxed load has the access of a check.
    using own = checked<op::load, T, access_over<Own, Tags...>>;
    using access = std::conditional_t<own::order == memory_order::relaxed, check_access<own>, own>;
    return detail::load<access>(p);
  }
}
template <class Own, class T, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> compare_exchange_with_tags(T* p, value<T> expected,
                                                                 value<T> desired, Tags... tags) {
  if constexpr (operation_refusal_v<op::compare_exchange, T> != refusal::none ||
                has_std_order_v<Tags...>) {
    return detail::call_with_tags<op::compare_exchange, T, Own>(
        compare_exchange_call<T>{p, expected, desired}, tags...);
  } else {
    if constexpr (device_ops::takes_turns) device_ops::yield_if_due(p);
    return detail::compare_exchange<checked<op::compare_exchange, T, access_over<Own, Tags...>>>(
        p, expected, desired);
  }
}
template <op Op, class T, class Own, class Call, class... Tags>
DIATOMIC_FUNCTION typename Call::result call_with_tags(Call call, Tags... tags) {
  if constexpr (operation_refusal_v<Op, T> != refusal::none) {
    detail::refuse<operation_refusal_v<Op, T>>();
    return typename Call::result();
  } else if constexpr ((is_group_v<Tags> || ...)) {
    return detail::with_access<Op, Own>(group_call<Op, Call>(call, tags...), tags...);
  } else {
    return detail::with_access<Op, Own>(call, tags...);
  }
}

/// One `std::memory_order` that includes both.
template <class Order>
DIATOMIC_FUNCTION Order joined(Order success, Order failure) {
  const int first = static_cast<int>(success);
  const int second = static_cast<int>(failure);
  if (second == 5) return failure;  // seq_cst
  if (second == 0 || (first != 0 && first != 3)) return success;
  return static_cast<Order>(first == 0 ? 2 : 4);  // acquire instead of relaxed, or acq_rel
}

/// Whether the compare-exchange that found `old` has stored; if not, sets `expected` to `old`.
/// After success `expected` is not accessed, because it may be in memory that other threads own.
template <class T>
DIATOMIC_FUNCTION bool has_stored(const T& old, const T& before, T& expected) {
  using word = unsigned_of<T>;
  if (detail::bits_as<word>(old) == detail::bits_as<word>(before)) return true;
  expected = old;
  return false;
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
/// The condition of a member with tags.
#if DIATOMIC_HAS_CONDITIONS
template <op Op, class Own, class... Overrides>
using accept_tags = accept<member_refusal_v<Op, Own, Overrides...>>;
#else
template <op, class, class...>
using accept_tags = accept<refusal::none>;
#endif

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
