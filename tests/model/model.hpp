// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The parts of a program for GenMC: threads, which GenMC interleaves in every way that RC11
/// allows, blocks of threads, and pauses, which mark loops that wait. Include this header before
/// all headers of the library; these then are the host backend's, without the half that launches
/// kernels.

#include <sched.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <utility>

// The host backend for a processor that it has no asm statements for: GenMC executes none.
#undef __x86_64__
#undef __aarch64__
// Messages go nowhere: GenMC has no such variable.
#undef stderr
#define stderr nullptr

#define DIATOMIC_BACKEND host
#define DIATOMIC_FUNCTION inline __attribute__((always_inline))
#define DIATOMIC_DEVICE
#define DIATOMIC_DEVICE_VARIABLE inline
#define DIATOMIC_LAMBDA
#define DIATOMIC_IS_DEVICE_LAMBDA(T) false
#define DIATOMIC_IS_SHARED_LAMBDA(T) false
#define DIATOMIC_HAS_HOST_CODE 0
#define DIATOMIC_CONSTEXPR constexpr
#define DIATOMIC_CALLABLE inline constexpr
#define DIATOMIC_HAS_INT128 1
#define DIATOMIC_EXEC_CHECK_DISABLE
#define DIATOMIC_DEVICE_PASS 0
#define DIATOMIC_IN_HOST_HALF 0
// There is no scheduler of fibers whose turns could be over.
#define DIATOMIC_HOST_TURNS 0

/// Threads per case, per block and per warp, as the runner defines them.
#if !defined(THREADS)
#define THREADS 2
#endif
#if !defined(BLOCK)
#define BLOCK 1
#endif
#if !defined(LANES)
#define LANES 1
#endif

// GenMC's functions in addition to C++'s atomics.
extern "C" {
int __VERIFIER_thread_create(const void* attributes, void* (*run)(void*), void* argument) noexcept;
void* __VERIFIER_thread_join(long thread) noexcept;
int __VERIFIER_barrier_init(int* barrier, const int* attributes, unsigned threads) noexcept;
int __VERIFIER_barrier_wait(int* barrier) noexcept;
void __VERIFIER_loop_begin() noexcept;
void __VERIFIER_spin_start() noexcept;
void __VERIFIER_assume(bool) noexcept;
void __VERIFIER_assert_fail(const char* what, const char* file, int line) noexcept;
}

/// A condition that must hold in every execution.
#define DEMAND(condition) \
  ((condition) ? static_cast<void>(0) : __VERIFIER_assert_fail(#condition, __FILE__, __LINE__))

namespace model {

static_assert(THREADS % BLOCK == 0 && THREADS % LANES == 0);

/// Where the calling thread is.
inline thread_local unsigned number = 0;
/// Whether the calling thread counts its attempts, so that its pauses end though nothing changes.
inline thread_local bool counts_attempts = false;

/// For warp.hpp: the values that the lanes of a warp exchange at each rendezvous, and each lane's
/// counts.
inline std::uint64_t meetings[THREADS / LANES][LANES == 1 ? 1 : 64][LANES];
inline thread_local unsigned next_meeting = 0;
inline thread_local unsigned pauses = 0;

/// The barrier and the shared memory of each block.
inline int barriers[THREADS / BLOCK];
alignas(16) inline unsigned char shared[THREADS / BLOCK][160 * BLOCK];

/// Runs `Body` in all threads; returns when they have ended.
template <void (*Body)(unsigned)>
void* start(void* argument) {
  number = static_cast<unsigned>(reinterpret_cast<unsigned long>(argument));
  __VERIFIER_loop_begin();
  Body(number);
  return nullptr;
}
template <void (*Body)(unsigned)>
void run() {
  if (BLOCK > 1) {
    for (int& barrier : barriers) __VERIFIER_barrier_init(&barrier, nullptr, BLOCK);
  }
  long threads[THREADS];
  for (unsigned long i = 0; i < THREADS; ++i) {
    threads[i] = __VERIFIER_thread_create(nullptr, start<Body>, reinterpret_cast<void*>(i));
  }
  for (const long thread : threads) __VERIFIER_thread_join(thread);
}

}  // namespace model

/// Every pause of the library ends here. Each begins another poll: GenMC blocks a thread whose poll
/// changed nothing until one of the words that it read changes, and it is an error if none ever
/// does (-check-liveness).
extern "C" inline int sched_yield() noexcept {
  if (!model::counts_attempts) __VERIFIER_spin_start();
  return 0;
}

/// Begins a case: what GenMC runs from its start to its end, in every execution.
#define MODEL_CASE(name) extern "C" int name()
