// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// OS threads that run the blocks of the race check, so that nothing orders two blocks of a launch
/// but their own operations.

#include <diatomic/host/fibers/block_scheduler.hpp>
#include <diatomic/host/fibers/race_blocks.hpp>

#if DIATOMIC_RACE_CHECK
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// An OS thread with its own scheduler, fibers and shared memory. ThreadSanitizer does not see how
/// it gets its jobs.
class block_thread {
 public:
  using job = std::function<void(block_scheduler&)>;

  explicit block_thread(unsigned epoch) : last_epoch(epoch) {}
  ~block_thread() {
    const race::unseen own;
    tell(nullptr);
    thread_.join();
  }
  block_thread(const block_thread&) = delete;
  block_thread& operator=(const block_thread&) = delete;

  /// Runs the job on the thread. All accesses of the job count, with the thread's own order.
  void run(const job& next) {
    const race::unseen own;
    tell(next);
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !is_told_; });
  }

  unsigned last_epoch;
  unsigned fibers = 0;

 private:
  void tell(const job& next) {
    const std::lock_guard<std::mutex> lock(mutex_);
    next_ = next;
    is_told_ = true;
    changed_.notify_all();
  }
  job wait() {
    const race::unseen own;
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return is_told_; });
    return std::move(next_);
  }
  void end_job() {
    const race::unseen own;
    const std::lock_guard<std::mutex> lock(mutex_);
    is_told_ = false;
    changed_.notify_all();
  }
  void work() {
    block_scheduler scheduler;
    while (const job now = wait()) {
      now(scheduler);
      end_job();
    }
    const race::unseen own;
    scheduler.end_fibers();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  job next_;
  bool is_told_ = false;
  std::thread thread_{[this] { work(); }};
};

/// The threads that are kept for later launches. A thread runs one block of the launches that
/// overlap, so a kept thread knows no more than what came before its launch.
class block_threads {
 public:
  /// The threads of the first blocks of a launch to start. Null: not made yet.
  using loan = std::vector<std::unique_ptr<block_thread>>;

  /// Which threads does not depend on when the blocks of earlier launches ended.
  loan borrow(unsigned grid, unsigned block) {
    const race::unseen own;
    const unsigned now = __atomic_load_n(&race::epoch, __ATOMIC_RELAXED);
    const std::lock_guard<std::mutex> lock(mutex_);
    loan taken(std::min({std::size_t{grid}, most_threads, (most_fibers - lent_fibers_) / block}));
    lent_fibers_ += taken.size() * block;
    std::size_t n = 0;
    for (std::unique_ptr<block_thread>& each : kept_) {
      if (n == taken.size()) break;
      if (each->last_epoch != now) std::swap(taken[n++], each);
    }
    kept_.erase(std::remove(kept_.begin(), kept_.end(), nullptr), kept_.end());
    for (const auto& each : taken) {
      if (each) each->last_epoch = now;
    }
    return taken;
  }
  void give_back(loan used, unsigned block) {
    const race::unseen own;
    const std::lock_guard<std::mutex> lock(mutex_);
    lent_fibers_ -= used.size() * block;
    used.erase(std::remove(used.begin(), used.end(), nullptr), used.end());
    for (const auto& each : used) each->fibers = std::max(each->fibers, block);
    std::move(kept_.begin(), kept_.end(), std::back_inserter(used));
    kept_.clear();
    std::size_t fibers = race::known::made();
    for (std::unique_ptr<block_thread>& each : used) {
      fibers += each->fibers;
      if (fibers <= most_fibers && kept_.size() < most_threads) kept_.push_back(std::move(each));
    }
  }

  /// Runs the block that is the n-th to start.
  static void run(loan& threads, std::size_t n, const block_thread::job& block) {
    const race::unseen own;
    std::unique_ptr<block_thread> unkept;
    std::unique_ptr<block_thread>& its = n < threads.size() ? threads[n] : unkept;
    if (!its) its = std::make_unique<block_thread>(__atomic_load_n(&race::epoch, __ATOMIC_RELAXED));
    its->run(block);
  }

 private:
  /// ThreadSanitizer has room for some 8,000 threads and fibers.
  static constexpr std::size_t most_fibers = 2048;
  static constexpr std::size_t most_threads = 64;

  std::mutex mutex_;
  std::size_t lent_fibers_ = 0;  // to launches that run
  std::vector<std::unique_ptr<block_thread>> kept_;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
