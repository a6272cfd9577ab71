// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Pauses, and the turns of threads that share an OS thread.

#include <sched.h>

#include <cstdint>

#include <diatomic/host/platform.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Pauses have no duration here.
DIATOMIC_FUNCTION std::uint32_t clock() { return 0; }
inline constexpr std::uint32_t slow_poll = 1;
/// No wait before a value of another block is looked for.
inline constexpr std::uint32_t transit = 0;

/// Lets the other threads of a kernel thread's block run, which share its OS thread. The runtime
/// sets the function on its threads; null elsewhere.
DIATOMIC_HOST_SHARED inline thread_local void (*give_way)() = nullptr;
/// Lets other threads run: there may be more threads than processors.
DIATOMIC_FUNCTION void pause(unsigned) {
  if (give_way != nullptr) {
    give_way();
  } else {
    sched_yield();
  }
}

/// The state of a kernel thread's turn. The runtime ends a long turn, so that a thread that polls
/// for another thread of its block without a pause lets that thread run. Later turns are watched
/// and end sooner.
enum class turn : std::uint8_t { fresh, watched, over };
/// The turn of this OS thread, which other threads change.
DIATOMIC_HOST_SHARED inline thread_local std::uint8_t turn_now = 0;
/// The number of OS threads whose turn is not fresh. Each operation that returns a value reads it:
/// elsewhere than in kernels, and nearly always there, it is 0.
DIATOMIC_HOST_SHARED inline unsigned aged_turns = 0;
/// Sets the state of an OS thread's turn.
inline void set_turn(std::uint8_t& its, turn now) {
  const std::uint8_t before =
      __atomic_exchange_n(&its, static_cast<std::uint8_t>(now), __ATOMIC_RELAXED);
  const unsigned is_aged = now != turn::fresh ? 1 : 0;
  __atomic_fetch_add(&aged_turns, is_aged - (before != 0 ? 1u : 0u), __ATOMIC_RELAXED);
}
/// Decides whether a long turn ends now. The runtime sets the function on its threads.
DIATOMIC_HOST_SHARED inline thread_local void (*look_at_turn)(const void*) = nullptr;
/// A separate function, so that each call adds little code.
__attribute__((noinline, cold)) inline void look_if_aged(const void* p) {
  if (__atomic_load_n(&turn_now, __ATOMIC_RELAXED) != 0) look_at_turn(p);
}
#if DIATOMIC_RACE_CHECK
namespace race {
/// The operations and fences of this OS thread until its kernel thread is preempted; 0: never.
DIATOMIC_HOST_SHARED inline thread_local unsigned until_preempted = 0;
/// Lets other threads run for a while. The runtime sets the function on its threads.
DIATOMIC_HOST_SHARED inline thread_local void (*preempt)() = nullptr;
/// Called before an operation or fence.
DIATOMIC_HOST_UNSEEN inline void count_operation() {
  if (until_preempted != 0 && --until_preempted == 0) preempt();
}
}  // namespace race
#endif
inline constexpr bool takes_turns = DIATOMIC_HOST_TURNS != 0;
/// Called before an operation on `p` that returns a value, on which code may spin, if threads take
/// turns.
DIATOMIC_FUNCTION void yield_if_due(const void* p) {
  if (__atomic_load_n(&aged_turns, __ATOMIC_RELAXED) != 0) look_if_aged(p);
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
