// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Lanes that run a function as soon as they hold a permit: a semaphore's, or a read lock.

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/sync/detail/lane_groups.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Runs `f` in all lanes of the group, in as many at a time as there are permits. Every lane stays
/// in the loop until all are done, and the lanes reconverge each iteration.
///
/// `permits.acquire_some(at_least, at_most)` acquires up to `at_most` permits and returns their
/// number, or 0 if fewer than `at_least` are free; `permits.release(n)` releases n permits.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Permits, class F>
DIATOMIC_FUNCTION void run_permitted(const lane_set& g, Permits& permits, const call_record& record,
                                     F& f) {
  exponential_backoff backoff;
  bool waits = true;
  do {
    const lane_set rest{g.active, device_ops::ballot(g.active, waits) & g.members, g.lane};
    const bool asks = waits && rest.is_leader();
    unsigned taken = asks ? permits.acquire_some(1, device_ops::count_of(rest.members)) : 0;
    taken = detail::shuffle(g.active, taken, waits ? device_ops::lowest_of(rest.members) : g.lane);
    const bool runs = waits && device_ops::count_of(rest.below()) < taken;
    device_ops::sync_lanes(g.active);
    if (runs) f();
    device_ops::sync_lanes(g.active);
    if (asks && taken != 0) permits.release(taken);
    if (waits && taken == 0) {
      record.polled();
      backoff.pause();
    }
    waits = waits && !runs;
  } while (device_ops::ballot(g.active, waits) != 0);
}

/// `run_permitted` for a function that is passed later.
template <class Permits>
struct permitted_runner {
  lane_set group;
  Permits& permits;
  call_record record;
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class F>
  DIATOMIC_FUNCTION void operator()(F& run) const {
    detail::run_permitted(group, permits, record, run);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
