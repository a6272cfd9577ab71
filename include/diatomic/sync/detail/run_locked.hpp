// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Lanes that run a function under a mutex: serially if they share the mutex, in parallel if each
/// has its own.

#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/sync/detail/lane_groups.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The base of each mutex: `lock`, also as called by `std::lock_guard`, is a compile error.
struct without_lock {
  template <class Mutex = void>
  DIATOMIC_FUNCTION void lock() {
    static_assert(!std::is_void_v<Mutex>,
                  "diatomic: a mutex has no lock(), after which lanes of a warp could deadlock: "
                  "call with_lock(mutex, f), or try_lock() and unlock()");
  }
};

/// Two ways to lock a mutex: through its queue, without a limit, and with a limited number of
/// attempts. `enter` and `poll` return whether the caller now holds the mutex.
template <class Mutex>
struct queue_for {
  static constexpr bool contiguity_matters = Mutex::contiguity_matters;
  Mutex& mutex;
  call_record record;
  typename Mutex::queue_position position{};

  DIATOMIC_FUNCTION bool enter() {
    position = mutex.queue_up();
    return position.distance == 0;
  }
  DIATOMIC_FUNCTION bool poll() {
    record.polled();
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
  call_record record;
  exponential_backoff backoff{};

  DIATOMIC_FUNCTION bool enter() { return mutex.try_lock(); }
  DIATOMIC_FUNCTION bool poll() {
    record.polled();
    backoff.pause();
    return mutex.try_lock();
  }
  DIATOMIC_FUNCTION void release(bool = false) { mutex.unlock(); }
};

/// The number of attempts after which the wait for a lock ends; 0: no limit.
using attempt_count = std::uint64_t;

/// Whether attempt number `made`, counted from 1, is the last one.
///
/// Without a limit, code for AMD chips counts to 2^64, which takes centuries: if the compiler knows
/// that only success ends the wait, it moves the code that follows the wait out of the loop, where
/// lanes that hold the lock wait for lanes that still poll (seen with clang 22). Code for NVIDIA
/// chips does not count: nvcc 13.0 narrows such a counter to 32 bits, so that the loop ends
/// (docs/builds/nvcc_counter.md).
DIATOMIC_FUNCTION bool is_last_attempt(attempt_count made, attempt_count attempts) {
  if constexpr (device_ops::has_independent_lanes) {
    if (attempts == 0) return false;
  }
  return made == attempts;
}

/// `run_locked` for a thread that is the only active lane, in the fewest instructions.
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

/// Runs `f` in all lanes under the mutex that `way` locks. The last lane of each group makes at
/// most `attempts` attempts. Every lane stays in the loop until all are done, and the lanes
/// reconverge each iteration.
/// \return whether it ran.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Way, class F>
DIATOMIC_FUNCTION bool run_locked(attempt_count attempts, Way way, F& f) {
  // Where lanes are not independent, `f` stays in the loop below: the votes there keep compilers
  // from moving `f` out of the loop, where lanes would wait for lanes that still poll.
  const lane_mask active = device_ops::active_lanes();
  const lane_set own{active, lane_mask{1} << device_ops::lane_number(), device_ops::lane_number()};
  if constexpr (device_ops::has_independent_lanes) {
    if (own.active == own.members) return detail::run_locked_alone(attempts, way, f);
  }
  const bool contiguous =
      Way::contiguity_matters && detail::are_contiguous(active, __builtin_addressof(way.mutex));
  const lane_set g = contiguous ? own : detail::group_if_all(__builtin_addressof(way.mutex));
  const bool alone = device_ops::count_of(g.members) == 1;
  const bool asks = alone || device_ops::highest_of(g.members) == g.lane;
  bool runs = asks && way.enter();
  if constexpr (device_ops::has_independent_lanes) {
    if (alone && device_ops::ballot(g.active, !runs) == 0) {
      f();
      way.release(contiguous);
      return true;
    }
  }
  bool waits = true;
  bool ran = false;
  for (attempt_count made = 1;; ++made) {
    if (!alone) runs = device_ops::ballot(g.active, runs) != 0;
    if (runs) {
      // Lanes of a group run serially; lanes without a group run in parallel.
      lane_mask rest = g.members;
      do {
        if (!alone) device_ops::sync_lanes(g.active);
        if (alone || device_ops::lowest_of(rest) == g.lane) {
          f();
          if (asks) way.release();
        }
        rest &= rest - 1;
      } while (rest != 0);
      ran = true;
    }
    waits = waits && !runs && !is_last_attempt(made, attempts);
    if (device_ops::ballot(g.active, waits) == 0) return ran;
    runs = waits && asks && way.poll();
  }
}

/// `run_locked` through the mutex's queue, for a function that is passed later.
template <class Mutex>
struct locked_runner {
  Mutex& mutex;
  call_record record;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F>
  DIATOMIC_FUNCTION void operator()(F& run) const {
    detail::run_locked(0, queue_for<Mutex>{mutex, record}, run);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
