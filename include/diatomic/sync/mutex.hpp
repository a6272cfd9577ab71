// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Locks for kernels, without intra-warp deadlock under SIMT divergence. Lanes of a warp that call
/// together wait in one convergent loop; no lane waits for another in a separate branch. So they
/// cannot deadlock, whether the lanes of a warp make progress independently (NVIDIA) or in lockstep
/// (AMD). If all lanes request the same lock, one lane acquires it for all, and they run one by
/// one: a warp locks once where hand-written code would lock 32 or 64 times.
///
/// Zeroed memory is an unlocked mutex: `fill_bytes(0)`, `cudaMemset`. In shared memory one thread
/// calls the constructor or assigns `{}`, before a barrier.

#include <cstdint>

#include <diatomic/atomics/functions.hpp>
#include <diatomic/sync/detail/lane_groups.hpp>
#include <diatomic/sync/detail/object_checks.hpp>
#include <diatomic/sync/detail/run_locked.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes, unfair: after an unlock the first thread to try acquires the mutex.
///
/// \tparam Tags tags for its operations: a scope that includes all threads that use the mutex
/// (default `device_scope`), `in_global` or `in_shared`. `spin_mutex<block_scope_t, in_shared_t>`
/// is for the threads of one block.
template <class... Tags>
class spin_mutex : public detail::without_lock {
 public:
  /// Locks the mutex if it is free, and never waits. Order: acquire.
  DIATOMIC_FUNCTION bool try_lock(detail::call_site at = {}) {
    detail::expect_object(this, at, "try_lock", "spin_mutex");
    return try_acquire();
  }
  /// Unlocks the mutex, which the caller holds. Order: release.
  DIATOMIC_FUNCTION void unlock(detail::call_site at = {}) {
    detail::expect_object(this, at, "unlock", "spin_mutex");
    if constexpr (detail::checks_for_misuse) {
      detail::refuse_if(diatomic::load(&state_, Tags{}...) == 0, at, "unlock", "spin_mutex",
                        "it is not locked");
    }
    set_free();
  }

  /// For `with_lock`: where the caller is in the queue.
  struct queue_position {
    /// 0 when the caller has the mutex, else 1.
    unsigned distance = 0;
    /// How many more optimistic attempts `poll` makes, using an exchange without a preceding load:
    /// where few threads contend for each of many mutexes, the mutex is often free by then.
    unsigned optimistic_attempts = 4;
    /// Exponential backoff between attempts.
    detail::exponential_backoff backoff{};

    /// Backs off before the next attempt.
    DIATOMIC_FUNCTION void pause() { backoff.pause(); }
  };
  /// For `with_lock`: join the queue, poll at the position `p`, and unlock. `contiguous`: see
  /// `contiguity_matters`.
  ///@{
  DIATOMIC_FUNCTION queue_position queue_up() {
    return {diatomic::exchange(&state_, 1u, acquire, Tags{}...)};
  }
  DIATOMIC_FUNCTION void poll(queue_position& p) {
    const bool is_optimistic = p.optimistic_attempts != 0;
    if (is_optimistic) --p.optimistic_attempts;
    p.distance = (is_optimistic ? try_exchange() : try_acquire()) ? 0 : 1;
  }
  DIATOMIC_FUNCTION void release_at(const queue_position&, bool contiguous) {
    set_free(contiguous);
  }
  ///@}
  /// Whether unlocking should distinguish lanes with contiguous mutexes, whose stores are coalesced
  /// into one access.
  static constexpr bool contiguity_matters =
      detail::device_ops::releases_faster_by_reduction &&
      detail::access_of<Tags...>::space != memory_space::shared &&
      detail::access_of<Tags...>::scope != memory_scope::system;

 private:
  DIATOMIC_FUNCTION bool try_exchange() {
    return diatomic::exchange(&state_, 1u, acquire, Tags{}...) == 0;
  }
  /// A load that finds the mutex locked costs less than an exchange, and does not disturb the
  /// holder.
  DIATOMIC_FUNCTION bool try_acquire() {
    return diatomic::load(&state_, Tags{}...) == 0 && try_exchange();
  }
  DIATOMIC_FUNCTION void set_free(bool contiguous = false) {
    if (contiguity_matters && !contiguous) {
      diatomic::store_sub(&state_, 1u, release, Tags{}...);
    } else {
      diatomic::store(&state_, 0u, release, Tags{}...);
    }
  }

  unsigned state_ = 0;
};

/// Eight bytes, fair: first come, first served, warp by warp. Tags as for `spin_mutex`.
template <class... Tags>
class ticket_mutex : public detail::without_lock {
 public:
  /// Locks the mutex if no thread holds it or waits for it, and never waits. Order: acquire.
  DIATOMIC_FUNCTION bool try_lock(detail::call_site at = {}) {
    detail::expect_object(this, at, "try_lock", "ticket_mutex");
    const std::uint64_t now = diatomic::load(&state_, Tags{}...);
    return next(now) == serving(now) &&
           diatomic::compare_exchange(&state_, now, now + one_ticket, acquire, Tags{}...) == now;
  }
  /// Unlocks the mutex, which the caller holds. Order: release.
  DIATOMIC_FUNCTION void unlock(detail::call_site at = {}) {
    detail::expect_object(this, at, "unlock", "ticket_mutex");
    const std::uint64_t now = diatomic::load(&state_, Tags{}...);
    detail::refuse_if(next(now) == serving(now), at, "unlock", "ticket_mutex", "it is not locked");
    serve_next(serving(now));
  }

  /// For `with_lock`: where the caller is in the queue.
  struct queue_position {
    /// The caller's ticket.
    unsigned ticket = 0;
    /// How many tickets are served before the caller's; 0 when the caller has the mutex.
    unsigned distance = 0;

    /// Backoff proportional to the distance, but shorter than that many holders take. The next in
    /// the queue polls again at once.
    DIATOMIC_FUNCTION void pause() {
      detail::device_ops::pause(8 * ((distance < max_distance ? distance : max_distance) - 1));
    }
  };
  /// For `with_lock`: join the queue, poll at the position `p`, and unlock.
  ///@{
  DIATOMIC_FUNCTION queue_position queue_up() {
    const std::uint64_t before = diatomic::fetch_add(&state_, one_ticket, acquire, Tags{}...);
    return {next(before), next(before) - serving(before)};
  }
  DIATOMIC_FUNCTION void poll(queue_position& p) {
    p.distance = p.ticket - serving(diatomic::load(&state_, acquire, Tags{}...));
  }
  DIATOMIC_FUNCTION void release_at(const queue_position& p, bool) { serve_next(p.ticket); }
  static constexpr bool contiguity_matters = false;
  ///@}

 private:
  static constexpr std::uint64_t one_ticket = std::uint64_t{1} << 32;
  static constexpr unsigned max_distance = 1024;

  /// The next ticket to hand out, and the ticket being served.
  DIATOMIC_FUNCTION static unsigned next(std::uint64_t state) {
    return static_cast<unsigned>(state >> 32);
  }
  DIATOMIC_FUNCTION static unsigned serving(std::uint64_t state) {
    return static_cast<unsigned>(state);
  }
  /// Adds 1 to the lower half. After the last ticket it also subtracts the carry into the upper
  /// half.
  DIATOMIC_FUNCTION void serve_next(unsigned ticket) {
    diatomic::store_add(&state_, ticket == ~0u ? 1 - one_ticket : std::uint64_t{1}, release,
                        Tags{}...);
  }

  std::uint64_t state_ = 0;
};

/// Runs `f()` while holding the mutex, and returns what `f` returns. Lanes of a warp that call
/// together on one mutex run one by one, lowest first. `f` sees the writes of earlier holders
/// (acquire), and later holders see those by `f` (release).
///
/// `f` must not wait for other threads of the block (`sync_block`, another `with_lock` on the same
/// mutex), nor exit by an exception. Waiting threads poll with backoff: capped exponential for
/// `spin_mutex`, proportional to the queue position for `ticket_mutex`. They wait only for threads
/// that have already started.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Mutex, class F>
DIATOMIC_FUNCTION auto with_lock(Mutex& mutex, F f, detail::call_site at = {}) {
  const auto record = detail::expect_object(__builtin_addressof(mutex), at, "with_lock", "mutex");
  return detail::keep_result(f, detail::locked_runner<Mutex>{mutex, record});
}

/// `with_lock`, if the mutex is acquired within `attempts` attempts, with exponential backoff
/// between them; 0 counts as 1. Returns whether `f` ran.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Mutex, class F>
DIATOMIC_FUNCTION bool with_lock_for(unsigned attempts, Mutex& mutex, F f,
                                     detail::call_site at = {}) {
  const auto record =
      detail::expect_object(__builtin_addressof(mutex), at, "with_lock_for", "mutex");
  return detail::run_locked(attempts == 0 ? 1 : attempts, detail::attempts_at<Mutex>{mutex, record},
                            f);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
