// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Work that is done once, by the thread that comes first.

#include <diatomic/atomics/functions.hpp>
#include <diatomic/dispatch/lane_groups.hpp>
#include <diatomic/sync/detail/object_checks.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Four bytes, zeros at first: whether it has been done.
///
/// \tparam Tags of its operations: a scope (`device_scope` unless given: all threads that use the
/// flag must be in it), `in_global` or `in_shared`.
template <class... Tags>
class once_flag {
 public:
  /// For `call_once`: whether it has been done; if so, its effects are seen: acquire.
  DIATOMIC_FUNCTION bool is_done() const {
    return load(&state_, acquire, Tags{}...) == static_cast<unsigned>(state::done);
  }
  /// Whether the caller is the thread that does it.
  DIATOMIC_FUNCTION bool begin() {
    constexpr auto open = static_cast<unsigned>(state::open);
    return compare_exchange(&state_, open, static_cast<unsigned>(state::begun), Tags{}...) == open;
  }
  /// It has been done: release.
  DIATOMIC_FUNCTION void finish() {
    store(&state_, static_cast<unsigned>(state::done), release, Tags{}...);
  }

 private:
  enum class state : unsigned { open, begun, done };
  unsigned state_ = 0;
};

/// The first thread to come to the `flag` runs `f()`; all others wait until it has returned. All
/// see what it did. It waits for a thread that has started.
///
/// `f` must not wait for other threads of the block, nor leave by an exception.
DIATOMIC_EXEC_CHECK_DISABLE
template <class... Tags, class F>
DIATOMIC_FUNCTION void call_once(once_flag<Tags...>& flag, F f, detail::call_site at = {}) {
  detail::expect_object(&flag, at, "call_once", "once_flag");
  if (flag.is_done()) return;
  const detail::lane_group g = detail::group_if_all(&flag);
  detail::exponential_backoff backoff;
  // Every lane stays here until all are done, and meets the others each time around: the one that
  // runs `f` may be one of them.
  bool is_first = g.is_leader() && flag.begin();
  for (;;) {
    if (is_first) {
      f();
      flag.finish();
    }
    is_first = false;
    const bool waits = !flag.is_done();
    if (detail::target::ballot(g.active, waits) == 0) return;
    if (waits) backoff.pause();
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
