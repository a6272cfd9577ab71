// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels of `diatomic bench` for contender_loops_test.py: Diatomic's and the intrinsic's, by
/// pairs.

#include "bench/cases/atomics/operations.hpp"

namespace bench {

template <class Contender, op Op, class T, memory_space Space, bool Coalesced, bool Used>
DIATOMIC_DEVICE void run_kernel(void* words, void* results, places at, unsigned rounds) {
  constexpr memory_scope scope =
      Space == memory_space::shared ? memory_scope::block : memory_scope::device;
  update_words<one_operation<Contender, Op, scope, Used>, T, Used, Space,
               usual_source<Op, T, Coalesced>>{}(static_cast<T*>(words), static_cast<T*>(results),
                                                 at, rounds);
}

#define DIATOMIC_TEST_PAIR(name, ...)                                                \
  extern "C" __global__ void name##_diatomic(void* words, void* results, places at,  \
                                             unsigned rounds) {                      \
    run_kernel<ours<>, __VA_ARGS__>(words, results, at, rounds);                     \
  }                                                                                  \
  extern "C" __global__ void name##_intrinsic(void* words, void* results, places at, \
                                              unsigned rounds) {                     \
    run_kernel<intrinsic, __VA_ARGS__>(words, results, at, rounds);                  \
  }

constexpr memory_space global = memory_space::global;
constexpr memory_space shared = memory_space::shared;
DIATOMIC_TEST_PAIR(add_shared, op::add, int, shared, true, false)
DIATOMIC_TEST_PAIR(add_shared_used, op::add, int, shared, true, true)
DIATOMIC_TEST_PAIR(add_shared_random, op::add, float, shared, false, false)
DIATOMIC_TEST_PAIR(max_shared, op::max, unsigned, shared, true, false)
DIATOMIC_TEST_PAIR(exchange_shared, op::exchange, unsigned long long, shared, true, true)
DIATOMIC_TEST_PAIR(add_coalesced, op::add, unsigned, global, true, false)
DIATOMIC_TEST_PAIR(add_random, op::add, float, global, false, false)
DIATOMIC_TEST_PAIR(add_random_used, op::add, double, global, false, true)

}  // namespace bench
