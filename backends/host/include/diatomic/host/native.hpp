// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host's forms: the compiler's `__atomic` builtins, which honour all five orders. Scopes and
/// spaces have no effect.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/host/conversions.hpp>
#include <diatomic/host/instructions.hpp>
#include <diatomic/host/orders.hpp>
#include <diatomic/host/support.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// The compare-exchange carries the order of a CAS loop: this costs nothing on CPUs, and
/// ThreadSanitizer does not support fences.
inline constexpr bool orders_loops_by_fences = false;
/// 8-bit and 16-bit words have their own compare-exchange.
inline constexpr bool has_narrow_compare_exchange = true;

/// Spaces have no effect.
DIATOMIC_FUNCTION bool is_shared(const void*) { return false; }
DIATOMIC_FUNCTION bool is_global(const void*) { return true; }
inline constexpr bool has_cluster_memory = false;
template <op, class, class>
inline constexpr bool takes_any_space_v = false;
inline constexpr bool global_sums_flush = false;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host

#if DIATOMIC_RACE_CHECK
#include <diatomic/host/race/native.hpp>
#else
namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

template <memory_order Order, memory_scope>
DIATOMIC_FUNCTION void fence() {
  __atomic_thread_fence(host::builtin_order(Order));
}

template <class Access, class Word>
DIATOMIC_FUNCTION Word load(const Word* p) {
#if DIATOMIC_HOST_HAS_16_BYTES
  if constexpr (sizeof(Word) == 16) {
    // Acquire is enough for seq_cst: locked instructions are fences, and Arm's acquire loads do not
    // pass earlier release stores.
    constexpr memory_order relaxed = memory_order::relaxed;
    constexpr memory_order order = Access::order == relaxed ? relaxed : memory_order::acquire;
    return host::compare_exchange16<order>(const_cast<Word*>(p), 0, 0);
  }
#endif
  return __atomic_load_n(host::reach(p), host::builtin_order(Access::order));
}

template <class Access, class Word>
DIATOMIC_FUNCTION void store(Word* p, Word v) {
  __atomic_store_n(host::reach(p), v, host::builtin_order(Access::order));
}

template <class Access, class Word>
DIATOMIC_FUNCTION Word exchange(Word* p, Word v) {
  const Word old = __atomic_exchange_n(host::reach(p), v, host::builtin_order(Access::order));
  DIATOMIC_HOST_KEEP_EXCHANGE(old);
  return old;
}

/// Returns the old value, which equals `expected` if the exchange happened.
template <class Access, class Word>
DIATOMIC_FUNCTION Word compare_exchange(Word* p, Word expected, Word desired) {
#if DIATOMIC_HOST_HAS_16_BYTES
  if constexpr (sizeof(Word) == 16)
    return host::compare_exchange16<Access::order>(p, expected, desired);
#endif
  __atomic_compare_exchange_n(host::reach(p), __builtin_addressof(expected), desired, false,
                              host::builtin_order(Access::order),
                              host::builtin_failure_order(Access::order));
  return expected;
}

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T fetch(T* p, T v) {
  constexpr int order = host::builtin_order(Access::order);
  T old;
  if constexpr (Op == op::add) old = __atomic_fetch_add(host::reach(p), v, order);
  if constexpr (Op == op::sub) old = __atomic_fetch_sub(host::reach(p), v, order);
  if constexpr (Op == op::bit_and) old = __atomic_fetch_and(host::reach(p), v, order);
  if constexpr (Op == op::bit_or) old = __atomic_fetch_or(host::reach(p), v, order);
  if constexpr (Op == op::bit_xor) old = __atomic_fetch_xor(host::reach(p), v, order);
  if constexpr (Access::value.result == result_use::used) DIATOMIC_HOST_KEEP_APART(old, v);
  return old;
}

/// Without a result, so that the compiler needs no old value (`lock or` instead of a loop).
template <op Op, class Access, class T>
DIATOMIC_FUNCTION void reduce(T* p, T v) {
  static_cast<void>(host::fetch<Op, Access>(p, v));
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
