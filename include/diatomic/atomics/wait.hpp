// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Waiting for an object to change. A waiting thread polls, on GPUs and on the host, so that it
/// makes no difference who changes the object: another thread, block, device or the host.
///
/// The thread that is waited for must be able to run. `docs/semantics.md`, "Waiting", says where it
/// is: not in another branch of the same wave on AMD, and not in a block that has not started.

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/atomics/detail/checked_calls.hpp>
#include <diatomic/core/detail/operands.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Waits until `*p` has other bits than `old`, by polling with exponential backoff; returns the new
/// value. A value that comes and goes between two polls is missed.
/// Orders: relaxed, acquire, seq_cst.
template <class T, class... Tags>
DIATOMIC_FUNCTION T wait(const T* p, value<T> old, Tags... tags) {
  return detail::call_by<op::load, T>(detail::wait_call<T>{p, old}, tags...);
}

// In checked mode it knows where it is called: <diatomic/atomics/detail/checked_calls.hpp>.
#if !DIATOMIC_CHECKED
/// Waits until `predicate(value)` is true of the value of `*p`, by polling with exponential
/// backoff; returns this value. `predicate` is any `bool(T)` without side effects. A value that
/// comes and goes between two polls is missed. Orders: relaxed, acquire, seq_cst.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class... Tags>
DIATOMIC_FUNCTION T wait_until(const T* p, F predicate, Tags... tags) {
  return detail::call_by<op::load, T>(detail::wait_until_call<T, const T*, F>{p, predicate},
                                      tags...);
}
#endif

/// What a loop of one's own calls between its polls: lets others run for some tens of nanoseconds,
/// in a kernel on the host the other threads of the block.
/// Orders: none.
DIATOMIC_FUNCTION void pause() { detail::target::pause(1); }

/// Tells one thread that waits at `*p` to poll again. Waiting threads do so by themselves: this
/// does nothing on any backend, and is here for code that is written for C++'s functions. Orders:
/// none; tags change nothing.
template <class T, class... Tags>
DIATOMIC_FUNCTION void notify_one(const T*, Tags...) {}

/// The same of all threads.
/// Orders: none; tags change nothing.
template <class T, class... Tags>
DIATOMIC_FUNCTION void notify_all(const T*, Tags...) {}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
