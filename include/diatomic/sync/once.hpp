// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Work that is done once, by the first thread to arrive.

#include <diatomic/atomics/functions.hpp>
#include <diatomic/sync/detail/lane_groups.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes, zero-initialised: whether the work has been done.
///
/// \tparam Tags tags for its operations: a scope that includes all threads that use the flag
/// (default `device_scope`), `in_global` or `in_shared`.
template <class... Tags>
class once_flag {
 public:
  /// For `call_once`: whether the work has been done. If so, its effects are visible. Order:
  /// acquire.
  DIATOMIC_FUNCTION bool is_done() const {
    return diatomic::load(&state_, acquire, Tags{}...) == static_cast<unsigned>(state::done);
  }
  /// Whether the caller is the thread that must do the work.
  DIATOMIC_FUNCTION bool begin() {
    constexpr auto open = static_cast<unsigned>(state::open);
    return diatomic::compare_exchange(&state_, open, static_cast<unsigned>(state::begun),
                                      Tags{}...) == open;
  }
  /// Marks the work as done. Order: release.
  DIATOMIC_FUNCTION void finish() {
    diatomic::store(&state_, static_cast<unsigned>(state::done), release, Tags{}...);
  }

 private:
  enum class state : unsigned { open, begun, done };
  unsigned state_ = 0;
};

/// The first thread to reach the `flag` runs `f()`; all others wait until it has returned, and see
/// its effects. They wait only for a thread that has already started.
///
/// `f` must not wait for other threads of the block, nor exit by an exception.
DIATOMIC_EXEC_CHECK_DISABLE
template <class... Tags, class F>
DIATOMIC_FUNCTION void call_once(once_flag<Tags...>& flag, F f, detail::call_site at = {}) {
  const auto record =
      detail::expect_object(__builtin_addressof(flag), at, "call_once", "once_flag");
  if (flag.is_done()) return;
  const detail::lane_set g = detail::group_if_all(__builtin_addressof(flag));
  detail::exponential_backoff backoff;
  // Every lane stays in the loop until all are done, and the lanes reconverge each iteration: the
  // lane that runs `f` may be among them.
  bool is_first = g.is_leader() && flag.begin();
  for (;;) {
    if (is_first) {
      f();
      flag.finish();
    }
    is_first = false;
    const bool waits = !flag.is_done();
    if (detail::device_ops::ballot(g.active, waits) == 0) return;
    if (waits) {
      record.polled();
      backoff.pause();
    }
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
