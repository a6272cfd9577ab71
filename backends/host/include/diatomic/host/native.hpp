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

#if DIATOMIC_HOST_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

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

/// Spaces mean nothing here.
DIATOMIC_FUNCTION bool is_shared(const void*) { return false; }
DIATOMIC_FUNCTION bool is_global(const void*) { return true; }
inline constexpr bool has_cluster_memory = false;

/// The float that 16 bits stand for, and the bits of the nearest 16-bit float.
template <kind Kind>
DIATOMIC_FUNCTION float widened(std::uint16_t bits) {
  return detail::float_of_bits<Kind>(bits);
}
template <kind Kind>
DIATOMIC_FUNCTION std::uint16_t narrowed(float v) {
  return detail::bits_of_float<Kind>(v);
}

// Compilers call a library for 16 bytes unless told of the processor, and a library's lock would
// mean nothing to a GPU, or to code that another compiler made. Both forms have every order.
#if defined(__x86_64__)
/// A locked instruction is a full fence.
DIATOMIC_FUNCTION detail::uint128 exchange_if_equal(detail::uint128* p, detail::uint128 expected,
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
#elif defined(__aarch64__)
/// The loop of Armv8.0. Two words that were loaded are one value only if storing them succeeds (Arm
/// ARM, "Single-copy atomicity"), so what is not as expected is stored back.
DIATOMIC_FUNCTION detail::uint128 exchange_if_equal(detail::uint128* p, detail::uint128 expected,
                                                    detail::uint128 desired) {
  std::uint64_t low;
  std::uint64_t high;
  std::uint64_t next_low;
  std::uint64_t next_high;
  std::uint32_t refused;
  asm volatile(
      "0: ldaxp %[low], %[high], %[word]\n\t"
      "cmp %[low], %[expected_low]\n\t"
      "ccmp %[high], %[expected_high], #0, eq\n\t"
      "csel %[next_low], %[desired_low], %[low], eq\n\t"
      "csel %[next_high], %[desired_high], %[high], eq\n\t"
      "stlxp %w[refused], %[next_low], %[next_high], %[word]\n\t"
      "cbnz %w[refused], 0b"
      : [word] "+Q"(*reach(p)), [low] "=&r"(low), [high] "=&r"(high), [next_low] "=&r"(next_low),
        [next_high] "=&r"(next_high), [refused] "=&r"(refused)
      : [expected_low] "r"(static_cast<std::uint64_t>(expected)),
        [expected_high] "r"(static_cast<std::uint64_t>(expected >> 64)),
        [desired_low] "r"(static_cast<std::uint64_t>(desired)),
        [desired_high] "r"(static_cast<std::uint64_t>(desired >> 64))
      : "memory", "cc");
  return detail::uint128{high} << 64 | low;
}
#endif

#if defined(__x86_64__) || defined(__aarch64__)
/// ThreadSanitizer does not look into asm statements, and is told what was asked for.
template <memory_order Order>
DIATOMIC_FUNCTION detail::uint128 compare_exchange16(detail::uint128* p, detail::uint128 expected,
                                                     detail::uint128 desired) {
#if DIATOMIC_HOST_THREAD_SANITIZER
  constexpr int order = builtin_order(Order);
  if constexpr (order != __ATOMIC_RELAXED && order != __ATOMIC_ACQUIRE) __tsan_release(p);
#endif
  const detail::uint128 old = exchange_if_equal(p, expected, desired);
#if DIATOMIC_HOST_THREAD_SANITIZER
  if constexpr (order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE) __tsan_acquire(p);
#endif
  return old;
}
#endif

template <class Manner, class Word>
DIATOMIC_FUNCTION Word load(const Word* p) {
#if defined(__x86_64__) || defined(__aarch64__)
  if constexpr (sizeof(Word) == 16) {
    constexpr memory_order relaxed = memory_order::relaxed;
    constexpr memory_order order = Manner::order == relaxed ? relaxed : memory_order::acquire;
    return compare_exchange16<order>(const_cast<Word*>(p), 0, 0);
  }
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
#if defined(__x86_64__) || defined(__aarch64__)
  if constexpr (sizeof(Word) == 16) return compare_exchange16<Manner::order>(p, expected, desired);
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
