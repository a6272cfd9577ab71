// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Waiting for an object to change. A waiting thread polls, on GPUs and on the host, so the object
/// may be changed by any other thread, block or device, or by the host.
///
/// The thread that is waited for must be able to run. On AMD it must not be in another branch of
/// the same wave, and on any backend not in a block that has not started: `docs/semantics.md`,
/// "Forward progress".

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/core/detail/operands.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Waits until the bits of `*p` differ from those in `old`, by polling with exponential backoff;
/// returns the new value. May miss a value that comes and goes between two polls.
/// Orders: relaxed, acquire, seq_cst.
template <class T, class... Tags, class = detail::if_fetches<op::load, T, Tags...>>
DIATOMIC_FUNCTION T wait(const T* p, value<T> old, Tags... tags) {
  return detail::call_with_tags<op::load, T>(detail::wait_call<T>{p, old}, tags...);
}

#if !DIATOMIC_HAS_CALL_SITES  // else in <diatomic/modes/functions.hpp>
/// Waits until `predicate(value)` is true of the value of `*p`, by polling with exponential
/// backoff; returns this value. `predicate` is any `bool(T)` without side effects. May miss a value
/// that comes and goes between two polls. Orders: relaxed, acquire, seq_cst.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F, class... Tags, class = detail::if_fetches<op::load, T, Tags...>,
          class = detail::if_accepted<detail::predicate_refusal_v<T, F>>>
DIATOMIC_FUNCTION T wait_until(const T* p, F predicate, Tags... tags) {
  return detail::call_with_tags<op::load, T>(detail::wait_until_call<T, const T*, F>{p, predicate},
                                             tags...);
}
#endif

/// For polling loops in user code, between two polls: lets other threads run for some tens of
/// nanoseconds; in a host kernel, the other threads of the block.
/// Orders: none.
DIATOMIC_FUNCTION void pause() { detail::device_ops::pause(1); }

/// Tells one thread that waits at `*p` to poll again. Does nothing on any backend, because waiting
/// threads poll anyway; provided for code written for C++'s functions. Orders: none; tags change
/// nothing.
template <class T, class... Tags>
DIATOMIC_FUNCTION void notify_one(const T*, Tags...) {}

/// The same for all threads.
/// Orders: none; tags change nothing.
template <class T, class... Tags>
DIATOMIC_FUNCTION void notify_all(const T*, Tags...) {}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

#if DIATOMIC_HAS_CALL_SITES
#include <diatomic/modes/functions.hpp>
#endif
