// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Orders and scopes as clang's builtins number them, and fences. Device code only.

#include <diatomic/hip/platform.hpp>
#include <diatomic/types.hpp>
#include <diatomic/vocabulary.hpp>

namespace diatomic::backends::hip {

constexpr int builtin_order(memory_order o) {
  constexpr int orders[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_RELEASE, __ATOMIC_ACQ_REL,
                            __ATOMIC_SEQ_CST};
  return orders[static_cast<int>(o)];
}
/// The order of a compare-exchange that fails: the success order less its release half.
constexpr int builtin_failure_order(memory_order o) {
  constexpr int orders[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, __ATOMIC_ACQUIRE,
                            __ATOMIC_SEQ_CST};
  return orders[static_cast<int>(o)];
}

/// The builtins number scopes their own way; a cluster is widened to the device.
constexpr int builtin_scope(memory_scope s) {
#if DIATOMIC_HIP_MEMORY_PROMISES
  constexpr int scopes[] = {__MEMORY_SCOPE_WVFRNT, __MEMORY_SCOPE_WRKGRP, __MEMORY_SCOPE_DEVICE,
                            __MEMORY_SCOPE_DEVICE, __MEMORY_SCOPE_SYSTEM};
#else
  constexpr int scopes[] = {__HIP_MEMORY_SCOPE_WAVEFRONT, __HIP_MEMORY_SCOPE_WORKGROUP,
                            __HIP_MEMORY_SCOPE_AGENT, __HIP_MEMORY_SCOPE_AGENT,
                            __HIP_MEMORY_SCOPE_SYSTEM};
#endif
  return scopes[static_cast<int>(s)];
}

// The builtin wants literals.
#define DIATOMIC_HIP_FENCE(scope)                                                                \
  if constexpr (Order == memory_order::acquire) __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, scope); \
  if constexpr (Order == memory_order::release) __builtin_amdgcn_fence(__ATOMIC_RELEASE, scope); \
  if constexpr (Order == memory_order::acq_rel) __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, scope); \
  if constexpr (Order == memory_order::seq_cst) __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, scope)

template <memory_order Order, memory_scope Scope>
DIATOMIC_FUNCTION void fence() {
  if constexpr (Scope == memory_scope::warp) {
    DIATOMIC_HIP_FENCE("wavefront");
  } else if constexpr (Scope == memory_scope::block) {
    DIATOMIC_HIP_FENCE("workgroup");
  } else if constexpr (Scope == memory_scope::system) {
    DIATOMIC_HIP_FENCE("");
  } else {
    DIATOMIC_HIP_FENCE("agent");
  }
}

#undef DIATOMIC_HIP_FENCE

/// Whether fences carry the order of an operation on a T, and not the operation itself: of all
/// before clang 21, and of additions of pairs, whose builtins are relaxed.
template <class T>
inline constexpr bool by_fences = !DIATOMIC_HIP_MEMORY_PROMISES || detail::is_vector_v<T>;

constexpr memory_order carried_order(memory_order o) {
  return DIATOMIC_HIP_MEMORY_PROMISES ? o : memory_order::relaxed;
}
template <class Manner, class T>
DIATOMIC_FUNCTION void fence_before() {
  constexpr memory_order o = by_fences<T> ? Manner::order : memory_order::relaxed;
  if constexpr (o == memory_order::seq_cst) {
    fence<memory_order::seq_cst, Manner::scope>();
  } else if constexpr (o == memory_order::release || o == memory_order::acq_rel) {
    fence<memory_order::release, Manner::scope>();
  }
}
template <class Manner, class T>
DIATOMIC_FUNCTION void fence_after() {
  constexpr memory_order o = by_fences<T> ? Manner::order : memory_order::relaxed;
  if constexpr (o != memory_order::relaxed && o != memory_order::release) {
    fence<memory_order::acquire, Manner::scope>();
  }
}

}  // namespace diatomic::backends::hip
