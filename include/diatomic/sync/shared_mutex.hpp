// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A lock that many may hold at once to read, and one alone to write.
///
/// `with_lock` and `with_lock_for` of `<diatomic/sync/mutex.hpp>` take it to write,
/// `with_shared_lock` to read. Memory of zeros at first, as the other mutexes.

#include <diatomic/sync/detail/run_permitted.hpp>
#include <diatomic/sync/mutex.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes. Who waits to write goes before those that come to read later; among those that wait
/// to write, whoever polls first. Up to 2^30 - 1 threads may read at once; more of them wait as for
/// a writer.
///
/// \tparam Tags of its operations: a scope (`device_scope` unless said: all who use the mutex must
/// be of it), `in_global` or `in_shared`.
template <class... Tags>
class shared_mutex {
 public:
  /// Takes the mutex to write, if nobody holds it: acquire. Never waits.
  DIATOMIC_FUNCTION bool try_lock(detail::call_site at = {}) {
    detail::expect_object(this, at, "try_lock", "shared_mutex");
    return take_if_free();
  }
  /// Gives back what the caller holds to write: release.
  DIATOMIC_FUNCTION void unlock(detail::call_site at = {}) {
    detail::expect_object(this, at, "unlock", "shared_mutex");
    if constexpr (detail::looks_for_misuse) {
      detail::refuse_if((load(&state_, Tags{}...) & writer) == 0, at, "unlock", "shared_mutex",
                        "it is not locked");
    }
    give_back();
  }

  /// Takes the mutex to read, for `n` threads (at most 2^30 - 1), if nobody writes or waits to:
  /// acquire. Never waits.
  DIATOMIC_FUNCTION bool try_lock_shared(unsigned n = 1, detail::call_site at = {}) {
    detail::expect_object(this, at, "try_lock_shared", "shared_mutex");
    unsigned seen = load(&state_, Tags{}...);
    // The flags of a writer and of a waiting writer are above all counts of readers.
    while (seen <= readers - n) {
      const unsigned found = compare_exchange(&state_, seen, seen + n, acquire, Tags{}...);
      if (found == seen) return true;
      seen = found;
    }
    return false;
  }
  /// Gives back what `n` threads hold to read: release.
  DIATOMIC_FUNCTION void unlock_shared(unsigned n = 1, detail::call_site at = {}) {
    detail::expect_object(this, at, "unlock_shared", "shared_mutex");
    if constexpr (detail::looks_for_misuse) {
      const unsigned before = fetch_sub(&state_, n, release, Tags{}...);
      detail::refuse_if((before & readers) < n, at, "unlock_shared", "shared_mutex",
                        "fewer hold it to read");
    } else {
      store_sub(&state_, n, release, Tags{}...);
    }
  }

  /// For `with_lock`: what it knows of its turn, which has come when nobody is `ahead`.
  struct place {
    /// 0 when its turn has come, else 1.
    unsigned ahead = 0;
    /// Exponential backoff between attempts.
    detail::back_off between_looks;

    /// Waits a while before the next attempt.
    DIATOMIC_FUNCTION void pause() { between_looks.pause(); }
  };
  /// For `with_lock`: how it joins the queue at a place `p`, polls, and unlocks.
  ///@{
  DIATOMIC_FUNCTION place queue_up() {
    place p;
    look(p);
    return p;
  }
  DIATOMIC_FUNCTION void look(place& p) {
    p.ahead = take_if_free() ? 0 : 1;
    // Whoever writes next takes the wish away with the mutex; others that wait wish again.
    if (p.ahead != 0 && (load(&state_, Tags{}...) & wanted) == 0) {
      store_or(&state_, wanted, Tags{}...);
    }
  }
  DIATOMIC_FUNCTION void leave(const place&, bool) { give_back(); }
  static constexpr bool rows_matter = false;
  ///@}

 private:
  static constexpr unsigned writer = 0x80000000u;
  static constexpr unsigned wanted = 0x40000000u;
  static constexpr unsigned readers = wanted - 1;

  DIATOMIC_FUNCTION bool take_if_free() {
    const unsigned seen = load(&state_, Tags{}...);
    return (seen & ~wanted) == 0 &&
           compare_exchange(&state_, seen, writer, acquire, Tags{}...) == seen;
  }
  DIATOMIC_FUNCTION void give_back() { store_and(&state_, ~writer, release, Tags{}...); }

  unsigned state_ = 0;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Reading as a matter of permits: as many as wanted, or none.
template <class Mutex>
struct permits_to_read {
  Mutex& mutex;
  DIATOMIC_FUNCTION unsigned take(unsigned, unsigned most) {
    return mutex.try_lock_shared(most) ? most : 0;
  }
  DIATOMIC_FUNCTION void release(unsigned n) { mutex.unlock_shared(n); }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Runs `f()` while holding the mutex to read, and returns what `f` returns. Lanes of a warp that
/// call together, all with one mutex, take it once and run at the same time.
///
/// What those did before who wrote is seen (acquire), and who writes next knows that `f` is over
/// (release). `f` must not wait for other threads of the block, nor take the mutex again, nor leave
/// by an exception.
DIATOMIC_EXEC_CHECK_DISABLE
template <class... Tags, class F>
DIATOMIC_FUNCTION auto with_shared_lock(shared_mutex<Tags...>& mutex, F f,
                                        detail::call_site at = {}) {
  detail::expect_object(&mutex, at, "with_shared_lock", "shared_mutex");
  detail::permits_to_read<shared_mutex<Tags...>> permits{mutex};
  return detail::keep_result(
      f, [&](auto& run) { detail::run_permitted(detail::group_if_all(&mutex), permits, run); });
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
