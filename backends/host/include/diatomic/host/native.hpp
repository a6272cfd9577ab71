// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host's forms: the compiler's `__atomic` builtins, which honour all five orders. Scopes and
/// spaces mean nothing here.

#include <cstdint>

#include <diatomic/detail/bits.hpp>
#include <diatomic/host/support.hpp>
#include <diatomic/types.hpp>

namespace diatomic::backends::host {

/// Orders of a compare-exchange loop stand on its compare-exchange: it costs nothing here, and
/// ThreadSanitizer knows no fences.
inline constexpr bool orders_loops_by_fences = false;
/// Words of 8 and 16 bits are compared and exchanged by themselves.
inline constexpr bool has_narrow_compare_exchange = true;

constexpr int builtin_order(memory_order o) {
  switch (o) {
    case memory_order::relaxed:
      return __ATOMIC_RELAXED;
    case memory_order::acquire:
      return __ATOMIC_ACQUIRE;
    case memory_order::release:
      return __ATOMIC_RELEASE;
    case memory_order::acq_rel:
      return __ATOMIC_ACQ_REL;
    case memory_order::seq_cst:
      break;
  }
  return __ATOMIC_SEQ_CST;
}

/// The order of a compare-exchange that fails: the success order less its release half.
constexpr int builtin_failure_order(memory_order o) {
  switch (o) {
    case memory_order::relaxed:
    case memory_order::release:
      return __ATOMIC_RELAXED;
    case memory_order::acquire:
    case memory_order::acq_rel:
      return __ATOMIC_ACQUIRE;
    case memory_order::seq_cst:
      break;
  }
  return __ATOMIC_SEQ_CST;
}

/// T, seen through a pointer that may alias any type: callers' words are reached by size.
template <class T>
struct aliasing {
  using type __attribute__((may_alias)) = T;
};
template <class T>
DIATOMIC_FUNCTION auto* reach(T* p) {
  using type = typename aliasing<T>::type;
  return reinterpret_cast<type*>(p);
}

DIATOMIC_FUNCTION bool is_shared(const void*) { return false; }

/// The float that 16 bits stand for, and the bits of the nearest 16-bit float.
template <kind Kind>
DIATOMIC_FUNCTION float widened(std::uint16_t bits) {
  return detail::float_of_bits<Kind>(bits);
}
template <kind Kind>
DIATOMIC_FUNCTION std::uint16_t narrowed(float v) {
  return detail::bits_of_float<Kind>(v);
}

#if defined(__x86_64__)
/// Compilers call a library for 16 bytes unless told of the processor; x86-64 has an instruction. A
/// locked one is a full fence, so that it has every order.
DIATOMIC_FUNCTION detail::uint128 compare_exchange16(detail::uint128* p, detail::uint128 expected,
                                                     detail::uint128 desired) {
  auto low = static_cast<std::uint64_t>(expected);
  auto high = static_cast<std::uint64_t>(expected >> 64);
  asm volatile("lock cmpxchg16b %0"
               : "+m"(*reach(p)), "+a"(low), "+d"(high)
               : "b"(static_cast<std::uint64_t>(desired)),
                 "c"(static_cast<std::uint64_t>(desired >> 64))
               : "memory", "cc");
  return detail::uint128{high} << 64 | low;
}
#endif

template <class Manner, class Word>
DIATOMIC_FUNCTION Word load(const Word* p) {
#if defined(__x86_64__)
  if constexpr (sizeof(Word) == 16) return compare_exchange16(const_cast<Word*>(p), 0, 0);
#endif
  return __atomic_load_n(reach(p), builtin_order(Manner::order));
}

template <class Manner, class Word>
DIATOMIC_FUNCTION void store(Word* p, Word v) {
  __atomic_store_n(reach(p), v, builtin_order(Manner::order));
}

template <class Manner, class Word>
DIATOMIC_FUNCTION Word exchange(Word* p, Word v) {
  return __atomic_exchange_n(reach(p), v, builtin_order(Manner::order));
}

/// Returns what the word held: `expected` if the exchange took place.
template <class Manner, class Word>
DIATOMIC_FUNCTION Word compare_exchange(Word* p, Word expected, Word desired) {
#if defined(__x86_64__)
  if constexpr (sizeof(Word) == 16) return compare_exchange16(p, expected, desired);
#endif
  __atomic_compare_exchange_n(reach(p), &expected, desired, false, builtin_order(Manner::order),
                              builtin_failure_order(Manner::order));
  return expected;
}

template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T fetch_by_builtin(T* p, T v) {
  constexpr int order = builtin_order(Manner::order);
  if constexpr (Op == op::add) return __atomic_fetch_add(reach(p), v, order);
  if constexpr (Op == op::sub) return __atomic_fetch_sub(reach(p), v, order);
  if constexpr (Op == op::bit_and) return __atomic_fetch_and(reach(p), v, order);
  if constexpr (Op == op::bit_or) return __atomic_fetch_or(reach(p), v, order);
  if constexpr (Op == op::bit_xor) return __atomic_fetch_xor(reach(p), v, order);
}

template <op Op, class Manner, class T>
DIATOMIC_FUNCTION T fetch(T* p, T v) {
  T old = fetch_by_builtin<Op, Manner>(p, v);
  DIATOMIC_HOST_KEEP_APART(old, v);
  return old;
}

/// For its effect alone, so that the compiler needs no old value (`lock or`, and no loop).
template <op Op, class Manner, class T>
DIATOMIC_FUNCTION void reduce(T* p, T v) {
  static_cast<void>(fetch_by_builtin<Op, Manner>(p, v));
}

template <memory_order Order, memory_scope>
DIATOMIC_FUNCTION void fence() {
  __atomic_thread_fence(builtin_order(Order));
}

}  // namespace diatomic::backends::host
