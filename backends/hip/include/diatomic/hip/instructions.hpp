// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The builtins for single instructions, under one name each: clang renamed them, and lets newer
/// ones be told of the memory. Device code only.

#include <diatomic/hip/platform.hpp>

namespace diatomic::backends::hip {

#if DIATOMIC_HIP_MEMORY_HINTS

#define DIATOMIC_HIP_LOAD(p, order, scope) __scoped_atomic_load_n(p, order, scope)
#define DIATOMIC_HIP_STORE(p, v, order, scope) __scoped_atomic_store_n(p, v, order, scope)
#define DIATOMIC_HIP_EXCHANGE(p, v, order, scope) __scoped_atomic_exchange_n(p, v, order, scope)
#define DIATOMIC_HIP_CAS(p, expected, v, order, failure, scope) \
  __scoped_atomic_compare_exchange_n(p, expected, v, false, order, failure, scope)
#define DIATOMIC_HIP_FETCH(name, p, v, order, scope) \
  __scoped_atomic_fetch_##name(p, v, order, scope)
#define DIATOMIC_HIP_COUNT(name, p, v, order, scope) \
  __scoped_atomic_fetch_u##name(p, v, order, scope)
#define DIATOMIC_HIP_NATIVE \
  [[clang::atomic(no_remote_memory, no_fine_grained_memory, ignore_denormal_mode)]]
#define DIATOMIC_HIP_ANYWHERE [[clang::atomic(remote_memory, fine_grained_memory)]]

#else

#define DIATOMIC_HIP_LOAD(p, order, scope) __hip_atomic_load(p, order, scope)
#define DIATOMIC_HIP_STORE(p, v, order, scope) __hip_atomic_store(p, v, order, scope)
#define DIATOMIC_HIP_EXCHANGE(p, v, order, scope) __hip_atomic_exchange(p, v, order, scope)
#define DIATOMIC_HIP_CAS(p, expected, v, order, failure, scope) \
  __hip_atomic_compare_exchange_strong(p, expected, v, order, failure, scope)
#define DIATOMIC_HIP_FETCH(name, p, v, order, scope) __hip_atomic_fetch_##name(p, v, order, scope)
// The builtin wants its scope as a literal: for a relaxed count, the cache to work in.
#define DIATOMIC_HIP_COUNT(name, p, v, order, scope) count_##name(p, v)
#define DIATOMIC_HIP_NATIVE
#define DIATOMIC_HIP_ANYWHERE

template <class Pointer, class T>
DIATOMIC_DEVICE inline T count_inc(Pointer p, T v) {
  if constexpr (sizeof(T) == 8) {
    return __builtin_amdgcn_atomic_inc64(p, v, __ATOMIC_RELAXED, "agent");
  } else {
    return __builtin_amdgcn_atomic_inc32(p, v, __ATOMIC_RELAXED, "agent");
  }
}
template <class Pointer, class T>
DIATOMIC_DEVICE inline T count_dec(Pointer p, T v) {
  if constexpr (sizeof(T) == 8) {
    return __builtin_amdgcn_atomic_dec64(p, v, __ATOMIC_RELAXED, "agent");
  } else {
    return __builtin_amdgcn_atomic_dec32(p, v, __ATOMIC_RELAXED, "agent");
  }
}

/// gfx908's addition has no result, and clang 19's builtin for the instruction asks for one.
extern "C" DIATOMIC_DEVICE float diatomic_hip_global_fadd_f32(
    __attribute__((address_space(1))) float*,
    float) __asm("llvm.amdgcn.global.atomic.fadd.f32.p1.f32");

#endif

}  // namespace diatomic::backends::hip
