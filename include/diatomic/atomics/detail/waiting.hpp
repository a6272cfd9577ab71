// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Polling with exponential backoff.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/dispatch/cas_loop.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Exponential backoff between polls. A pause lasts at most a bound, which grows by a factor of 5/4
/// to a cap of about 4 microseconds on GPUs, or of 30 while loads take long to return, as they do
/// under contention. The length within the bound comes from the clock, so that waiting threads do
/// not all poll at the same time. On the host a pause lets other threads run, first those in the
/// same block.
class exponential_backoff {
 public:
  DIATOMIC_FUNCTION void pause() {
    const std::uint32_t now = device_ops::clock();
    const bool is_contended = now - resumed_ > device_ops::slow_poll;
    const unsigned max = is_contended ? max_if_contended : max_uncontended;
    if (bound_ < max) {
      bound_ += bound_ / 4;
    } else if (bound_ > max) {
      bound_ -= bound_ / 8;
    }
    const std::uint32_t random = now * 0x9e3779b9u;
    device_ops::pause(static_cast<unsigned>(std::uint64_t{random} * (bound_ / 4 + 1) >> 32));
    resumed_ = device_ops::clock();
  }

 private:
  // Quarters of a step.
  static constexpr unsigned max_uncontended = 4 * 128;
  static constexpr unsigned max_if_contended = 4 * 1024;

  std::uint32_t resumed_ = 0;
  unsigned bound_ = 4;
};

/// The record of a wait: nothing, unless a mode counts its polls.
struct no_record {
  DIATOMIC_FUNCTION void polled() const {}
};

/// Calls `poll()`, with backoff between the calls, until it returns true.
template <class Poll, class Record>
DIATOMIC_FUNCTION void wait_until(Poll poll, const Record& record) {
  exponential_backoff backoff;
  while (!poll()) {
    record.polled();
    backoff.pause();
  }
}

/// The access of a poll, which must eventually see other threads' updates: `monotone` has no
/// effect.
template <class Access>
using poll_access = typename Access::template without_hint<hint::monotone>;

/// Polls until `*p` is not `old`; returns its value.
template <class Access, class T, class Record = no_record>
DIATOMIC_FUNCTION T wait(const T* p, T old, const Record& record = {}) {
  auto seen = detail::bits_as<unsigned_of<T>>(old);
  detail::wait_until(
      [&] {
        seen = detail::bits_as<unsigned_of<T>>(detail::load<poll_access<Access>>(p));
        return seen != detail::bits_as<unsigned_of<T>>(old);
      },
      record);
  return detail::bits_as<T>(seen);
}

/// Polls until `holds` is true of the value of `*p`; returns this value.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F, class Record = no_record>
DIATOMIC_FUNCTION T wait_for(const T* p, F& holds, const Record& record = {}) {
  exponential_backoff backoff;
  for (;;) {
    const T seen = detail::load<poll_access<Access>>(p);
    if (holds(seen)) return seen;
    record.polled();
    backoff.pause();
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
