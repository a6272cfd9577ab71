// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The hundred operations without the library: with nvcc by libcu++, else by the compiler's
/// builtins, and where it has none by a compare-exchange loop.

#include "operations.hpp"

#if defined(__NVCC__)

#include <type_traits>

#include <cuda/atomic>

#define CALL(operation, p, v, order, scope)                                                    \
  *p = cuda::atomic_ref<std::remove_reference_t<decltype(*p)>, cuda::thread_scope_##scope>(*p) \
           .operation(v, cuda::memory_order_##order);

#else

#if defined(__clang__)
#define BUILTIN(name, ...) __scoped_atomic_##name(__VA_ARGS__, Scope)
constexpr int block_scope = __MEMORY_SCOPE_WRKGRP;
constexpr int device_scope = __MEMORY_SCOPE_DEVICE;
constexpr int system_scope = __MEMORY_SCOPE_SYSTEM;
#else
#define BUILTIN(name, ...) __atomic_##name(__VA_ARGS__)
enum { block_scope, device_scope, system_scope };
#endif
constexpr int relaxed = __ATOMIC_RELAXED;
constexpr int release = __ATOMIC_RELEASE;
constexpr int seq_cst = __ATOMIC_SEQ_CST;

template <class T>
constexpr bool is_float = T(1) / 2 != 0;
#if defined(__clang__)
template <class T>
constexpr bool has_sums = true;
template <class T>
constexpr bool has_extrema = !is_float<T>;
#else
template <class T>
constexpr bool has_sums = !is_float<T>;
template <class>
constexpr bool has_extrema = false;
#endif

template <int Order, int Scope, class T, class F>
DEVICE T loop(T* p, F f) {
  T old;
  BUILTIN(load, p, &old, relaxed);
  T next = f(old);
  while (!BUILTIN(compare_exchange, p, &old, &next, false, Order, relaxed)) next = f(old);
  return old;
}

#define FUNCTION(name, is_builtin, result)                              \
  template <int Order, int Scope, class T>                              \
  DEVICE T name(T* p, T v) {                                            \
    if constexpr (is_builtin) {                                         \
      return BUILTIN(name, p, v, Order);                                \
    } else {                                                            \
      return loop<Order, Scope>(p, [=](T old) -> T { return result; }); \
    }                                                                   \
  }
FUNCTION(fetch_add, has_sums<T>, old + v)
FUNCTION(fetch_sub, has_sums<T>, old - v)
FUNCTION(fetch_max, has_extrema<T>, old < v ? v : old)
FUNCTION(fetch_min, has_extrema<T>, v < old ? v : old)

template <int Order, int Scope, class T>
DEVICE T exchange(T* p, T v) {
  T old;
  BUILTIN(exchange, p, &v, &old, Order);
  return old;
}

#define CALL(operation, p, v, order, scope) *p = operation<order, scope##_scope>(p, v);

#endif

KERNEL void all(int* i, unsigned long long* u, float* f, double* d) { EVERY_OPERATION }
