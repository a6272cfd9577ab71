// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// clang's atomics for HIP, on which `atomicAdd` and its family are built. HIP has no atomics
/// library to compare with.

#include <type_traits>

#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/atomics/loops.hpp"

namespace bench {

/// `__hip_atomic_fetch_add` and its family.
struct intrinsic {
  static constexpr const char* name = "HIP";

  template <op Op, class T, memory_scope Scope>
  static constexpr way how = is_half<T> && Op != op::bit_and && Op != op::bit_or ? way::loop
                             : !std::is_arithmetic_v<T> || sizeof(T) < 4 || sizeof(T) > 8 ||
                                     ((Op == op::bit_and || Op == op::bit_or) &&
                                      !std::is_integral_v<T>)
                                 ? way::none
                                 : way::call;

  template <memory_scope Scope>
  static constexpr int scope = Scope == memory_scope::system  ? __HIP_MEMORY_SCOPE_SYSTEM
                               : Scope == memory_scope::block ? __HIP_MEMORY_SCOPE_WORKGROUP
                                                              : __HIP_MEMORY_SCOPE_AGENT;

  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T compare_exchange(T* p, T expected, T desired) {
    using word = plain_word<T>;
    using diatomic::detail::bits_as;
    auto seen = bits_as<word>(expected);
    __hip_atomic_compare_exchange_strong(reinterpret_cast<word*>(p), &seen, bits_as<word>(desired),
                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope<Scope>);
    return bits_as<T>(seen);
  }

  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    constexpr int s = scope<Scope>;
    if constexpr (how<Op, T, Scope> == way::loop) {
      return update_in_cas_loop<intrinsic, Op, Scope>(p, v);
    } else if constexpr (Op == op::add) {
      return __hip_atomic_fetch_add(p, v, __ATOMIC_RELAXED, s);
    } else if constexpr (Op == op::max) {
      return __hip_atomic_fetch_max(p, v, __ATOMIC_RELAXED, s);
    } else if constexpr (Op == op::bit_and) {
      return __hip_atomic_fetch_and(p, v, __ATOMIC_RELAXED, s);
    } else if constexpr (Op == op::bit_or) {
      return __hip_atomic_fetch_or(p, v, __ATOMIC_RELAXED, s);
    } else {
      return __hip_atomic_exchange(p, v, __ATOMIC_RELAXED, s);
    }
  }
};

using library = no_operations;
using seq_cst_library = no_operations;
using acquire_fence_library = no_operations;
using slots_by_hand = no_slots;
inline bool has_wide_words(const diatomic::device_properties&) { return false; }

}  // namespace bench
