// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Lanes that run a function under a mutex: one by one where they share it, side by side where each
/// has its own.

#include <cstdint>

#include <diatomic/dispatch/lane_groups.hpp>
#include <diatomic/dispatch/waiting.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Two ways to lock a mutex: by its queue, without a limit, and by a number of attempts. `enter`
/// and `poll` return whether the mutex is locked.
template <class Mutex>
struct queue_for {
  static constexpr bool contiguity_matters = Mutex::contiguity_matters;
  Mutex& mutex;
  typename Mutex::queue_position position{};

  DIATOMIC_FUNCTION bool enter() {
    position = mutex.queue_up();
    return position.distance == 0;
  }
  DIATOMIC_FUNCTION bool poll() {
    position.pause();
    mutex.poll(position);
    return position.distance == 0;
  }
  DIATOMIC_FUNCTION void release(bool contiguous = false) {
    mutex.release_at(position, contiguous);
  }
};
template <class Mutex>
struct attempts_at {
  static constexpr bool contiguity_matters = false;
  Mutex& mutex;
  exponential_backoff backoff{};

  DIATOMIC_FUNCTION bool enter() { return mutex.try_lock(); }
  DIATOMIC_FUNCTION bool poll() {
    backoff.pause();
    return mutex.try_lock();
  }
  DIATOMIC_FUNCTION void release(bool = false) { mutex.unlock(); }
};

/// The number of attempts after which the wait for a lock ends; 0: no limit.
using attempt_count = std::uint64_t;

/// Whether the attempt number `made`, from 1 on, is the last one.
///
/// Without a limit, AMD chips count to 2^64, which takes centuries: their compilers, once they know
/// that a wait ends with its success only, move what follows it behind the loop, where lanes that
/// hold the lock wait for those that poll (seen with clang 22). For NVIDIA chips nothing is
/// counted: nvcc 13.0 counts such a loop in 32 bits, so that it ends (docs/builds/nvcc_counter.md).
DIATOMIC_FUNCTION bool is_last_attempt(attempt_count made, attempt_count attempts) {
  if constexpr (target::has_independent_lanes) {
    if (attempts == 0) return false;
  }
  return made == attempts;
}

/// `run_locked` of a thread that has no lanes to wait for, in the fewest instructions.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Way, class F>
DIATOMIC_FUNCTION bool run_locked_alone(attempt_count attempts, Way& way, F& f) {
  bool acquired = way.enter();
  for (attempt_count made = 1; !acquired && !is_last_attempt(made, attempts); ++made) {
    acquired = way.poll();
  }
  if (!acquired) return false;
  f();
  way.release();
  return true;
}

/// Runs `f` in all lanes under the mutex that `way` locks, which the last lane of each group tries
/// at most `attempts` times. Every lane stays in the loop until all are done, and meets the others
/// there each time around.
/// \return whether it ran.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Way, class F>
DIATOMIC_FUNCTION bool run_locked(attempt_count attempts, Way way, F& f) {
  // Where lanes are not independent, `f` stays in the loop below: its votes keep compilers from
  // moving it out, to where lanes would wait for those that still poll.
  const lane_mask active = target::active_lanes();
  const lane_group own{active, lane_mask{1} << target::lane_number(), target::lane_number()};
  if constexpr (target::has_independent_lanes) {
    if (own.active == own.members) return run_locked_alone(attempts, way, f);
  }
  const bool contiguous = Way::contiguity_matters && are_contiguous(active, &way.mutex);
  const lane_group g = contiguous ? own : group_if_all(&way.mutex);
  const bool alone = target::count_of(g.members) == 1;
  const bool asks = alone || target::highest_of(g.members) == g.lane;
  bool runs = asks && way.enter();
  if constexpr (target::has_independent_lanes) {
    if (alone && target::ballot(g.active, !runs) == 0) {
      f();
      way.release(contiguous);
      return true;
    }
  }
  bool waits = true;
  bool ran = false;
  for (attempt_count made = 1;; ++made) {
    if (!alone) runs = target::ballot(g.active, runs) != 0;
    if (runs) {
      // The lanes of a group one by one; lanes that are alone side by side.
      lane_mask rest = g.members;
      do {
        if (!alone) target::sync_lanes(g.active);
        if (alone || target::lowest_of(rest) == g.lane) {
          f();
          if (asks) way.release();
        }
        rest &= rest - 1;
      } while (rest != 0);
      ran = true;
    }
    waits = waits && !runs && !is_last_attempt(made, attempts);
    if (target::ballot(g.active, waits) == 0) return ran;
    runs = waits && asks && way.poll();
  }
}

/// `run_locked` by the mutex's queue, of a function that is given later.
template <class Mutex>
struct locked_runner {
  Mutex& mutex;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F>
  DIATOMIC_FUNCTION void operator()(F& run) const {
    run_locked(0, queue_for<Mutex>{mutex}, run);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
