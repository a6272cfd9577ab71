// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Kernels that hold locks, and that wait for each other.

#include <cstddef>
#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// Each thread adds one to a counter `rounds` times, while it holds the mutex. The counter is read
/// and written as any other word.
///
/// `taken[round * threads + thread]` receives the value that the counter had before.
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

/// What is known of the values of one group: 24 bytes, more than any atomic instruction takes.
struct summary {
  std::uint64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t largest = INT64_MIN;

  /// The summary of one value more.
  DIATOMIC_FUNCTION summary with(std::int64_t v) const {
    return {count + 1, sum + v, largest < v ? v : largest};
  }
};

/// Adds each value to the summary of its group, which is the value modulo `groups`, under the lock
/// that a `lock_table` has for it. Values are not negative.
struct summarize {
  DIATOMIC_DEVICE void operator()(const std::int64_t* input, std::size_t n, lock_stripes<> locks,
                                  summary* summaries, unsigned groups) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      const std::int64_t v = input[i];
      fetch_update(summaries + v % groups, [=](const summary& s) { return s.with(v); }, locks);
    }
  }
};

/// The blocks of a cooperative launch take turns: 0, 1, 2 ... round and round, `rounds` times each.
///
/// In its turn a block writes the number of the turn into `history`, after the number that it reads
/// there of the turn before; so that the result shows each turn that came too early or was not
/// seen. `turn` is 0 at first, and `history` has an element for each turn, and one of 0 before
/// them.
struct take_turns {
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
