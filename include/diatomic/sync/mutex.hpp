// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Locks that kernels can wait for. Lanes of a warp that ask together wait in one loop, and none
/// waits for another in a branch of its own. So nothing hangs, whether the lanes of a warp make
/// progress independently (NVIDIA) or in lockstep (AMD). If all of them ask for the same lock, one
/// takes it for all, and they go one by one: a warp pays for one lock where 32 or 64 hand-written
/// ones would be taken.
///
/// A mutex is memory of zeros at first: `fill_bytes(0)`, `cudaMemset`. In shared memory one thread
/// calls the constructor or sets it to `{}`, before a barrier.

#include <cstdint>

#include <diatomic/atomics/functions.hpp>
#include <diatomic/core/detail/lane_groups.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes; whoever comes first after an unlock gets it.
///
/// \tparam Tags of its operations: a scope (`device_scope` unless said: all who use the mutex must
/// be of it), `in_global` or `in_shared`. `spin_mutex<block_scope_t, in_shared_t>` is a block's
/// own.
template <class... Tags>
class spin_mutex {
 public:
  /// Takes the mutex if it is free: acquire. Never waits.
  DIATOMIC_FUNCTION bool try_lock(detail::call_site at = {}) {
    detail::expect_object(this, at, "try_lock", "spin_mutex");
    return take_if_free();
  }
  /// Gives back what the caller holds: release.
  DIATOMIC_FUNCTION void unlock(detail::call_site at = {}) {
    detail::expect_object(this, at, "unlock", "spin_mutex");
    if constexpr (detail::looks_for_misuse) {
      detail::refuse_if(load(&state_, Tags{}...) == 0, at, "unlock", "spin_mutex",
                        "it is not locked");
    }
    give_back();
  }

  /// For `with_lock`: what it knows of its turn, which has come when nobody is `ahead`.
  struct place {
    /// 0 when its turn has come, else 1.
    unsigned ahead = 0;
    /// How often `look` still tries an exchange at once: the mutex is often free by then where a
    /// few threads want one of many.
    unsigned optimistic_attempts = 4;
    /// Exponential backoff between attempts.
    detail::back_off between_looks{};

    /// Waits a while before the next attempt.
    DIATOMIC_FUNCTION void pause() { between_looks.pause(); }
  };
  /// For `with_lock`: how it joins the queue at a place `p`, polls, and unlocks; `in_a_row` as
  /// below.
  ///@{
  DIATOMIC_FUNCTION place queue_up() { return {exchange(&state_, 1u, acquire, Tags{}...)}; }
  DIATOMIC_FUNCTION void look(place& p) {
    const bool is_optimistic = p.optimistic_attempts != 0;
    if (is_optimistic) --p.optimistic_attempts;
    p.ahead = (is_optimistic ? take() : take_if_free()) ? 0 : 1;
  }
  DIATOMIC_FUNCTION void leave(const place&, bool in_a_row) { give_back(in_a_row); }
  ///@}
  /// Whether it matters if the lanes' mutexes lie in a row: then stores of all are one access.
  static constexpr bool rows_matter = target::releases_faster_by_reduction &&
                                      detail::manner_of<Tags...>::space != memory_space::shared &&
                                      detail::manner_of<Tags...>::scope != memory_scope::system;

 private:
  DIATOMIC_FUNCTION bool take() { return exchange(&state_, 1u, acquire, Tags{}...) == 0; }
  /// To see that it is taken costs less than an exchange, and does not disturb the holder.
  DIATOMIC_FUNCTION bool take_if_free() { return load(&state_, Tags{}...) == 0 && take(); }
  DIATOMIC_FUNCTION void give_back(bool in_a_row = false) {
    if (rows_matter && !in_a_row) {
      store_sub(&state_, 1u, release, Tags{}...);
    } else {
      store(&state_, 0u, release, Tags{}...);
    }
  }

  unsigned state_ = 0;
};

/// Eight bytes; first come, first served, warp by warp. Tags as `spin_mutex`.
template <class... Tags>
class ticket_mutex {
 public:
  /// Takes the mutex if nobody holds it or waits for it: acquire. Never waits.
  DIATOMIC_FUNCTION bool try_lock(detail::call_site at = {}) {
    detail::expect_object(this, at, "try_lock", "ticket_mutex");
    const std::uint64_t now = load(&state_, Tags{}...);
    return next(now) == serving(now) &&
           compare_exchange(&state_, now, now + one_ticket, acquire, Tags{}...) == now;
  }
  /// Gives back what the caller holds: release.
  DIATOMIC_FUNCTION void unlock(detail::call_site at = {}) {
    detail::expect_object(this, at, "unlock", "ticket_mutex");
    const std::uint64_t now = load(&state_, Tags{}...);
    detail::refuse_if(next(now) == serving(now), at, "unlock", "ticket_mutex", "it is not locked");
    serve_next(serving(now));
  }

  /// For `with_lock`: what it knows of its turn, which has come when nobody is `ahead`.
  struct place {
    /// Its number in the queue.
    unsigned ticket = 0;
    /// How many are before it in the queue; 0 when its turn has come.
    unsigned ahead = 0;

    /// Longer the more there are, but not as long as locks take to go round; the next in the queue
    /// looks again at once.
    DIATOMIC_FUNCTION void pause() {
      target::pause(8 * ((ahead < most_ahead ? ahead : most_ahead) - 1));
    }
  };
  /// For `with_lock`: how it joins the queue at a place `p`, polls, and unlocks.
  ///@{
  DIATOMIC_FUNCTION place queue_up() {
    const std::uint64_t before = fetch_add(&state_, one_ticket, acquire, Tags{}...);
    return {next(before), next(before) - serving(before)};
  }
  DIATOMIC_FUNCTION void look(place& p) {
    p.ahead = p.ticket - serving(load(&state_, acquire, Tags{}...));
  }
  DIATOMIC_FUNCTION void leave(const place& p, bool) { serve_next(p.ticket); }
  static constexpr bool rows_matter = false;
  ///@}

 private:
  static constexpr std::uint64_t one_ticket = std::uint64_t{1} << 32;
  static constexpr unsigned most_ahead = 1024;

  /// The ticket that the next to come gets, and the one whose turn it is.
  DIATOMIC_FUNCTION static unsigned next(std::uint64_t state) {
    return static_cast<unsigned>(state >> 32);
  }
  DIATOMIC_FUNCTION static unsigned serving(std::uint64_t state) {
    return static_cast<unsigned>(state);
  }
  /// Adds 1 to the lower half; what it carries out after the last ticket is taken away again.
  DIATOMIC_FUNCTION void serve_next(unsigned ticket) {
    store_add(&state_, ticket == ~0u ? 1 - one_ticket : std::uint64_t{1}, release, Tags{}...);
  }

  std::uint64_t state_ = 0;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The way to a mutex by its queue, where the wait has no end but the turn; and by attempts. Both
/// `enter` and `look` say whether the mutex is had.
template <class Mutex>
struct queue_for {
  static constexpr bool rows_matter = Mutex::rows_matter;
  Mutex& mutex;
  typename Mutex::place place{};

  DIATOMIC_FUNCTION bool enter() {
    place = mutex.queue_up();
    return place.ahead == 0;
  }
  DIATOMIC_FUNCTION bool look() {
    place.pause();
    mutex.look(place);
    return place.ahead == 0;
  }
  DIATOMIC_FUNCTION void leave(bool in_a_row = false) { mutex.leave(place, in_a_row); }
};
template <class Mutex>
struct attempts_at {
  static constexpr bool rows_matter = false;
  Mutex& mutex;
  back_off between_looks{};

  DIATOMIC_FUNCTION bool enter() { return mutex.try_lock(); }
  DIATOMIC_FUNCTION bool look() {
    between_looks.pause();
    return mutex.try_lock();
  }
  DIATOMIC_FUNCTION void leave(bool = false) { mutex.unlock(); }
};

/// How often a lock is tried before the wait for it is given up; 0: never. 2^64 attempts take
/// centuries. They are counted all the same: AMD's compilers, once they know that a wait has no end
/// but its success, move what follows it behind the loop, where lanes that hold the lock wait for
/// those that want it (seen with clang 22).
using attempt_count = std::uint64_t;

/// `run_locked` of a thread that has no lanes to wait for, in the fewest instructions.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Way, class F>
DIATOMIC_FUNCTION bool run_locked_alone(attempt_count attempts, Way& way, F& f) {
  bool had = way.enter();
  for (attempt_count made = 1; !had && made != attempts; ++made) had = way.look();
  if (!had) return false;
  f();
  way.leave();
  return true;
}

/// Runs `f` in all lanes under the mutex that `way` leads to, as soon as it is had, which the last
/// lane of each group tries at most `attempts` times. Every lane stays in the loop until all are
/// done, and meets the others there each time around.
/// \return whether it ran.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Way, class F>
DIATOMIC_FUNCTION bool run_locked(attempt_count attempts, Way way, F& f) {
  // Where lanes are not independent, `f` stays in the loop below: its votes keep compilers from
  // moving it out, to where lanes would wait for those that still look.
  const lane_mask active = target::active_lanes();
  const lane_group own{active, lane_mask{1} << target::lane_number(), target::lane_number()};
  if constexpr (target::has_independent_lanes) {
    if (own.active == own.members) return run_locked_alone(attempts, way, f);
  }
  const bool in_a_row = Way::rows_matter && are_in_a_row(active, &way.mutex);
  const lane_group g = in_a_row ? own : group_if_all(&way.mutex);
  const bool alone = target::count_of(g.members) == 1;
  const bool asks = alone || target::highest_of(g.members) == g.lane;
  bool runs = asks && way.enter();
  if constexpr (target::has_independent_lanes) {
    if (alone && target::ballot(g.active, !runs) == 0) {
      f();
      way.leave(in_a_row);
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
          if (asks) way.leave();
        }
        rest &= rest - 1;
      } while (rest != 0);
      ran = true;
    }
    waits = waits && !runs && made != attempts;
    if (target::ballot(g.active, waits) == 0) return ran;
    runs = waits && asks && way.look();
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Runs `f()` while holding the mutex, and returns what `f` returns. Lanes of a warp that call
/// together, all with one mutex, run one by one, lowest first. What holders did before is seen
/// (acquire), and what `f` does is seen by those after (release).
///
/// `f` must not wait for other threads of the block (`sync_block`, another `with_lock` on the same
/// mutex), nor leave by an exception. Waiting pauses between looks, longer each time.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Mutex, class F>
DIATOMIC_FUNCTION auto with_lock(Mutex& mutex, F f, detail::call_site at = {}) {
  detail::expect_object(&mutex, at, "with_lock", "mutex");
  return detail::keep_result(
      f, [&](auto& run) { detail::run_locked(0, detail::queue_for<Mutex>{mutex}, run); });
}

/// `with_lock`, if the mutex is acquired within `attempts` attempts, with pauses between them; 0
/// attempts are 1. Returns whether `f` ran.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Mutex, class F>
DIATOMIC_FUNCTION bool with_lock_for(unsigned attempts, Mutex& mutex, F f,
                                     detail::call_site at = {}) {
  detail::expect_object(&mutex, at, "with_lock_for", "mutex");
  return detail::run_locked(attempts == 0 ? 1 : attempts, detail::attempts_at<Mutex>{mutex}, f);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
