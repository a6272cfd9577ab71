// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Instructions that no builtin stands for: compare-exchange of 16 bytes. And the pointer through
/// which the builtins reach a caller's object.

#include <cstdint>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/host/orders.hpp>
#include <diatomic/host/platform.hpp>

#if DIATOMIC_HOST_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace diatomic::backends::host {

/// T, seen through a pointer that may alias any type: callers' objects are accessed by size.
template <class T>
struct aliasing {
  using type __attribute__((may_alias)) = T;
};
template <class T>
DIATOMIC_FUNCTION auto* reach(T* p) {
  using type = typename aliasing<T>::type;
  return reinterpret_cast<type*>(p);
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

}  // namespace diatomic::backends::host
