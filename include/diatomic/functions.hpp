// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operations. Each works on a naturally aligned word that `p` points to, in kernels and in
/// host code. After the operands may stand tags (`vocabulary.hpp`), in any order:
///
/// - an order; `relaxed` unless said. One that the operation cannot have is a compile error;
/// - a scope; `device_scope` unless said;
/// - `in_global` or `in_shared`, `coarse_grained`, `ignore_denormals`, `require_native`.
///
/// T is an integer of 4 or 8 bytes, `float` or `double`; anything else is a compile error that
/// names operation and type. No operation fails at run time. Names follow C++26: `fetch_OP` returns
/// the old value, `OP_fetch` the new one, `store_OP` nothing (P3111).

#include <diatomic/detail/dispatch.hpp>
#include <diatomic/types.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The value of `*p`.
/// Orders: relaxed, acquire, seq_cst.
template <class T, class... Tags>
DIATOMIC_FUNCTION T load(const T* p, Tags...) {
  using manner = detail::checked<op::load, T, detail::manner_of<Tags...>>;
  using word = detail::unsigned_of<T>;
  return detail::bits_as<T>(target::load<manner>(reinterpret_cast<const word*>(p)));
}

/// `*p = v`.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::store, T, detail::manner_of<Tags...>>;
  using word = detail::unsigned_of<T>;
  target::store<manner>(reinterpret_cast<word*>(p), detail::bits_as<word>(v));
}

/// `*p = v`; returns the old value.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T exchange(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::exchange, T, detail::manner_of<Tags...>>;
  using word = detail::unsigned_of<T>;
  return detail::bits_as<T>(
      target::exchange<manner>(reinterpret_cast<word*>(p), detail::bits_as<word>(v)));
}

/// `*p = desired` if `*p` has the bits of `expected`; returns what `*p` held. CUDA's shape.
/// Orders: all. A failed exchange has the order less its release half.
template <class T, class... Tags>
DIATOMIC_FUNCTION T compare_exchange(T* p, value<T> expected, value<T> desired, Tags...) {
  using manner = detail::checked<op::compare_exchange, T, detail::manner_of<Tags...>>;
  using word = detail::unsigned_of<T>;
  return detail::bits_as<T>(target::compare_exchange<manner>(reinterpret_cast<word*>(p),
                                                             detail::bits_as<word>(expected),
                                                             detail::bits_as<word>(desired)));
}

/// `*p = desired` if `*p` has the bits of `expected`; else `expected` becomes what `*p` held.
/// Returns whether it stored. C++'s shape. Orders: as `compare_exchange`.
template <class T, class... Tags>
DIATOMIC_FUNCTION bool compare_exchange_strong(T* p, value<T>& expected, value<T> desired,
                                               Tags... tags) {
  using word = detail::unsigned_of<T>;
  const word before = detail::bits_as<word>(expected);
  expected = compare_exchange(p, expected, desired, tags...);
  return detail::bits_as<word>(expected) == before;
}

/// `compare_exchange_strong`: no chip here fails for nothing.
template <class T, class... Tags>
DIATOMIC_FUNCTION bool compare_exchange_weak(T* p, value<T>& expected, value<T> desired,
                                             Tags... tags) {
  return compare_exchange_strong(p, expected, desired, tags...);
}

/// `*p += v`. Integers wrap. Returns the old value.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T fetch_add(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::add, T, detail::manner_of<Tags...>>;
  return detail::update<op::add, manner>(p, v);
}

/// `fetch_add`, but returns the new value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T add_fetch(T* p, value<T> v, Tags... tags) {
  return result_of<op::add>(fetch_add(p, v, tags...), v);
}

/// `fetch_add`, but returns nothing. Orders: relaxed, release, seq_cst; an acquire fence
/// after it does not synchronise with it.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store_add(T* p, value<T> v, Tags...) {
  using manner =
      detail::checked<op::add, T, typename detail::manner_of<Tags...>::without_result>;
  detail::update<op::add, manner>(p, v);
}

/// `*p -= v`. Integers wrap. Returns the old value.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T fetch_sub(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::sub, T, detail::manner_of<Tags...>>;
  return detail::update<op::sub, manner>(p, v);
}

/// `fetch_sub`, but returns the new value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T sub_fetch(T* p, value<T> v, Tags... tags) {
  return result_of<op::sub>(fetch_sub(p, v, tags...), v);
}

/// `fetch_sub`, but returns nothing. Orders: relaxed, release, seq_cst; an acquire fence
/// after it does not synchronise with it.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store_sub(T* p, value<T> v, Tags...) {
  using manner =
      detail::checked<op::sub, T, typename detail::manner_of<Tags...>::without_result>;
  detail::update<op::sub, manner>(p, v);
}

/// `*p &= v`. Integers only. Returns the old value.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T fetch_and(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::bit_and, T, detail::manner_of<Tags...>>;
  return detail::update<op::bit_and, manner>(p, v);
}

/// `fetch_and`, but returns the new value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T and_fetch(T* p, value<T> v, Tags... tags) {
  return result_of<op::bit_and>(fetch_and(p, v, tags...), v);
}

/// `fetch_and`, but returns nothing. Orders: relaxed, release, seq_cst; an acquire fence
/// after it does not synchronise with it.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store_and(T* p, value<T> v, Tags...) {
  using manner =
      detail::checked<op::bit_and, T, typename detail::manner_of<Tags...>::without_result>;
  detail::update<op::bit_and, manner>(p, v);
}

/// `*p |= v`. Integers only. Returns the old value.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T fetch_or(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::bit_or, T, detail::manner_of<Tags...>>;
  return detail::update<op::bit_or, manner>(p, v);
}

/// `fetch_or`, but returns the new value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T or_fetch(T* p, value<T> v, Tags... tags) {
  return result_of<op::bit_or>(fetch_or(p, v, tags...), v);
}

/// `fetch_or`, but returns nothing. Orders: relaxed, release, seq_cst; an acquire fence
/// after it does not synchronise with it.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store_or(T* p, value<T> v, Tags...) {
  using manner =
      detail::checked<op::bit_or, T, typename detail::manner_of<Tags...>::without_result>;
  detail::update<op::bit_or, manner>(p, v);
}

/// `*p ^= v`. Integers only. Returns the old value.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T fetch_xor(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::bit_xor, T, detail::manner_of<Tags...>>;
  return detail::update<op::bit_xor, manner>(p, v);
}

/// `fetch_xor`, but returns the new value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T xor_fetch(T* p, value<T> v, Tags... tags) {
  return result_of<op::bit_xor>(fetch_xor(p, v, tags...), v);
}

/// `fetch_xor`, but returns nothing. Orders: relaxed, release, seq_cst; an acquire fence
/// after it does not synchronise with it.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store_xor(T* p, value<T> v, Tags...) {
  using manner =
      detail::checked<op::bit_xor, T, typename detail::manner_of<Tags...>::without_result>;
  detail::update<op::bit_xor, manner>(p, v);
}

/// `*p` becomes the lesser of `*p` and `v`. Returns the old value.
/// Floats go by IEEE 754's totalOrder: exact, -0 below +0; with a NaN, one of the two operands.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T fetch_min(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::min, T, detail::manner_of<Tags...>>;
  return detail::update<op::min, manner>(p, v);
}

/// `fetch_min`, but returns the new value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T min_fetch(T* p, value<T> v, Tags... tags) {
  return result_of<op::min>(fetch_min(p, v, tags...), v);
}

/// `fetch_min`, but returns nothing. Orders: relaxed, release, seq_cst; an acquire fence
/// after it does not synchronise with it.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store_min(T* p, value<T> v, Tags...) {
  using manner =
      detail::checked<op::min, T, typename detail::manner_of<Tags...>::without_result>;
  detail::update<op::min, manner>(p, v);
}

/// `*p` becomes the greater of `*p` and `v`. Returns the old value.
/// Floats go by IEEE 754's totalOrder: exact, -0 below +0; with a NaN, one of the two operands.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T fetch_max(T* p, value<T> v, Tags...) {
  using manner = detail::checked<op::max, T, detail::manner_of<Tags...>>;
  return detail::update<op::max, manner>(p, v);
}

/// `fetch_max`, but returns the new value.
template <class T, class... Tags>
DIATOMIC_FUNCTION T max_fetch(T* p, value<T> v, Tags... tags) {
  return result_of<op::max>(fetch_max(p, v, tags...), v);
}

/// `fetch_max`, but returns nothing. Orders: relaxed, release, seq_cst; an acquire fence
/// after it does not synchronise with it.
template <class T, class... Tags>
DIATOMIC_FUNCTION void store_max(T* p, value<T> v, Tags...) {
  using manner =
      detail::checked<op::max, T, typename detail::manner_of<Tags...>::without_result>;
  detail::update<op::max, manner>(p, v);
}

/// `*p = f(*p)` by compare-exchange; returns the old value. `f` is any `T(T)` without side effects:
/// it may be called several times.
/// Orders: all.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class... Tags>
DIATOMIC_FUNCTION T fetch_update(T* p, F f, Tags...) {
  using manner = detail::checked<op::compare_exchange, T, detail::manner_of<Tags...>>;
  T old;
  detail::cas_loop<manner>(p, old, [&f](const T& seen, T& desired) {
    desired = f(seen);
    return true;
  });
  return old;
}

/// Offers `f` a copy of `*p` to change; stores it if `f(T&)` returns true, and then returns true.
/// If `f` declines, `*p` is left alone. `f` may be called several times.
/// Orders: all; when `f` declines, the order less its release half.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class... Tags>
DIATOMIC_FUNCTION bool try_update(T* p, F f, Tags...) {
  using manner = detail::checked<op::compare_exchange, T, detail::manner_of<Tags...>>;
  T old;
  return detail::cas_loop<manner>(p, old, [&f](const T&, T& desired) { return f(desired); });
}

/// Orders this thread's accesses among the threads of the scope.
/// Orders: acquire, release, acq_rel, seq_cst, and one must be said. Scope: `device_scope` unless
/// said; seq_cst needs `block_scope` or a wider one.
template <class... Tags>
DIATOMIC_FUNCTION void fence(Tags...) {
  using manner = detail::manner_of<Tags...>;
  static_assert(manner::order != memory_order::relaxed,
                "diatomic: a relaxed fence does nothing; say acquire, release, acq_rel or seq_cst");
  static_assert(manner::order != memory_order::seq_cst || manner::scope != memory_scope::warp,
                "diatomic: a seq_cst fence needs block_scope or a wider one");
  target::fence<manner::order, manner::scope>();
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
