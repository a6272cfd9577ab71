// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The baseline desul, on every backend, if CMake's `DIATOMIC_DESUL` names its source folder.

#include <type_traits>

#include "bench/cases/atomics/loops.hpp"

#if defined(DIATOMIC_BENCH_DESUL)
#include <desul/atomics.hpp>
#endif

namespace bench {

#if defined(DIATOMIC_BENCH_DESUL)

/// desul's functions, relaxed.
struct desul_functions {
  static constexpr const char* name = "desul";

  // desul updates other types under a lock. On CUDA it updates `unsigned long long` in CAS loops,
  // which take minutes on one word.
  template <op Op, class T, memory_scope>
  static constexpr way how =
      std::is_arithmetic_v<T> && sizeof(T) >= 4 && !std::is_same_v<T, unsigned long long> &&
              (std::is_integral_v<T> || (Op != op::bit_and && Op != op::bit_or))
          ? way::call
          : way::none;

  template <memory_scope Scope>
  using scope =
      std::conditional_t<Scope == memory_scope::system, desul::MemoryScopeNode,
                         std::conditional_t<Scope == memory_scope::block, desul::MemoryScopeCore,
                                            desul::MemoryScopeDevice>>;

  template <memory_scope Scope, class T>
  static DIATOMIC_DEVICE T compare_exchange(T* p, T expected, T desired) {
    return desul::atomic_compare_exchange(p, expected, desired, relaxed{}, scope<Scope>{});
  }

  template <op Op, memory_scope Scope, bool Used, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    constexpr scope<Scope> where;
    if constexpr (Op == op::exchange) return desul::atomic_exchange(p, v, relaxed{}, where);
    if constexpr (Used) {
      if constexpr (Op == op::add) return desul::atomic_fetch_add(p, v, relaxed{}, where);
      if constexpr (Op == op::max) return desul::atomic_fetch_max(p, v, relaxed{}, where);
      if constexpr (Op == op::bit_and) return desul::atomic_fetch_and(p, v, relaxed{}, where);
      if constexpr (Op == op::bit_or) return desul::atomic_fetch_or(p, v, relaxed{}, where);
    } else {
      if constexpr (Op == op::add) desul::atomic_add(p, v, relaxed{}, where);
      if constexpr (Op == op::max) desul::atomic_max(p, v, relaxed{}, where);
      if constexpr (Op == op::bit_and) desul::atomic_and(p, v, relaxed{}, where);
      if constexpr (Op == op::bit_or) desul::atomic_or(p, v, relaxed{}, where);
    }
    return v;
  }

 private:
  using relaxed = desul::MemoryOrderRelaxed;
};

#else
using desul_functions = no_operations;
#endif

}  // namespace bench
