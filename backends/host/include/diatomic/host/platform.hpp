// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host's compiler. Only this file reads the compiler's macros.

#include <diatomic/core/version.hpp>

// GPU backends use this backend in their host pass and have already defined these.
#if !defined(DIATOMIC_FUNCTION)
/// Qualifiers of a public function. Always inline, so that orders are constants even without
/// optimisation.
#define DIATOMIC_FUNCTION inline __attribute__((always_inline))
/// The same, but not inline, so that programs compile faster.
#define DIATOMIC_OUTLINED_FUNCTION inline __attribute__((noinline))
/// Qualifiers of a function that only kernels call.
#define DIATOMIC_DEVICE
/// Qualifiers of a device variable that a header defines: one per program.
#define DIATOMIC_DEVICE_VARIABLE inline
/// Annotations, after the captures, of a lambda passed to a call on arrays.
#define DIATOMIC_LAMBDA
/// Whether `T` is a placeholder type for a lambda (only nvcc has these).
#define DIATOMIC_IS_DEVICE_LAMBDA(T) false
#define DIATOMIC_IS_SHARED_LAMBDA(T) false
/// 1: the compiler accepts host code (NVRTC and hipRTC do not).
#define DIATOMIC_HAS_HOST_CODE 1
/// `constexpr` of a function that device code evaluates at compile time (NVRTC needs more).
#define DIATOMIC_CONSTEXPR constexpr
/// Qualifiers of a constant function object that kernels and host code call (nvcc needs more).
#define DIATOMIC_CALLABLE inline constexpr
/// 1: the compiler has 128-bit integers.
#define DIATOMIC_HAS_INT128 1
/// Goes before a template that calls its argument (only nvcc needs a pragma there).
#define DIATOMIC_EXEC_CHECK_DISABLE
/// Empty: there is one device, which runs this code.
#define DIATOMIC_KERNEL_ARCHITECTURES
#define DIATOMIC_DEVICE_PASS 0
#define DIATOMIC_IN_HOST_HALF 0
#endif

/// 1 unless the program sets 0 for all its sources: an operation that returns a value checks
/// whether its thread's turn is over, so that kernels that spin on it terminate.
#if !defined(DIATOMIC_HOST_TURNS)
#define DIATOMIC_HOST_TURNS 1
#elif DIATOMIC_HOST_TURNS != 0 && DIATOMIC_HOST_TURNS != 1
#error "diatomic: DIATOMIC_HOST_TURNS is 0 or 1"
#endif

/// The visibility of objects that exist once per program, even if shared libraries hide their
/// symbols.
#define DIATOMIC_HOST_SHARED __attribute__((visibility("default")))

/// 1: the sanitizer is enabled and must be informed about stack switches.
#if defined(__SANITIZE_ADDRESS__)
#define DIATOMIC_HOST_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#define DIATOMIC_HOST_ADDRESS_SANITIZER __has_feature(address_sanitizer)
#else
#define DIATOMIC_HOST_ADDRESS_SANITIZER 0
#endif
#if defined(__SANITIZE_THREAD__)
#define DIATOMIC_HOST_THREAD_SANITIZER 1
#elif defined(__has_feature)
#define DIATOMIC_HOST_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define DIATOMIC_HOST_THREAD_SANITIZER 0
#endif

/// 1 or 2: the race check (`race/accesses.hpp`).
#if DIATOMIC_RACE_CHECK && !DIATOMIC_HOST_THREAD_SANITIZER
#error "diatomic: DIATOMIC_RACE_CHECK needs the CPU backend and -fsanitize=thread"
#endif
/// Qualifiers of a function that ThreadSanitizer does not see, and of a part of such functions.
#if defined(__clang__)
#define DIATOMIC_HOST_UNSEEN __attribute__((noinline, disable_sanitizer_instrumentation))
#define DIATOMIC_HOST_UNSEEN_PART \
  __attribute__((always_inline, disable_sanitizer_instrumentation)) inline
#else
#define DIATOMIC_HOST_UNSEEN __attribute__((noinline, no_sanitize_thread))
#define DIATOMIC_HOST_UNSEEN_PART __attribute__((always_inline, no_sanitize_thread)) inline
#endif

/// 1: little-endian aarch64. Big-endian aarch64 is untested and counts as another processor.
#if defined(__aarch64__) && !defined(__AARCH64EB__)
#define DIATOMIC_HOST_AARCH64 1
#else
#define DIATOMIC_HOST_AARCH64 0
#endif
/// 1: the processor has a 16-byte compare-exchange.
#if defined(__x86_64__) || DIATOMIC_HOST_AARCH64
#define DIATOMIC_HOST_HAS_16_BYTES 1
#else
#define DIATOMIC_HOST_HAS_16_BYTES 0
#endif

/// Keeps `v` alive beyond the atomic builtin that returned `old`. Otherwise g++ 12 may assign both
/// to one register and compute with the overwritten operand: `__atomic_fetch_add(p, v, 0) + v`
/// became `lock xadd %ecx, (%rax); add %ecx, %ecx`.
#if defined(__GNUC__) && !defined(__clang__)
#define DIATOMIC_HOST_KEEP_APART(old, v) asm("" : "+r"(old) : "g"(v))
#else
#define DIATOMIC_HOST_KEEP_APART(old, v) static_cast<void>(old)
#endif

/// Keeps the result of an exchange in use. Otherwise clang before 19 may turn the exchange into a
/// plain store on aarch64, which continues no release sequence and lets no later fence acquire.
#if defined(__clang__) && defined(__aarch64__) && __clang_major__ < 19
#define DIATOMIC_HOST_KEEP_EXCHANGE(old) asm volatile("" ::"r"(old))
#else
#define DIATOMIC_HOST_KEEP_EXCHANGE(old) static_cast<void>(old)
#endif

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Processor families, numbered as this backend's architectures. Armv8.1 (LSE, "large system
/// extensions") has instructions for Armv8.0's load-exclusive loops.
inline constexpr int x86_64 = 1;
inline constexpr int aarch64 = 2;
inline constexpr int aarch64_lse = 3;
inline constexpr int other = 4;

/// The architecture being compiled.
#if defined(__x86_64__)
inline constexpr int compiled_architecture = x86_64;
#elif DIATOMIC_HOST_AARCH64 && defined(__ARM_FEATURE_ATOMICS)
inline constexpr int compiled_architecture = aarch64_lse;
#elif DIATOMIC_HOST_AARCH64
inline constexpr int compiled_architecture = aarch64;
#else
inline constexpr int compiled_architecture = other;
#endif
/// The support table does not depend on the compiler's release.
inline constexpr int compiled_toolkit = 0;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
