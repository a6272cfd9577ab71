// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host's forms under the race check: each access and its record are one step.

#include <diatomic/core/types.hpp>
#include <diatomic/host/instructions.hpp>
#include <diatomic/host/orders.hpp>
#include <diatomic/host/pause.hpp>
#include <diatomic/host/race/notes.hpp>

#if DIATOMIC_RACE_CHECK
namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

namespace race {
/// Calls `access_memory(a)`, which accesses the object and writes into `a` whether it loaded,
/// stored or updated. Then tells the sanitizer.
template <class Access, class Word, class F>
DIATOMIC_FUNCTION void one_step(const Word* p, F access_memory) {
  access a = {p, sizeof(Word), Access::order, race::span_of(Access::scope), true, true, false};
  race::count_operation();
  const word_lock lock(p);
  access_memory(a);
  // The hint allows an old value, and so the nearest cache, which is the scope of a warp.
  constexpr bool may_be_old = tables::includes(Access::value.hints, hint::monotone);
  if (may_be_old && !a.stores) a.scope = span::device;
  note(a);
}

#if DIATOMIC_HOST_HAS_16_BYTES
/// ThreadSanitizer does not see into the instruction; it sees these accesses, which change nothing.
DIATOMIC_FUNCTION void show(detail::uint128* p, bool stores) {
  auto* const halves = host::reach(reinterpret_cast<std::uint64_t*>(p));
  for (int i = 0; i < 2; ++i) {
    if (stores) {
      __atomic_fetch_or(halves + i, 0, __ATOMIC_RELAXED);
    } else {
      static_cast<void>(__atomic_load_n(halves + i, __ATOMIC_RELAXED));
    }
  }
}
#endif
}  // namespace race

template <memory_order Order, memory_scope Scope>
DIATOMIC_FUNCTION void fence() {
  race::count_operation();
  race::fence(Order, Scope);
}

/// Returns the old value, which equals `expected` if the exchange happened.
template <class Access, class Word>
DIATOMIC_FUNCTION Word compare_exchange(Word* p, Word expected, Word desired) {
  race::one_step<Access>(p, [&](race::access& a) {
    const Word wanted = expected;
#if DIATOMIC_HOST_HAS_16_BYTES
    if constexpr (sizeof(Word) == 16) {
      expected = host::exchange_if_equal<memory_order::relaxed>(p, expected, desired);
      race::show(p, expected == wanted);
    } else
#endif
    {
      __atomic_compare_exchange_n(host::reach(p), __builtin_addressof(expected), desired, false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    a.stores = expected == wanted;
    if (!a.stores) a.order = host::order_of_failure(Access::order);
  });
  return expected;
}

template <class Access, class Word>
DIATOMIC_FUNCTION Word load(const Word* p) {
  Word result;
  race::one_step<Access>(p, [&](race::access& a) {
    a.stores = false;
#if DIATOMIC_HOST_HAS_16_BYTES
    if constexpr (sizeof(Word) == 16) {
      result = host::exchange_if_equal<memory_order::relaxed>(const_cast<Word*>(p), 0, 0);
      race::show(const_cast<Word*>(p), false);
    } else
#endif
    {
      result = __atomic_load_n(host::reach(p), __ATOMIC_RELAXED);
    }
  });
  return result;
}

template <class Access, class Word>
DIATOMIC_FUNCTION void store(Word* p, Word v) {
  race::one_step<Access>(p, [&](race::access& a) {
    a.loads = false;
    __atomic_store_n(host::reach(p), v, __ATOMIC_RELAXED);
  });
}

template <class Access, class Word>
DIATOMIC_FUNCTION Word exchange(Word* p, Word v) {
  race::one_step<Access>(p, [&](race::access& a) {
    a.is_update = true;
    v = __atomic_exchange_n(host::reach(p), v, __ATOMIC_RELAXED);
  });
  return v;
}

template <op Op, class Access, bool HasResult = true, class T>
DIATOMIC_FUNCTION T fetch(T* p, T v) {
  race::one_step<Access>(p, [&](race::access& a) {
    constexpr int relaxed = __ATOMIC_RELAXED;
    a.loads = HasResult;
    a.is_update = true;
    if constexpr (Op == op::add) v = __atomic_fetch_add(host::reach(p), v, relaxed);
    if constexpr (Op == op::sub) v = __atomic_fetch_sub(host::reach(p), v, relaxed);
    if constexpr (Op == op::bit_and) v = __atomic_fetch_and(host::reach(p), v, relaxed);
    if constexpr (Op == op::bit_or) v = __atomic_fetch_or(host::reach(p), v, relaxed);
    if constexpr (Op == op::bit_xor) v = __atomic_fetch_xor(host::reach(p), v, relaxed);
  });
  return v;
}

/// Not a load: a fence after it acquires nothing by it.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION void reduce(T* p, T v) {
  static_cast<void>(host::fetch<Op, Access, false>(p, v));
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
