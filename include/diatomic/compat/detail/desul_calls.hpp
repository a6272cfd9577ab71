// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's tags, and their translation to Diatomic's tags.

#include <cstdint>
#include <type_traits>

#include <diatomic/compat/detail/desul_updates.hpp>
#include <diatomic/core/vocabulary.hpp>

namespace diatomic::desul_names {
inline namespace DIATOMIC_VERSION_NS {

/// desul's orders: `seq_cst`, `acq_rel`, `acquire`, `release`, `relaxed`.
///@{
struct MemoryOrderSeqCst {};
struct MemoryOrderAcqRel {};
struct MemoryOrderAcquire {};
struct MemoryOrderRelease {};
struct MemoryOrderRelaxed {};
///@}

/// desul's scopes: `system_scope` twice, `device_scope`, `block_scope`; and the caller scope, in
/// which nothing is atomic.
///@{
struct MemoryScopeSystem {};
struct MemoryScopeNode {};
struct MemoryScopeDevice {};
struct MemoryScopeCore {};
struct MemoryScopeCaller {};
///@}

/// An operand: converts to T, without taking part in its deduction.
template <class T>
using operand_of = typename detail::identity<T>::type;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::desul_names

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// The Diatomic tag for a desul tag. Never called.
///@{
DIATOMIC_FUNCTION seq_cst_t own_tag(identity<desul_names::MemoryOrderSeqCst>);
DIATOMIC_FUNCTION acq_rel_t own_tag(identity<desul_names::MemoryOrderAcqRel>);
DIATOMIC_FUNCTION acquire_t own_tag(identity<desul_names::MemoryOrderAcquire>);
DIATOMIC_FUNCTION release_t own_tag(identity<desul_names::MemoryOrderRelease>);
DIATOMIC_FUNCTION relaxed_t own_tag(identity<desul_names::MemoryOrderRelaxed>);
DIATOMIC_FUNCTION system_scope_t own_tag(identity<desul_names::MemoryScopeSystem>);
DIATOMIC_FUNCTION system_scope_t own_tag(identity<desul_names::MemoryScopeNode>);
DIATOMIC_FUNCTION device_scope_t own_tag(identity<desul_names::MemoryScopeDevice>);
DIATOMIC_FUNCTION block_scope_t own_tag(identity<desul_names::MemoryScopeCore>);
DIATOMIC_FUNCTION device_scope_t own_tag(identity<desul_names::MemoryScopeCaller>);
template <class DesulTag>
using own_tag_t = decltype(detail::own_tag(identity<DesulTag>{}));
///@}

template <class Scope>
inline constexpr bool is_caller_v = std::is_same_v<Scope, desul_names::MemoryScopeCaller>;

/// The order of a call that only loads, or only stores: acq_rel becomes the half that applies, as
/// with `atomic_ref`.
template <class Order, class Half>
using half_of_acq_rel = std::conditional_t<std::is_same_v<Order, acq_rel_t>, Half, Order>;

/// Whether a call of this operation can have the order. A variable, since nvcc warns about the
/// function.
template <op Op, class Access>
inline constexpr bool has_possible_order_v = tables::can_have_order(Op, Access::value);

}  // namespace DIATOMIC_VERSION_NS

inline namespace DIATOMIC_BACKEND_NS {

template <class Order, class Scope>
using desul_access = access_of<own_tag_t<Order>, own_tag_t<Scope>>;

/// A float minimum or maximum that would change nothing is skipped after a load that any cache may
/// serve: desul does so with a plain load, and programs written for desul rely on it.
template <op Op, class T, class Access>
using desul_update_access =
    std::conditional_t<extrema.has(Op) && is_float_v<T>,
                       typename Access::template with_hint<hint::monotone>, Access>;

/// The operand of increments and decrements.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T>
DIATOMIC_FUNCTION T one() {
  return static_cast<T>(1);
}

/// `Operation` on `*p`; returns the old value.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Operation, class Access, class Scope, class T, class... V>
DIATOMIC_FUNCTION auto perform(T* p, const V&... v) {
  if constexpr (is_caller_v<Scope>) {
    return Operation::plain(p, v...);
  } else if constexpr (!is_exchanged_v<std::remove_const_t<T>, Access>) {
    return detail::under_lock_of<Access>(p, [&] { return Operation::plain(p, v...); });
  } else {
    if constexpr (alignof(T) < sizeof(T)) {
      if (reinterpret_cast<std::uintptr_t>(p) % sizeof(T) != 0) {
        return detail::under_lock_of<Access>(p, [&] { return Operation::plain(p, v...); });
      }
    }
    return Operation::template atomic<Access>(p, v...);
  }
}

/// `*p = value_after<Op>(*p, v)`; returns the old value.
DIATOMIC_EXEC_CHECK_DISABLE
template <op Op, class Order, class Scope, class T, class V>
DIATOMIC_FUNCTION T desul_fetch(T* p, const V& v) {
  using access = desul_update_access<Op, T, desul_access<Order, Scope>>;
  return detail::perform<updating<Op>, access, Scope>(p, v);
}

/// The same, but returns the new value.
DIATOMIC_EXEC_CHECK_DISABLE
template <op Op, class Order, class Scope, class T, class V>
DIATOMIC_FUNCTION T desul_fetch_new(T* p, const V& v) {
  const T old = detail::desul_fetch<Op, Order, Scope>(p, v);
  if constexpr (is_of_table_v<Op, T> && !is_caller_v<Scope>) {
    return detail::value_left<Op, desul_access<Order, Scope>>(p, old, static_cast<T>(v));
  } else {
    return detail::value_after<Op>(old, v);
  }
}

/// `desul_fetch` without the result. Acquiring orders need the form with a result.
DIATOMIC_EXEC_CHECK_DISABLE
template <op Op, class Order, class Scope, class T, class V>
DIATOMIC_FUNCTION void desul_update(T* p, const V& v) {
  using access = desul_update_access<Op, T, desul_access<Order, Scope>>;
  if constexpr (is_caller_v<Scope>) {
    *p = detail::value_after<Op>(*p, v);
  } else if constexpr (access::order == memory_order::acquire ||
                       access::order == memory_order::acq_rel) {
    detail::perform<updating<Op>, access, Scope>(p, v);
  } else {
    detail::perform<updating<Op>, typename access::without_result, Scope>(p, v);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
