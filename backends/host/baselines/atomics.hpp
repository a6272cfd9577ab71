// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The compiler's builtins, on which `std::atomic_ref` is built, and OpenMP's atomics if the
/// compiler has OpenMP enabled. The host has one scope.

#include <atomic>
#include <type_traits>

#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/atomics/loops.hpp"

namespace bench {

/// `__atomic_fetch_add` and its family.
struct intrinsic {
  static constexpr const char* name = "builtins";

  template <op Op, class T, memory_scope Scope>
  static constexpr way how = [] {
    const bool is_number = std::is_arithmetic_v<T> || is_half<T>;
    if (!is_number || sizeof(T) == 16) return way::none;
    if (Op == op::exchange || std::is_integral_v<T>) return Op == op::max ? way::loop : way::call;
    return Op == op::bit_and || Op == op::bit_or ? way::none : way::loop;
  }();

  template <memory_scope Scope, class T>
  static T compare_exchange(T* p, T expected, T desired) {
    using word = plain_word<T>;
    using diatomic::detail::bits_as;
    auto seen = bits_as<word>(expected);
    __atomic_compare_exchange_n(reinterpret_cast<word*>(p), &seen, bits_as<word>(desired), false,
                                __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return bits_as<T>(seen);
  }

  template <op Op, memory_scope Scope, bool Used, class T>
  static T call(T* p, T v) {
    using word = plain_word<T>;
    using diatomic::detail::bits_as;
    if constexpr (how<Op, T, Scope> == way::loop) {
      return update_in_cas_loop<intrinsic, Op, Scope>(p, v);
    } else if constexpr (Op == op::add) {
      return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
    } else if constexpr (Op == op::bit_and) {
      return __atomic_fetch_and(p, v, __ATOMIC_RELAXED);
    } else if constexpr (Op == op::bit_or) {
      return __atomic_fetch_or(p, v, __ATOMIC_RELAXED);
    } else {
      return bits_as<T>(
          __atomic_exchange_n(reinterpret_cast<word*>(p), bits_as<word>(v), __ATOMIC_RELAXED));
    }
  }
};

#if defined(_OPENMP)
/// `#pragma omp atomic`.
struct library {
  static constexpr const char* name = "OpenMP";

  template <op Op, class T, memory_scope Scope>
  static constexpr way how =
      !std::is_arithmetic_v<T> || sizeof(T) == 16 || Op == op::max || Op == op::bit_or ||
              Op == op::compare_exchange || (Op == op::bit_and && !std::is_integral_v<T>)
          ? way::none
          : (Op == op::add && !std::is_integral_v<T> ? way::loop : way::call);

  template <op Op, memory_scope Scope, bool Used, class T>
  static T call(T* p, T v) {
    T old = v;
    if constexpr (!Used && Op == op::add) {
#pragma omp atomic update
      *p += v;
    } else if constexpr (!Used && Op == op::bit_and) {
#pragma omp atomic update
      *p &= v;
    } else if constexpr (Op == op::add) {
#pragma omp atomic capture
      {
        old = *p;
        *p += v;
      }
    } else if constexpr (Op == op::bit_and) {
#pragma omp atomic capture
      {
        old = *p;
        *p &= v;
      }
    } else {
#pragma omp atomic capture
      {
        old = *p;
        *p = v;
      }
    }
    return old;
  }
};
#else
using library = no_operations;
#endif
using seq_cst_library = no_operations;
using acquire_fence_library = no_operations;
using slots_by_hand = no_slots;
inline bool has_wide_words(const diatomic::device_properties&) { return false; }

}  // namespace bench
