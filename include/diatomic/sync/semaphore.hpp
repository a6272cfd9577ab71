// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A semaphore: a number of permits, which lanes acquire, wait for and release.
///
/// Zeroed memory is a semaphore without permits. `upload` of a `semaphore<>(n)` makes a semaphore
/// with n permits on a device; in shared memory one thread sets it, before a barrier.

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/sync/detail/lane_groups.hpp>
#include <diatomic/sync/detail/object_checks.hpp>
#include <diatomic/sync/detail/run_permitted.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes: the number of free permits. A released permit goes to the first lane that polls.
///
/// \tparam Tags tags for its operations: a scope that includes all threads that use the semaphore
/// (default `device_scope`), `in_global` or `in_shared`.
template <class... Tags>
class semaphore {
 public:
  /// The maximum number of permits.
  static constexpr unsigned max = ~0u;

  /// No permits.
  semaphore() = default;
  /// `permits` free permits.
  DIATOMIC_FUNCTION explicit semaphore(unsigned permits) : permits_(permits) {}

  /// Acquires a permit for each calling lane; waits until enough are free. Order: acquire.
  ///
  /// Lanes of a warp that call together acquire all their permits at once: where lanes run in
  /// lockstep, no lane could release a permit before every lane holds one. If that many are never
  /// free, the wait never ends; `with_permit` needs only one. The releasing thread must be able to
  /// make progress: in a block that has started, or in an earlier kernel.
  DIATOMIC_FUNCTION void acquire(detail::call_site at = {}) {
    const auto record = detail::expect_object(this, at, "acquire", "semaphore");
    const detail::lane_set g = detail::group_of(this);
    const unsigned wanted = detail::device_ops::count_of(g.members);
    if (g.is_leader()) {
      detail::wait_until([&] { return acquire_some(wanted, wanted) != 0; }, record);
    }
    detail::device_ops::sync_lanes(g.members);
  }

  /// Acquires a permit if one is free, and never waits. Order: acquire. If fewer permits are free
  /// than lanes call together, the lowest lanes get them.
  DIATOMIC_FUNCTION bool try_acquire(detail::call_site at = {}) {
    detail::expect_object(this, at, "try_acquire", "semaphore");
    const detail::lane_set g = detail::group_of(this);
    unsigned taken = 0;
    if (g.is_leader()) taken = acquire_some(1, detail::device_ops::count_of(g.members));
    taken = detail::shuffle(g.members, taken, detail::device_ops::lowest_of(g.members));
    detail::device_ops::sync_lanes(g.members);
    return detail::device_ops::count_of(g.below()) < taken;
  }

  /// `try_acquire`, at most `attempts` times, with exponential backoff between them; 0 counts as 1.
  DIATOMIC_FUNCTION bool try_acquire_for(unsigned attempts, detail::call_site at = {}) {
    detail::exponential_backoff backoff;
    while (!try_acquire(at)) {
      if (attempts <= 1) return false;
      --attempts;
      backoff.pause();
    }
    return true;
  }

  /// Releases `n` permits for each calling lane, or adds new ones. Order: release. The total must
  /// never exceed `max`.
  DIATOMIC_FUNCTION void release(unsigned n = 1, detail::call_site at = {}) {
    detail::expect_object(this, at, "release", "semaphore");
    if constexpr (detail::checks_for_misuse) {
      const unsigned before =
          diatomic::fetch_add(&permits_, n, diatomic::release, few_addresses, Tags{}...);
      detail::refuse_if(before > max - n, at, "release", "semaphore", "more permits than its max");
    } else {
      diatomic::store_add(&permits_, n, diatomic::release, few_addresses, Tags{}...);
    }
  }

  /// For `with_permit`: acquires up to `at_most` permits, or none if fewer than `at_least` are
  /// free; returns how many. Order: acquire.
  DIATOMIC_FUNCTION unsigned acquire_some(unsigned at_least, unsigned at_most) {
    unsigned seen = diatomic::load(&permits_, Tags{}...);
    while (seen >= at_least) {
      const unsigned n = seen < at_most ? seen : at_most;
      const unsigned found =
          diatomic::compare_exchange(&permits_, seen, seen - n, diatomic::acquire, Tags{}...);
      if (found == seen) return n;
      seen = found;
    }
    return 0;
  }

 private:
  unsigned permits_ = 0;
};

/// Acquires a permit of `s`, runs `f()`, releases the permit, and returns what `f` returns. Lanes
/// of a warp that call together run at the same time if there are permits for all, else in turns,
/// so that they cannot deadlock with fewer permits than lanes.
///
/// `f` sees the writes made before its permit was released (acquire, release). `f` must not wait
/// for other lanes of the warp, nor exit by an exception.
DIATOMIC_EXEC_CHECK_DISABLE
template <class... Tags, class F>
DIATOMIC_FUNCTION auto with_permit(semaphore<Tags...>& s, F f, detail::call_site at = {}) {
  const auto record = detail::expect_object(__builtin_addressof(s), at, "with_permit", "semaphore");
  using runner = detail::permitted_runner<semaphore<Tags...>>;
  return detail::keep_result(f, runner{detail::group_of(__builtin_addressof(s)), s, record});
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
