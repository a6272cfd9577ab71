// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's atomic functions, and libcu++'s `cuda::atomic_ref`.

#include <string>
#include <type_traits>

#include <cuda/atomic>

#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/atomics/loops.hpp"

namespace bench {

// The scope is part of the function's name.
#define DIATOMIC_BENCH_CALL(function, ...)             \
  if constexpr (Scope == memory_scope::system) {       \
    return function##_system(__VA_ARGS__);             \
  } else if constexpr (Scope == memory_scope::block) { \
    return function##_block(__VA_ARGS__);              \
  } else {                                             \
    return function(__VA_ARGS__);                      \
  }

/// Whether the device has a 16-byte compare-exchange.
inline bool has_wide_words(const diatomic::device_properties& device) {
  return std::stoi(device.architecture.substr(3)) >= 90;  // of "sm_90"
}

/// `atomicAdd` and its family.
struct intrinsic {
  static constexpr const char* name = "CUDA";

  template <op Op, class T, memory_scope Scope>
  static constexpr way how = [] {
    // CUDA's 16-bit functions have device scope only, and there are no 8-bit functions.
    if (sizeof(T) == 1 || (sizeof(T) == 2 && Scope == memory_scope::system)) return way::none;
    if (Op == op::compare_exchange) return way::call;
    if (sizeof(T) == 16) return way::none;
    if (Op == op::bit_and || Op == op::bit_or) {
      return std::is_integral_v<T> && sizeof(T) >= 4 ? way::call : way::none;
    }
    if (sizeof(T) == 2) return is_half<T> && Op == op::add ? way::call : way::loop;
    return Op == op::max && !std::is_integral_v<T> ? way::loop : way::call;
  }();

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
      return update_in_cas_loop<intrinsic, Op, Scope>(p, v);
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, cuda_integer<Op, T>>) {
      using integer = cuda_integer<Op, T>;
      return static_cast<T>(call<Op, Scope, Used>(reinterpret_cast<integer*>(p),  //
                                                  static_cast<integer>(v)));
    } else if constexpr (Op == op::add && is_complex<T>) {
      auto* const parts = reinterpret_cast<typename T::value_type*>(p);
      const auto real = atomicAdd(parts, v.real());
      return {real, atomicAdd(parts + 1, v.imag())};
    } else if constexpr (Op == op::add && !std::is_arithmetic_v<T>) {
      return atomicAdd(p, v);
    } else if constexpr (Op == op::add) {
      DIATOMIC_BENCH_CALL(atomicAdd, p, v)
    } else if constexpr (Op == op::max) {
      DIATOMIC_BENCH_CALL(atomicMax, p, v)
    } else if constexpr (Op == op::bit_and) {
      DIATOMIC_BENCH_CALL(atomicAnd, p, v)
    } else if constexpr (Op == op::bit_or) {
      DIATOMIC_BENCH_CALL(atomicOr, p, v)
    } else {
      return bits_as<T>(swap<Scope>(reinterpret_cast<word*>(p), bits_as<word>(v)));
    }
  }

 private:
  /// The function's integer type: for 64 bits unsigned, except for the signed maximum.
  template <op Op, class T>
  using cuda_integer = std::conditional_t<
      sizeof(T) != 8, T,
      std::conditional_t<Op == op::max && std::is_signed_v<T>, long long, unsigned long long>>;

  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T swap(T* p, T v) {
    DIATOMIC_BENCH_CALL(atomicExch, p, v)
  }
  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T swap_if(T* p, T expected, T desired) {
    if constexpr (sizeof(T) == 16) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
      return atomicCAS(p, expected, desired);
#endif
    } else if constexpr (sizeof(T) == 2) {
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

  // CUDA 13.0's does not compile for 16-byte types.
  template <op Op, class T, memory_scope Scope>
  static constexpr way how =
      !std::is_arithmetic_v<T> || sizeof(T) == 16 ||
              ((Op == op::bit_and || Op == op::bit_or) && !std::is_integral_v<T>)
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
    if constexpr (Op == op::bit_or) return ref.fetch_or(v, cuda::memory_order_relaxed);
    if constexpr (Op == op::exchange) return ref.exchange(v, cuda::memory_order_relaxed);
  }
};

/// libcu++'s seq_cst adds.
struct seq_cst_library : library {
  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return cuda::atomic_ref<T, scope<Scope>>(*p).fetch_add(v);
  }
};

/// A relaxed load of libcu++, and its acquire fence.
struct acquire_fence_library : library {
  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T) {
    const T seen = cuda::atomic_ref<T, scope<Scope>>(*p).load(cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_acquire, scope<Scope>);
    return seen;
  }
};

/// A warp claims its slots in one add, as in the programming guides.
struct slots_by_hand {
  static constexpr bool exists = true;
  static DIATOMIC_DEVICE unsigned claim(unsigned* count) {
    const unsigned active = __activemask();  // as in the textbook; see decision 0051
    const int leader = __ffs(active) - 1;
    const unsigned lane = threadIdx.x % 32;
    unsigned first = 0;
    if (lane == static_cast<unsigned>(leader)) first = atomicAdd(count, __popc(active));
    first = __shfl_sync(active, first, leader);
    return first + __popc(active & ((1u << lane) - 1));
  }
};

}  // namespace bench
