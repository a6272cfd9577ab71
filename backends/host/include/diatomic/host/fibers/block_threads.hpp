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

  block_thread() = default;
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

  unsigned last_epoch = 0;
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
  void run(unsigned threads_of_block, const block_thread::job& block) {
    std::unique_ptr<block_thread> taken = take();
    taken->run(block);
    taken->fibers = std::max(taken->fibers, threads_of_block);
    keep(std::move(taken));
  }

 private:
  /// ThreadSanitizer has room for some 8,000 threads and fibers.
  static constexpr unsigned most_fibers = 3000;
  static constexpr std::size_t most_threads = 64;

  std::unique_ptr<block_thread> take() {
    const race::unseen own;
    const unsigned now = __atomic_load_n(&race::epoch, __ATOMIC_RELAXED);
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<block_thread> taken;
    for (std::size_t i = 0; i < kept_.size() && !taken; ++i) {
      if (kept_[i]->last_epoch == now) continue;
      std::swap(kept_[i], kept_.back());
      taken = std::move(kept_.back());
      kept_.pop_back();
      fibers_ -= taken->fibers;
    }
    if (!taken) taken = std::make_unique<block_thread>();
    taken->last_epoch = now;
    return taken;
  }
  void keep(std::unique_ptr<block_thread> used) {
    const race::unseen own;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (fibers_ + used->fibers + race::known::made() <= most_fibers &&
          kept_.size() < most_threads) {
        fibers_ += used->fibers;
        kept_.push_back(std::move(used));
      }
    }
    used.reset();
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<block_thread>> kept_;
  unsigned fibers_ = 0;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
