// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A latch: a count that drops to zero once, for threads to wait on.

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes: the number of outstanding arrivals. Zeroed memory is an open latch; `upload` of a
/// `latch<>(n)` makes a latch for n arrivals on a device.
///
/// \tparam Tags tags for its operations: a scope that includes all threads that use the latch
/// (default `device_scope`), `in_global` or `in_shared`.
template <class... Tags>
class latch {
 public:
  /// An open latch, which expects no arrivals.
  latch() = default;
  /// Expects `expected` arrivals.
  DIATOMIC_FUNCTION explicit latch(unsigned expected) : missing_(expected) {}

  /// Arrives `n` times for each calling lane, without waiting. Order: release.
  DIATOMIC_FUNCTION void count_down(unsigned n = 1, detail::call_site at = {}) {
    arrive(n, at, "count_down");
  }

  /// Whether all arrivals have happened. If so, the arrivers' earlier writes are visible. Order:
  /// acquire.
  DIATOMIC_FUNCTION bool try_wait(detail::call_site at = {}) const {
    detail::expect_object(this, at, "try_wait", "latch");
    return is_open();
  }

  /// Waits for all arrivals. Order: acquire. The arriving threads must be able to make progress: in
  /// blocks that have started (all blocks of `launch_cooperative` have), or in an earlier kernel.
  DIATOMIC_FUNCTION void wait(detail::call_site at = {}) const {
    const auto record = detail::expect_object(this, at, "wait", "latch");
    detail::wait_until([&] { return is_open(); }, record);
  }

  /// `count_down(n)`, then `wait()`. Lanes of one wave that wait for each other must call it
  /// together.
  DIATOMIC_FUNCTION void arrive_and_wait(unsigned n = 1, detail::call_site at = {}) {
    const auto record = arrive(n, at, "arrive_and_wait");
    detail::wait_until([&] { return is_open(); }, record);
  }

 private:
  DIATOMIC_FUNCTION bool is_open() const {
    return diatomic::load(&missing_, acquire, Tags{}...) == 0;
  }
  DIATOMIC_FUNCTION auto arrive(unsigned n, detail::call_site at, const char* call) {
    const auto record = detail::expect_object(this, at, call, "latch");
    if constexpr (detail::checks_for_misuse) {
      const unsigned before = diatomic::fetch_sub(&missing_, n, release, few_addresses, Tags{}...);
      detail::refuse_if(before < n, at, call, "latch", "more arrivals than it expects");
    } else {
      diatomic::store_sub(&missing_, n, release, few_addresses, Tags{}...);
    }
    return record;
  }

  unsigned missing_ = 0;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
