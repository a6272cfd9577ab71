// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Who is measured on an entry: CUDA's own functions, libcu++, Diatomic, and the textbook's loop.

#include <type_traits>

#include <cuda/atomic>

#include <diatomic/diatomic.hpp>

namespace measured_operations {

using diatomic::op;

/// The type that CUDA's functions take for T.
template <class T>
using cuda_type = std::conditional_t<std::is_same_v<T, unsigned long>, unsigned long long,
                                     std::conditional_t<std::is_same_v<T, long>, long long, T>>;

/// CUDA's own functions. There is no signed 64-bit addition or exchange: callers cast.
struct intrinsic {
  static constexpr const char* name = "intrinsic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* address, T operand) {
    using type = cuda_type<T>;
    auto* const p = reinterpret_cast<type*>(address);
    const auto v = static_cast<type>(operand);
    if constexpr (Op == op::add && std::is_same_v<type, long long>) {
      return static_cast<T>(
          atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v)));
    } else if constexpr (Op == op::exchange && std::is_same_v<type, long long>) {
      return static_cast<T>(
          atomicExch(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v)));
    } else if constexpr (Op == op::exchange && std::is_same_v<type, double>) {
      return __longlong_as_double(
          atomicExch(reinterpret_cast<unsigned long long*>(p), __double_as_longlong(v)));
    } else if constexpr (Op == op::add) {
      return atomicAdd(p, v);
    } else if constexpr (Op == op::sub) {
      return atomicSub(p, v);
    } else if constexpr (Op == op::inc_wrap) {
      return atomicInc(p, v);
    } else if constexpr (Op == op::dec_wrap) {
      return atomicDec(p, v);
    } else if constexpr (Op == op::bit_and) {
      return atomicAnd(p, v);
    } else if constexpr (Op == op::bit_or) {
      return atomicOr(p, v);
    } else if constexpr (Op == op::bit_xor) {
      return atomicXor(p, v);
    } else if constexpr (Op == op::min) {
      return atomicMin(p, v);
    } else if constexpr (Op == op::max) {
      return atomicMax(p, v);
    } else if constexpr (Op == op::exchange) {
      return atomicExch(p, v);
    }
  }
};

/// libcu++.
struct libcuxx {
  static constexpr const char* name = "libcu++";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    const cuda::atomic_ref<T, cuda::thread_scope_device> ref(*p);
    constexpr auto order = cuda::memory_order_relaxed;
    if constexpr (Op == op::add) return ref.fetch_add(v, order);
    if constexpr (Op == op::sub) return ref.fetch_sub(v, order);
    if constexpr (Op == op::bit_and) return ref.fetch_and(v, order);
    if constexpr (Op == op::bit_or) return ref.fetch_or(v, order);
    if constexpr (Op == op::bit_xor) return ref.fetch_xor(v, order);
    if constexpr (Op == op::min) return ref.fetch_min(v, order);
    if constexpr (Op == op::max) return ref.fetch_max(v, order);
    if constexpr (Op == op::exchange) return ref.exchange(v, order);
  }
};

/// The form that returns the old value.
struct ours {
  static constexpr const char* name = "diatomic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) return diatomic::fetch_add(p, v);
    if constexpr (Op == op::sub) return diatomic::fetch_sub(p, v);
    if constexpr (Op == op::inc_wrap) return diatomic::fetch_inc_wrap(p, v);
    if constexpr (Op == op::dec_wrap) return diatomic::fetch_dec_wrap(p, v);
    if constexpr (Op == op::bit_and) return diatomic::fetch_and(p, v);
    if constexpr (Op == op::bit_or) return diatomic::fetch_or(p, v);
    if constexpr (Op == op::bit_xor) return diatomic::fetch_xor(p, v);
    if constexpr (Op == op::min) return diatomic::fetch_min(p, v);
    if constexpr (Op == op::max) return diatomic::fetch_max(p, v);
    if constexpr (Op == op::exchange) return diatomic::exchange(p, v);
  }
};

/// The form that returns nothing; the result is the operand, which nobody looks at.
struct ours_storing {
  static constexpr const char* name = "diatomic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) diatomic::store_add(p, v);
    if constexpr (Op == op::sub) diatomic::store_sub(p, v);
    if constexpr (Op == op::inc_wrap) diatomic::store_inc_wrap(p, v);
    if constexpr (Op == op::dec_wrap) diatomic::store_dec_wrap(p, v);
    if constexpr (Op == op::bit_and) diatomic::store_and(p, v);
    if constexpr (Op == op::bit_or) diatomic::store_or(p, v);
    if constexpr (Op == op::bit_xor) diatomic::store_xor(p, v);
    if constexpr (Op == op::min) diatomic::store_min(p, v);
    if constexpr (Op == op::max) diatomic::store_max(p, v);
    return v;
  }
};

/// Diatomic with one more hint; its name follows in the table's first column.
struct in_array_name {
  static constexpr const char* name = "diatomic, in_array";
};
struct seldom_changes_name {
  static constexpr const char* name = "diatomic, seldom_changes";
};
struct monotone_name {
  static constexpr const char* name = "diatomic, monotone";
};
template <class Hint, class Name>
struct ours_hinting : Name {
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) return diatomic::fetch_add(p, v, Hint{});
    if constexpr (Op == op::max) return diatomic::fetch_max(p, v, Hint{});
  }
};
template <class Hint, class Name>
struct ours_storing_hinting : Name {
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) diatomic::store_add(p, v, Hint{});
    if constexpr (Op == op::max) diatomic::store_max(p, v, Hint{});
    return v;
  }
};

/// The textbook's compare-exchange loop, for what CUDA has no function for.
struct textbook {
  static constexpr const char* name = "textbook";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* address, T v) {
    using word = cuda_type<
        std::conditional_t<sizeof(T) == 2, unsigned short, diatomic::detail::unsigned_of<T>>>;
    auto* const p = reinterpret_cast<word*>(address);
    word old = *p;
    word assumed;
    do {
      assumed = old;
      const T seen = diatomic::detail::bits_as<T>(assumed);
      const T desired = Op == op::add ? static_cast<T>(seen + v) : seen < v ? v : seen;
      old = atomicCAS(p, assumed, diatomic::detail::bits_as<word>(desired));
    } while (assumed != old);
    return diatomic::detail::bits_as<T>(old);
  }
};

/// Compare-exchange by each contender.
struct intrinsic_cas {
  static constexpr const char* name = "intrinsic";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    return atomicCAS(p, expected, desired);
  }
};
struct libcuxx_cas {
  static constexpr const char* name = "libcu++";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    cuda::atomic_ref<T, cuda::thread_scope_device>(*p).compare_exchange_strong(
        expected, desired, cuda::memory_order_relaxed);
    return expected;
  }
};
struct our_cas {
  static constexpr const char* name = "diatomic";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    return diatomic::compare_exchange(p, expected, desired);
  }
};

}  // namespace measured_operations
