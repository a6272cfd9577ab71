// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A latch: a count that goes down to zero once, and threads that wait for it.

#include <diatomic/atomics/functions.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes: how many arrivals are missing. Memory of zeros is a latch that is open; `upload` of
/// a `latch<>(n)` makes one of n on a device.
///
/// \tparam Tags of its operations: a scope (`device_scope` unless given: all threads that use the
/// latch must be in it), `in_global` or `in_shared`.
template <class... Tags>
class latch {
 public:
  /// Expects no arrivals: it is open.
  latch() = default;
  /// Expects `expected` arrivals.
  DIATOMIC_FUNCTION explicit latch(unsigned expected) : missing_(expected) {}

  /// Arrives `n` times for each lane that calls: release. Never waits.
  DIATOMIC_FUNCTION void count_down(unsigned n = 1, detail::call_site at = {}) {
    arrive(n, at, "count_down");
  }

  /// Whether all have arrived; if so, what they did before is seen: acquire.
  DIATOMIC_FUNCTION bool try_wait(detail::call_site at = {}) const {
    detail::expect_object(this, at, "try_wait", "latch");
    return is_open();
  }

  /// Waits until all have arrived: acquire. Those that are to arrive must be able to run: blocks
  /// that have started, as all of `launch_cooperative` have, or an earlier kernel.
  DIATOMIC_FUNCTION void wait(detail::call_site at = {}) const {
    detail::expect_object(this, at, "wait", "latch");
    detail::wait_until([&] { return is_open(); });
  }

  /// `count_down(n)`, then `wait()`. Lanes of one wave that wait for each other must make the call
  /// together.
  DIATOMIC_FUNCTION void arrive_and_wait(unsigned n = 1, detail::call_site at = {}) {
    arrive(n, at, "arrive_and_wait");
    detail::wait_until([&] { return is_open(); });
  }

 private:
  DIATOMIC_FUNCTION bool is_open() const { return load(&missing_, acquire, Tags{}...) == 0; }
  DIATOMIC_FUNCTION void arrive(unsigned n, detail::call_site at, const char* call) {
    detail::expect_object(this, at, call, "latch");
    if constexpr (detail::checks_for_misuse) {
      const unsigned before = fetch_sub(&missing_, n, release, few_addresses, Tags{}...);
      detail::refuse_if(before < n, at, call, "latch", "more arrivals than it expects");
    } else {
      store_sub(&missing_, n, release, few_addresses, Tags{}...);
    }
  }

  unsigned missing_ = 0;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
