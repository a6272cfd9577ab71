// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A reader-writer lock.
///
/// `with_lock` and `with_lock_for` of `<diatomic/sync/mutex.hpp>` lock it to write,
/// `with_shared_lock` to read. Zero-initialised, like the other mutexes.

#include <diatomic/sync/detail/run_permitted.hpp>
#include <diatomic/sync/mutex.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes, writer-preferring: a waiting writer goes before readers that arrive later. Among
/// waiting writers, the first to poll acquires the mutex. Up to 2^30 - 1 threads may read at once;
/// further readers wait as they do for a writer.
///
/// \tparam Tags tags for its operations: a scope that includes all threads that use the mutex
/// (default `device_scope`), `in_global` or `in_shared`.
template <class... Tags>
class shared_mutex : public detail::without_lock {
 public:
  /// Locks the mutex to write if no thread holds it, and never waits. Order: acquire.
  DIATOMIC_FUNCTION bool try_lock(detail::call_site at = {}) {
    detail::expect_object(this, at, "try_lock", "shared_mutex");
    return try_acquire();
  }
  /// Unlocks the mutex, which the caller holds to write. Order: release.
  DIATOMIC_FUNCTION void unlock(detail::call_site at = {}) {
    detail::expect_object(this, at, "unlock", "shared_mutex");
    if constexpr (detail::checks_for_misuse) {
      detail::refuse_if((diatomic::load(&state_, Tags{}...) & writer) == 0, at, "unlock",
                        "shared_mutex", "it is not locked");
    }
    set_free();
  }

  /// Locks the mutex to read, for `n` threads (at most 2^30 - 1), if no thread writes or waits to
  /// write, and never waits. Order: acquire.
  DIATOMIC_FUNCTION bool try_lock_shared(unsigned n = 1, detail::call_site at = {}) {
    detail::expect_object(this, at, "try_lock_shared", "shared_mutex");
    if constexpr (detail::checks_for_misuse) {
      detail::refuse_if(n > readers, at, "try_lock_shared", "shared_mutex",
                        "more than 2^30 - 1 readers");
    }
    unsigned seen = diatomic::load(&state_, Tags{}...);
    // With the flag of a writer or of a waiting writer set, the word exceeds any reader count.
    while (seen <= readers - n) {
      const unsigned found =
          diatomic::compare_exchange(&state_, seen, seen + n, acquire, Tags{}...);
      if (found == seen) return true;
      seen = found;
    }
    return false;
  }
  /// Unlocks the mutex for `n` threads that hold it to read. Order: release.
  DIATOMIC_FUNCTION void unlock_shared(unsigned n = 1, detail::call_site at = {}) {
    detail::expect_object(this, at, "unlock_shared", "shared_mutex");
    if constexpr (detail::checks_for_misuse) {
      const unsigned before = diatomic::fetch_sub(&state_, n, release, Tags{}...);
      detail::refuse_if((before & readers) < n, at, "unlock_shared", "shared_mutex",
                        "fewer hold it to read");
    } else {
      diatomic::store_sub(&state_, n, release, Tags{}...);
    }
  }

  /// For `with_lock`: where the caller is in the queue.
  struct queue_position {
    /// 0 when the caller has the mutex, else 1.
    unsigned distance = 0;
    /// Exponential backoff between attempts.
    detail::exponential_backoff backoff;

    /// Backs off before the next attempt.
    DIATOMIC_FUNCTION void pause() { backoff.pause(); }
  };
  /// For `with_lock`: join the queue, poll at the position `p`, and unlock.
  ///@{
  DIATOMIC_FUNCTION queue_position queue_up() {
    queue_position p;
    poll(p);
    return p;
  }
  DIATOMIC_FUNCTION void poll(queue_position& p) {
    p.distance = try_acquire() ? 0 : 1;
    // The next writer clears the flag when it locks; other waiting writers set it again.
    if (p.distance != 0 && (diatomic::load(&state_, Tags{}...) & wanted) == 0) {
      diatomic::store_or(&state_, wanted, Tags{}...);
    }
  }
  DIATOMIC_FUNCTION void release_at(const queue_position&, bool) { set_free(); }
  static constexpr bool contiguity_matters = false;
  ///@}

 private:
  static constexpr unsigned writer = 0x80000000u;
  static constexpr unsigned wanted = 0x40000000u;
  static constexpr unsigned readers = wanted - 1;

  DIATOMIC_FUNCTION bool try_acquire() {
    const unsigned seen = diatomic::load(&state_, Tags{}...);
    return (seen & ~wanted) == 0 &&
           diatomic::compare_exchange(&state_, seen, writer, acquire, Tags{}...) == seen;
  }
  DIATOMIC_FUNCTION void set_free() { diatomic::store_and(&state_, ~writer, release, Tags{}...); }

  unsigned state_ = 0;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Read locks as permits: acquires all that are requested, or 0.
template <class Mutex>
struct permits_to_read {
  Mutex& mutex;
  DIATOMIC_FUNCTION unsigned acquire_some(unsigned, unsigned max) {
    return mutex.try_lock_shared(max) ? max : 0;
  }
  DIATOMIC_FUNCTION void release(unsigned n) { mutex.unlock_shared(n); }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Runs `f()` while holding the mutex to read, and returns what `f` returns. Lanes of a warp that
/// call together on one mutex lock it once and run at the same time.
///
/// `f` sees the writes of earlier writers (acquire), and the next writer starts after `f` has ended
/// (release). `f` must not wait for other threads of the block, lock the mutex again, or exit by an
/// exception. The call waits only for threads that have already started.
DIATOMIC_EXEC_CHECK_DISABLE
template <class... Tags, class F>
DIATOMIC_FUNCTION auto with_shared_lock(shared_mutex<Tags...>& mutex, F f,
                                        detail::call_site at = {}) {
  const auto record =
      detail::expect_object(__builtin_addressof(mutex), at, "with_shared_lock", "shared_mutex");
  using permits_to_read = detail::permits_to_read<shared_mutex<Tags...>>;
  permits_to_read permits{mutex};
  return detail::keep_result(
      f, detail::permitted_runner<permits_to_read>{detail::group_if_all(__builtin_addressof(mutex)),
                                                   permits, record});
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
