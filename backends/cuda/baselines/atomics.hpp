// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's own functions, and libcu++'s `cuda::atomic_ref`.

#include <type_traits>

#include <cuda/atomic>

#include "bench/cases/loops.hpp"

namespace bench {

// The scope is a part of the function's name.
#define DIATOMIC_BENCH_CALL(function, ...)             \
  if constexpr (Scope == memory_scope::system) {       \
    return function##_system(__VA_ARGS__);             \
  } else if constexpr (Scope == memory_scope::block) { \
    return function##_block(__VA_ARGS__);              \
  } else {                                             \
    return function(__VA_ARGS__);                      \
  }

/// `atomicAdd` and its family.
struct intrinsic {
  static constexpr const char* name = "CUDA";

  // Those of 16 bits have one scope, the device's.
  template <op Op, class T, memory_scope Scope>
  static constexpr way how =
      (is_half<T> && Scope == memory_scope::system) || (Op == op::bit_and && !std::is_integral_v<T>)
          ? way::none
      : (Op == op::max && !std::is_integral_v<T>) || (Op == op::exchange && is_half<T>) ? way::loop
                                                                                        : way::call;

  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T compare_exchange(T* p, T expected, T desired) {
    using word = plain_word<T>;
    using diatomic::detail::bits_as;
    return bits_as<T>(swap_if<Scope>(reinterpret_cast<word*>(p), bits_as<word>(expected),
                                     bits_as<word>(desired)));
  }

  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    using word = plain_word<T>;
    using diatomic::detail::bits_as;
    if constexpr (how<Op, T, Scope> == way::loop) {
      return update_by_loop<intrinsic, Op, Scope>(p, v);
    } else if constexpr (is_half<T>) {
      return atomicAdd(p, v);
    } else if constexpr (Op == op::add) {
      DIATOMIC_BENCH_CALL(atomicAdd, p, v)
    } else if constexpr (Op == op::max) {
      DIATOMIC_BENCH_CALL(atomicMax, p, v)
    } else if constexpr (Op == op::bit_and) {
      DIATOMIC_BENCH_CALL(atomicAnd, p, v)
    } else {
      return bits_as<T>(swap<Scope>(reinterpret_cast<word*>(p), bits_as<word>(v)));
    }
  }

 private:
  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T swap(T* p, T v) {
    DIATOMIC_BENCH_CALL(atomicExch, p, v)
  }
  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T swap_if(T* p, T expected, T desired) {
    if constexpr (sizeof(T) == 2) {
      return atomicCAS(p, expected, desired);
    } else {
      DIATOMIC_BENCH_CALL(atomicCAS, p, expected, desired)
    }
  }
};
#undef DIATOMIC_BENCH_CALL

/// libcu++.
struct library {
  static constexpr const char* name = "libcu++";

  template <op Op, class T, memory_scope Scope>
  static constexpr way how =
      is_half<T> || (Op == op::bit_and && !std::is_integral_v<T>)
          ? way::none
          : (Op == op::max && !std::is_integral_v<T> ? way::loop : way::call);

  template <memory_scope Scope>
  static constexpr cuda::thread_scope scope =
      Scope == memory_scope::system  ? cuda::thread_scope_system
      : Scope == memory_scope::block ? cuda::thread_scope_block
                                     : cuda::thread_scope_device;

  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T compare_exchange(T* p, T expected, T desired) {
    cuda::atomic_ref<T, scope<Scope>>(*p).compare_exchange_strong(expected, desired,
                                                                  cuda::memory_order_relaxed);
    return expected;
  }

  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    const cuda::atomic_ref<T, scope<Scope>> ref(*p);
    if constexpr (Op == op::add) return ref.fetch_add(v, cuda::memory_order_relaxed);
    if constexpr (Op == op::max) return ref.fetch_max(v, cuda::memory_order_relaxed);
    if constexpr (Op == op::bit_and) return ref.fetch_and(v, cuda::memory_order_relaxed);
    if constexpr (Op == op::exchange) return ref.exchange(v, cuda::memory_order_relaxed);
  }
};

}  // namespace bench
