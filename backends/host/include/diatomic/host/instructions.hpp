// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The 16-byte compare-exchange, which has no builtin, and the pointer type through which the
/// builtins access a caller's object.

#include <cstdint>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/host/orders.hpp>
#include <diatomic/host/platform.hpp>

#if DIATOMIC_HOST_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// T behind a pointer that may alias any type: callers' objects are accessed by size.
template <class T>
struct aliasing {
  using type __attribute__((may_alias)) = T;
};
template <class T>
DIATOMIC_FUNCTION auto* reach(T* p) {
  using type = typename aliasing<T>::type;
  return reinterpret_cast<type*>(p);
}

// For 16 bytes compilers call a library unless flags name the processor, and a library's lock does
// not exclude a GPU or code from another compiler. Two loaded words are one atomic value only if
// the processor can also store both at once. So all forms write, and a failed compare writes back
// the old value.
#if defined(__x86_64__)
/// A locked instruction is a full fence.
template <memory_order>
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
#elif DIATOMIC_HOST_AARCH64
#if defined(__ARM_FEATURE_ATOMICS)
/// Armv8.1's instruction takes register pairs that begin with an even register. All compilers
/// accept explicit register names, even nvcc with g++ as host compiler.
#define DIATOMIC_HOST_EXCHANGE_PAIR(acquire, release)                         \
  asm volatile(                                                               \
      "mov x4, %[expected_low]\n\t"                                           \
      "mov x5, %[expected_high]\n\t"                                          \
      "mov x6, %[desired_low]\n\t"                                            \
      "mov x7, %[desired_high]\n\t"                                           \
      "casp" acquire release                                                  \
      " x4, x5, x6, x7, %[word]\n\t"                                          \
      "mov %[low], x4\n\t"                                                    \
      "mov %[high], x5"                                                       \
      : [word] "+Q"(*reach(p)), [low] "=&r"(low), [high] "=&r"(high)          \
      : [expected_low] "r"(expected_low), [expected_high] "r"(expected_high), \
        [desired_low] "r"(desired_low), [desired_high] "r"(desired_high)      \
      : "x4", "x5", "x6", "x7", "memory")
#else
/// Armv8.0's loop. Arm ARM, "Single-copy atomicity", explains why it always stores.
#define DIATOMIC_HOST_EXCHANGE_PAIR(acquire, release)                                             \
  std::uint64_t next_low;                                                                         \
  std::uint64_t next_high;                                                                        \
  std::uint32_t refused;                                                                          \
  asm volatile(                                                                                   \
      "0:\n\tld" acquire                                                                          \
      "xp %[low], %[high], %[word]\n\t"                                                           \
      "cmp %[low], %[expected_low]\n\t"                                                           \
      "ccmp %[high], %[expected_high], #0, eq\n\t"                                                \
      "csel %[next_low], %[desired_low], %[low], eq\n\t"                                          \
      "csel %[next_high], %[desired_high], %[high], eq\n\t"                                       \
      "st" release                                                                                \
      "xp %w[refused], %[next_low], %[next_high], %[word]\n\t"                                    \
      "cbnz %w[refused], 0b"                                                                      \
      : [word] "+Q"(*reach(p)), [low] "=&r"(low), [high] "=&r"(high), [next_low] "=&r"(next_low), \
        [next_high] "=&r"(next_high), [refused] "=&r"(refused)                                    \
      : [expected_low] "r"(expected_low), [expected_high] "r"(expected_high),                     \
        [desired_low] "r"(desired_low), [desired_high] "r"(desired_high)                          \
      : "memory", "cc")
#endif
template <memory_order Order>
DIATOMIC_FUNCTION detail::uint128 exchange_if_equal(detail::uint128* p, detail::uint128 expected,
                                                    detail::uint128 desired) {
  const auto expected_low = static_cast<std::uint64_t>(expected);
  const auto expected_high = static_cast<std::uint64_t>(expected >> 64);
  const auto desired_low = static_cast<std::uint64_t>(desired);
  const auto desired_high = static_cast<std::uint64_t>(desired >> 64);
  std::uint64_t low;
  std::uint64_t high;
  if constexpr (Order == memory_order::relaxed) {
    DIATOMIC_HOST_EXCHANGE_PAIR("", "");
  } else if constexpr (Order == memory_order::acquire) {
    DIATOMIC_HOST_EXCHANGE_PAIR("a", "");
  } else if constexpr (Order == memory_order::release) {
    DIATOMIC_HOST_EXCHANGE_PAIR("", "l");
  } else {  // acq_rel and seq_cst: Arm's acquire loads do not pass earlier release stores
    DIATOMIC_HOST_EXCHANGE_PAIR("a", "l");
  }
  return detail::uint128{high} << 64 | low;
}
#undef DIATOMIC_HOST_EXCHANGE_PAIR
#endif

#if DIATOMIC_HOST_HAS_16_BYTES
/// ThreadSanitizer does not see into asm statements, so it gets the operation's order explicitly.
template <memory_order Order>
DIATOMIC_FUNCTION detail::uint128 compare_exchange16(detail::uint128* p, detail::uint128 expected,
                                                     detail::uint128 desired) {
#if DIATOMIC_HOST_THREAD_SANITIZER
  constexpr int order = builtin_order(Order);
  if constexpr (order != __ATOMIC_RELAXED && order != __ATOMIC_ACQUIRE) __tsan_release(p);
#endif
  const detail::uint128 old = host::exchange_if_equal<Order>(p, expected, desired);
#if DIATOMIC_HOST_THREAD_SANITIZER
  if constexpr (order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE) __tsan_acquire(p);
#endif
  return old;
}
#endif

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
