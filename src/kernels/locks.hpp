// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Kernels that hold locks, and kernels whose blocks wait for each other.

#include <cstddef>
#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// Each thread adds one to a counter `rounds` times, while it holds the mutex. The accesses to the
/// counter are not atomic.
///
/// `taken[round * threads + thread]` receives the counter's old value.
struct count_under_lock {
  template <class Mutex, class T>
  DIATOMIC_DEVICE void operator()(Mutex* mutex, T* counter, unsigned rounds, T* taken) const {
    for (unsigned round = 0; round < rounds; ++round) {
      const T seen = with_lock(*mutex, [=] {
        const T before = *counter;
        *counter = before + 1;
        return before;
      });
      taken[std::size_t{round} * global_size() + global_index()] = seen;
    }
  }
};

/// A summary of one group's values: 24 bytes, larger than any atomic instruction takes.
struct summary {
  std::uint64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t largest = INT64_MIN;

  /// The summary with one more value.
  DIATOMIC_FUNCTION summary with(std::int64_t v) const {
    return {count + 1, sum + v, largest < v ? v : largest};
  }
};

/// Adds each value to the summary of its group (the value modulo `groups`), under that summary's
/// lock in a `lock_table`. Values are not negative.
struct summarize {
  DIATOMIC_DEVICE void operator()(const std::int64_t* input, std::size_t n, lock_stripes<> locks,
                                  summary* summaries, unsigned groups) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      const std::int64_t v = input[i];
      fetch_update(summaries + v % groups, [=](const summary& s) { return s.with(v); }, locks);
    }
  }
};

/// The blocks of a cooperative launch run in a ring: 0, 1, 2 ..., `rounds` times each.
///
/// In its turn a block reads the previous turn's element of `history`, and writes that number plus
/// one into the next element. A turn that came too early, or whose write was not seen, shows in the
/// result. `turn` is 0 at first; `history` has a leading 0 and then one element per turn.
struct yield_if_due {
  DIATOMIC_DEVICE void operator()(unsigned* turn, unsigned rounds, unsigned* history) const {
    if (thread_index() != 0) return;
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned mine = round * grid_size() + block_index();
      unsigned now = load(turn, acquire, in_global);
      while (now != mine) now = wait(turn, now, acquire, in_global);
      history[mine + 1] = history[mine] + 1;
      store(turn, mine + 1, release, in_global);
    }
  }
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
