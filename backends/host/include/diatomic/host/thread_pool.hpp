// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host's threads, which take the blocks of launches as a GPU's multiprocessors do.

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include <diatomic/host/block_scheduler.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Persistent threads, one for each hardware thread and at least two, so that atomics contend.
///
/// They start with the first launch, sleep between launches and end with the process.
class thread_pool {
 public:
  static thread_pool& instance() {
    // Never destroyed: a launch from the destructor of a static object finds it alive.
    static thread_pool& pool = *new thread_pool;
    return pool;
  }

  static unsigned size() {
    static const unsigned threads = std::max(2u, std::thread::hardware_concurrency());
#if DIATOMIC_HOST_THREAD_SANITIZER
    return std::min(threads, 4u);  // ThreadSanitizer follows about 8,000 fibers.
#else
    return threads;
#endif
  }

  /// Runs all blocks; throws what the first block to fail threw. Launches may overlap.
  void run(const kernel_call& call) {
    job work{call};
    std::unique_lock<std::mutex> lock(mutex_);
    jobs_.push_back(&work);
    for (unsigned i = 0; i < std::min(call.grid, size()); ++i) wake_.notify_one();
    done_.wait(lock, [&] { return work.done; });
    if (work.failure) std::rethrow_exception(work.failure);
  }

 private:
  struct job {
    explicit job(const kernel_call& its_call) : call(its_call) {}

    const kernel_call& call;
    std::atomic<std::uint64_t> next_block{0};
    std::atomic<bool> failed{false};
    std::exception_ptr failure;
    unsigned workers = 0;
    bool done = false;
  };

  thread_pool() {
    for (unsigned i = 0; i < size(); ++i) std::thread([this] { work(); }).detach();
  }

  void work() {
    block_scheduler scheduler;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return !jobs_.empty(); });
      job& current = *jobs_.front();
      ++current.workers;
      lock.unlock();
      std::exception_ptr failure = run_blocks(current, scheduler);
      lock.lock();
      // No block is left to begin. The first to find so takes the job off the queue.
      if (!jobs_.empty() && jobs_.front() == &current) jobs_.pop_front();
      if (failure && !current.failure) current.failure = std::move(failure);
      failure = nullptr;
      if (--current.workers == 0) {
        current.done = true;
        done_.notify_all();
      }
    }
  }

  static std::exception_ptr run_blocks(job& from, block_scheduler& scheduler) {
    const unsigned grid = from.call.grid;
    try {
      for (std::uint64_t block = from.next_block++; block < grid; block = from.next_block++) {
        scheduler.run(from.call, static_cast<unsigned>(block), from.failed);
      }
    } catch (...) {
      from.next_block = grid;
      return std::current_exception();
    }
    return nullptr;
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::deque<job*> jobs_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
