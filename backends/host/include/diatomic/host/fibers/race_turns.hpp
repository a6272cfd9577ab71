// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The turns of the blocks of a launch under the race check.

#include <diatomic/host/fibers/race_seed.hpp>

#if DIATOMIC_RACE_CHECK
#include <time.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include <pthread.h>

#include <diatomic/host/race/sanitizer.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// The OS threads of a launch's blocks run one at a time: each has the turn until its block waits,
/// is preempted or ends. So two accesses never coincide, which would hide a race from
/// ThreadSanitizer, and a seed repeats a run.
///
/// A seat is the place of one block at a time. Who is next depends on the seats only, whether or
/// not their OS threads have come yet. If all blocks that have started only wait, more of them
/// start, because they may wait for those.
///
/// The last resort: a block may keep the turn for long, for example in a loop of plain reads that
/// waits for another block. Then it goes on without a turn, next to the others, until it waits,
/// is preempted or ends. Such a run need not repeat.
class block_turns {
 public:
  static constexpr unsigned nobody = ~0u;
  /// The blocks of a launch that run at once unless they wait for others.
  static constexpr unsigned first_seats = 4;

  DIATOMIC_HOST_UNSEEN block_turns(unsigned launch, unsigned grid, unsigned block, unsigned seats)
      : launch_(launch),
        random_(launch, 1),
        grid_(grid),
        most_seats_(std::max(first_seats, std::min(most_blocks, most_fibers / block))) {
    const unseen own;
    add_seats(seats);
    now_ = take();
  }

  DIATOMIC_HOST_UNSEEN unsigned launch() const { return launch_; }
  DIATOMIC_HOST_UNSEEN unsigned grid() const { return grid_; }
  /// The number of seats, which grows.
  DIATOMIC_HOST_UNSEEN unsigned seats() {
    const unseen own;
    const std::lock_guard<std::mutex> lock(mutex_);
    return static_cast<unsigned>(seats_.size());
  }
  /// The block of the seat, as the n-th to start; nobody: none is left for it.
  DIATOMIC_HOST_UNSEEN unsigned block_of(unsigned own) {
    const unseen all;
    const std::lock_guard<std::mutex> lock(mutex_);
    return seats_[own].nth;
  }

  /// On the OS thread of a seat's block, before it runs: waits for its first turn.
  DIATOMIC_HOST_UNSEEN void begin(unsigned own) {
    const unseen all;
    std::unique_lock<std::mutex> lock(mutex_);
    pthread_getcpuclockid(pthread_self(), &seats_[own].clock);
    seats_[own].has_thread = true;
    wait_for_turn(own, lock);
  }
  /// The block lets the others run, since it waits or, if not, was preempted.
  DIATOMIC_HOST_UNSEEN void pass(unsigned own, bool waits) {
    const unseen all;
    std::unique_lock<std::mutex> lock(mutex_);
    if (waits && ++waits_ >= rounds_until_more * seats_.size()) {
      waits_ = 0;
      add_seats(static_cast<unsigned>(seats_.size()));
    }
    queue_.push_back(own);
    if (now_ == own || now_ == nobody) call(take());
    wait_for_turn(own, lock);
  }
  /// The block has ended. Its seat is the next one's, if any may start.
  DIATOMIC_HOST_UNSEEN void end(unsigned own, bool may_start) {
    const unseen all;
    const std::lock_guard<std::mutex> lock(mutex_);
    waits_ = 0;
    seat& its = seats_[own];
    const bool had_turn = now_ == own || now_ == nobody;
    queue_.erase(std::remove(queue_.begin(), queue_.end(), own), queue_.end());
    its.has_thread = false;
    its.is_new = true;
    its.nth = may_start && next_ < grid_ ? next_++ : nobody;
    if (its.nth != nobody) queue_.push_back(own);
    if (had_turn) call(take());
  }
  /// A thread of the block that has the turn goes on.
  DIATOMIC_HOST_UNSEEN void note_progress() { __atomic_fetch_add(&progress_, 1, __ATOMIC_RELAXED); }

  /// On the launch's caller, every few milliseconds: takes the turn from a block that keeps it.
  DIATOMIC_HOST_UNSEEN void watch() {
    const unseen all;
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::uint64_t progress = __atomic_load_n(&progress_, __ATOMIC_RELAXED);
    if (now_ == nobody || !seats_[now_].has_thread) return;
    const std::uint64_t used = microseconds(seats_[now_].clock);
    if (progress != progress_seen_ || now_ != seen_) {
      progress_seen_ = progress;
      seen_ = now_;
      since_ = last_ = used;
      idle_looks_ = 0;
      return;
    }
    idle_looks_ = used == last_ ? idle_looks_ + 1 : 0;
    last_ = used;
    if (used - since_ < longest_turn && idle_looks_ < longest_idle) return;
    longest_turn = later_longest_turn;
    seen_ = nobody;
    waits_ = 0;
    if (queue_.empty()) add_seats(1);
    call(take());
  }

 private:
  static constexpr unsigned most_blocks = 64;
  /// ThreadSanitizer has room for some 8,000 threads and fibers.
  static constexpr unsigned most_fibers = 3000;
  static constexpr unsigned rounds_until_more = 16;
  /// In microseconds of its processor's time; the shorter one after a program's first such turn.
  static inline std::uint64_t longest_turn = 2000000;
  static constexpr std::uint64_t later_longest_turn = 100000;
  /// Of a thread that uses no time, since the system keeps it waiting: looks.
  static constexpr unsigned longest_idle = 500;

  struct seat {
    std::condition_variable called;
    unsigned nth = nobody;
    bool has_thread = false;
    bool is_new = true;  // has had no turn
    clockid_t clock{};
  };

  DIATOMIC_HOST_UNSEEN static std::uint64_t microseconds(clockid_t clock) {
    timespec used{};
    clock_gettime(clock, &used);
    return static_cast<std::uint64_t>(used.tv_sec) * 1000000 +
           static_cast<std::uint64_t>(used.tv_nsec) / 1000;
  }
  DIATOMIC_HOST_UNSEEN void add_seats(unsigned more) {
    for (; more != 0 && next_ < grid_ && seats_.size() < most_seats_; --more) {
      seats_.emplace_back().nth = next_++;
      queue_.push_back(static_cast<unsigned>(seats_.size()) - 1);
    }
  }
  /// Takes the next one from the queue; from seed 2 on, any. But blocks start in their order.
  DIATOMIC_HOST_UNSEEN unsigned take() {
    if (queue_.empty()) return nobody;
    std::size_t taken = seed < 2 ? 0 : random_.below(static_cast<unsigned>(queue_.size()));
    const auto at = [&](std::size_t i) -> const seat& { return seats_[queue_[i]]; };
    for (std::size_t i = 0; at(taken).is_new && i < queue_.size(); ++i) {
      if (at(i).is_new && at(i).nth < at(taken).nth) taken = i;
    }
    const unsigned its = queue_[taken];
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(taken));
    return its;
  }
  DIATOMIC_HOST_UNSEEN void call(unsigned next) {
    now_ = next;
    if (next != nobody) seats_[next].called.notify_one();
  }
  DIATOMIC_HOST_UNSEEN void wait_for_turn(unsigned own, std::unique_lock<std::mutex>& lock) {
    seats_[own].called.wait(lock, [&] { return now_ == own; });
    seats_[own].is_new = false;
    note_progress();
  }

  std::mutex mutex_;
  std::deque<seat> seats_;
  std::vector<unsigned> queue_;  // of seats, without the one that has the turn and those astray
  unsigned launch_;
  random_numbers random_;
  unsigned grid_;
  unsigned most_seats_;
  unsigned next_ = 0;  // to start
  unsigned now_ = nobody;
  std::uint64_t waits_ = 0;
  std::uint64_t progress_ = 0;
  // What the caller of the launch saw last.
  std::uint64_t progress_seen_ = 0, since_ = 0, last_ = 0;
  unsigned seen_ = nobody, idle_looks_ = 0;
};

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
