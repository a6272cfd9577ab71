// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A semaphore: so many permits, which lanes of kernels take, wait for and give back.
///
/// Memory of zeros is a semaphore without permits. `upload` of a `semaphore<>(n)` makes one of n on
/// a device; in shared memory one thread sets it, before a barrier.

#include <diatomic/atomics/functions.hpp>
#include <diatomic/core/detail/lane_groups.hpp>
#include <diatomic/sync/detail/object_checks.hpp>
#include <diatomic/sync/detail/run_permitted.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes: how many permits nobody has. Whoever looks first gets one that is given back.
///
/// \tparam Tags of its operations: a scope (`device_scope` unless said: all who use the semaphore
/// must be of it), `in_global` or `in_shared`.
template <class... Tags>
class semaphore {
 public:
  /// Most permits that it counts.
  static constexpr unsigned max = ~0u;

  /// Without permits.
  semaphore() = default;
  /// With so many `permits`.
  DIATOMIC_FUNCTION explicit semaphore(unsigned permits) : permits_(permits) {}

  /// Takes a permit for each lane that calls, and waits until there are enough: acquire.
  ///
  /// Lanes of a warp that call together take theirs all at once: none could give one back before
  /// all have theirs, where lanes run in lockstep. If there are never as many, the wait has no end;
  /// `with_permit` needs one.
  DIATOMIC_FUNCTION void acquire(detail::call_site at = {}) {
    detail::expect_object(this, at, "acquire", "semaphore");
    const detail::lane_group g = detail::group_of(this);
    const unsigned wanted = target::count_of(g.members);
    if (g.is_lowest()) {
      detail::wait_until([&] { return take(wanted, wanted) != 0; });
    }
    target::sync_lanes(g.members);
  }

  /// Takes a permit if there is one: acquire. Never waits. Of lanes that call together as many get
  /// one as there are, the lowest.
  DIATOMIC_FUNCTION bool try_acquire(detail::call_site at = {}) {
    detail::expect_object(this, at, "try_acquire", "semaphore");
    const detail::lane_group g = detail::group_of(this);
    unsigned taken = 0;
    if (g.is_lowest()) taken = take(1, target::count_of(g.members));
    taken = detail::shuffle(g.members, taken, target::lowest_of(g.members));
    target::sync_lanes(g.members);
    return target::count_of(g.below()) < taken;
  }

  /// `try_acquire`, at most `attempts` times, with pauses between them; 0 attempts are 1.
  DIATOMIC_FUNCTION bool try_acquire_for(unsigned attempts, detail::call_site at = {}) {
    detail::back_off between_attempts;
    while (!try_acquire(at)) {
      if (attempts <= 1) return false;
      --attempts;
      between_attempts.pause();
    }
    return true;
  }

  /// Gives back `n` permits for each lane that calls, or makes new ones: release. There are never
  /// more than `max`.
  DIATOMIC_FUNCTION void release(unsigned n = 1, detail::call_site at = {}) {
    detail::expect_object(this, at, "release", "semaphore");
    if constexpr (detail::looks_for_misuse) {
      const unsigned before = fetch_add(&permits_, n, diatomic::release, few_addresses, Tags{}...);
      detail::refuse_if(before > max - n, at, "release", "semaphore", "more permits than its max");
    } else {
      store_add(&permits_, n, diatomic::release, few_addresses, Tags{}...);
    }
  }

  /// For `with_permit`: takes at most `most` permits, or none if there are fewer than `least`;
  /// returns how many. Acquire.
  DIATOMIC_FUNCTION unsigned take(unsigned least, unsigned most) {
    unsigned seen = load(&permits_, Tags{}...);
    while (seen >= least) {
      const unsigned n = seen < most ? seen : most;
      const unsigned found =
          compare_exchange(&permits_, seen, seen - n, diatomic::acquire, Tags{}...);
      if (found == seen) return n;
      seen = found;
    }
    return 0;
  }

 private:
  unsigned permits_ = 0;
};

/// Runs `f()` with a permit, gives it back, and returns what `f` returns. Lanes of a warp that call
/// together run at the same time if there are permits for all, else some after others; so nothing
/// hangs if there are fewer permits than lanes.
///
/// What was done before a permit was given back is seen (acquire, release). `f` must not wait for
/// other lanes of the warp, nor leave by an exception.
DIATOMIC_EXEC_CHECK_DISABLE
template <class... Tags, class F>
DIATOMIC_FUNCTION auto with_permit(semaphore<Tags...>& s, F f, detail::call_site at = {}) {
  detail::expect_object(&s, at, "with_permit", "semaphore");
  return detail::keep_result(
      f, [&](auto& run) { detail::run_permitted(detail::group_of(&s), s, run); });
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
