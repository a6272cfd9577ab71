// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the functions, and the members of `atomic_ref`, call: function objects that are given the
/// access properties, and what makes these of a call's tags.
///
/// Each first lets other threads of the block run, where they take turns and one has had a long one
/// (the host): so code that spins with any of them ends. What the library itself does between
/// threads that take turns calls the functions of `core/detail`, which do not.
///
/// No generic lambdas: NVRTC takes these for host code before CUDA 13.2.

#include <cstddef>
#include <type_traits>

#include <diatomic/core/detail/operands.hpp>
#include <diatomic/dispatch/checked_mode.hpp>
#include <diatomic/dispatch/load_and_compare.hpp>
#include <diatomic/dispatch/run_time_orders.hpp>
#include <diatomic/dispatch/static_checks.hpp>
#include <diatomic/dispatch/update.hpp>
#include <diatomic/dispatch/waiting.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

// As a variable: nvcc lets no device code call a constexpr function of the host.
template <op Op>
inline constexpr bool moves_pointers_v = sums.has(Op);

template <op Op, class Access, class T, class V>
DIATOMIC_FUNCTION T update_checked(T* p, V v) {
  using access = checked<Op, T, Access>;
  // Code that spins looks at what the call returns.
  if constexpr (Op != op::store && access::value.result == result_use::used) target::take_turns(p);
  if constexpr (moves_pointers_v<Op> && std::is_pointer_v<T>) {
    return detail::update_by<Op, access>(p, v);
  } else {
    return detail::update<Op, access>(p, v);
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
/// `P` is a `const T*`, or one that knows where the call stands.
template <class T, class P>
struct load_call {
  using result = std::remove_cv_t<T>;
  P p;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    target::take_turns(p);
    return detail::load<checked<op::load, T, Access>>(p);
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
    target::take_turns(p);
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
    target::take_turns(p);
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
    target::take_turns(p);
    return detail::try_update<checked<op::compare_exchange, T, Access>>(p, f);
  }
};

struct fence_call {
  template <class Access>
  DIATOMIC_FUNCTION void operator()(Access) const {
    if constexpr (Access::order != memory_order::relaxed) {
      target::fence<Access::order, Access::scope>();
    }
  }
};

/// The properties of a call without tags, and of one that returns nothing.
using plain_access = access_of<>;
using plain_reduction = plain_access::without_result;

/// `Op` with the operand `v`, by what the tags say. Orders that the compiler knows go straight on,
/// which costs it less time than a call object does.
template <op Op, class T, class V, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> fetch_by(T* p, V v, Tags... tags) {
  if constexpr (!is_unqualified_v<T>) {
    refuse_qualified<T>();
    return {};
  } else if constexpr (has_std_order_v<Tags...>) {
    return with_access<Op, plain_access>(update_call<Op, T, V>{p, v}, tags...);
  } else {
    using access = checked<Op, T, access_of<Tags...>>;
    if constexpr (Op != op::store) target::take_turns(p);
    if constexpr (moves_pointers_v<Op> && std::is_pointer_v<T>) {
      return detail::update_by<Op, access>(p, v);
    } else {
      return detail::update<Op, access>(p, v);
    }
  }
}
/// The same without the old value.
template <op Op, class T, class V, class... Tags>
DIATOMIC_FUNCTION void reduce_by(T* p, V v, Tags... tags) {
  if constexpr (!is_unqualified_v<T>) {
    refuse_qualified<T>();
    return;
  } else if constexpr (has_std_order_v<Tags...>) {
    with_access<Op, plain_reduction>(reduction_call<Op, T, V>{p, v}, tags...);
  } else if constexpr (moves_pointers_v<Op> && std::is_pointer_v<T>) {
    detail::update_by<Op, checked<Op, T, without_result_of<Tags...>>>(p, v);
  } else {
    detail::update<Op, checked<Op, T, without_result_of<Tags...>>>(p, v);
  }
}
/// The same of loads and of compare-exchanges.
///@{
template <class T, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> load_by(const T* p, Tags... tags) {
  if constexpr (!is_unqualified_v<T>) {
    refuse_qualified<T>();
    return {};
  } else if constexpr (has_std_order_v<Tags...>) {
    return with_access<op::load, plain_access>(load_call<T, const T*>{p}, tags...);
  } else {
    target::take_turns(p);
    return detail::load<checked<op::load, T, access_of<Tags...>>>(p);
  }
}
template <class T, class... Tags>
DIATOMIC_FUNCTION std::remove_cv_t<T> compare_exchange_by(T* p, value<T> expected, value<T> desired,
                                                          Tags... tags) {
  if constexpr (!is_unqualified_v<T>) {
    refuse_qualified<T>();
    return {};
  } else if constexpr (has_std_order_v<Tags...>) {
    return with_access<op::compare_exchange, plain_access>(
        compare_exchange_call<T>{p, expected, desired}, tags...);
  } else {
    using access = checked<op::compare_exchange, T, access_of<Tags...>>;
    target::take_turns(p);
    return detail::compare_exchange<access>(p, expected, desired);
  }
}
///@}
/// `call` on a T, by what the tags say.
template <op Op, class T, class Call, class... Tags>
DIATOMIC_FUNCTION typename Call::result call_by(Call call, Tags... tags) {
  if constexpr (!is_unqualified_v<T>) {
    refuse_qualified<T>();
    return typename Call::result();
  } else {
    return with_access<Op, plain_access>(call, tags...);
  }
}

/// The same of a call that returns nothing.
template <op Op, class T, class Call, class... Tags>
DIATOMIC_FUNCTION void reduce_call_by(Call call, Tags... tags) {
  if constexpr (!is_unqualified_v<T>) {
    refuse_qualified<T>();
  } else {
    with_access<Op, plain_reduction>(call, tags...);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
