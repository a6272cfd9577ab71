// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host's worker threads, which run the blocks of launches like a GPU's multiprocessors. The
/// race check has its own.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <diatomic/host/fibers/block_scheduler.hpp>
#include <diatomic/host/fibers/pool_of_process.hpp>
#include <diatomic/host/fibers/race_pool.hpp>

#if !DIATOMIC_RACE_CHECK
namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Persistent threads, one per hardware thread and at least two, so that atomics contend.
///
/// They start at the first launch or the first query of their number, sleep between launches and
/// end with the process. If the system refuses some, the existing threads run all blocks, and later
/// calls try to start the rest.
class DIATOMIC_HOST_SHARED thread_pool {
 public:
  static thread_pool& instance() { return host::pool_of_process<thread_pool>(); }

  /// The number of existing threads, which never decreases. Throws `runtime_error` if none can be
  /// made.
  unsigned size() {
    const std::lock_guard<std::mutex> lock(mutex_);
    start_missing_threads();
    return threads_;
  }

  /// Runs all blocks; rethrows the exception of the launch's first thread to fail. Launches may
  /// overlap.
  void run(const kernel_call& call) {
    job work{call};
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      start_missing_threads();
      jobs_.push_back(&work);
      for (unsigned i = 0; i < std::min(call.grid, threads_); ++i) wake_.notify_one();
    }
    if (!is_soon_done(work)) {
      std::unique_lock<std::mutex> lock(mutex_);
      // Meanwhile this thread ends long turns.
      while (!done_.wait_for(lock, longest_turn, [&] { return work.done.load(); })) {
        for (std::uint8_t* const its : turns_) set_turn(*its, turn::over);
      }
    }
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
    std::atomic<bool> done{false};  // no worker touches the job afterwards
  };

  /// A polling kernel thread yields to the others of its block after this time.
  static constexpr std::chrono::milliseconds longest_turn{2};

  /// Polls for some microseconds whether all blocks have run: many launches take less time than the
  /// system needs to wake a thread. Workers do not poll for the next launch: two workers that share
  /// a processor while polling would go on sharing it for the first milliseconds of a long launch.
  static bool is_soon_done(const job& work) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
    while (!work.done.load()) {
      if (std::chrono::steady_clock::now() >= end) return false;
      std::this_thread::yield();
    }
    return true;
  }

  static unsigned wanted_threads() {
    static const unsigned threads = std::max(2u, std::thread::hardware_concurrency());
#if DIATOMIC_HOST_THREAD_SANITIZER
    return std::min(threads, 4u);  // ThreadSanitizer tracks about 8,000 fibers.
#else
    return threads;
#endif
  }

  /// The caller holds the mutex.
  void start_missing_threads() {
    std::string refusal;
    try {
      for (; threads_ < wanted_threads(); ++threads_) std::thread([this] { work(); }).detach();
    } catch (const std::system_error& error) {
      refusal = error.what();
    } catch (const std::bad_alloc& error) {
      refusal = error.what();
    }
    if (threads_ != 0) return;
    throw runtime_error("std::thread", "no_threads",
                        "no thread can be started to run kernels: " + refusal);
  }

  void work() {
    block_scheduler scheduler;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return !jobs_.empty(); });
      job& current = *jobs_.front();
      ++current.workers;
      begin_turns();
      lock.unlock();
      std::exception_ptr failure = run_blocks(current, [&](unsigned block) {
        return scheduler.run(current.call, block, current.failed);
      });
      lock.lock();
      end_turns();
      // No block is left, or none may start after a failure. The first worker to see this removes
      // the job from the queue.
      if (!jobs_.empty() && jobs_.front() == &current) jobs_.pop_front();
      if (failure) current.failure = std::move(failure);
      failure = nullptr;
      if (--current.workers == 0) {
        current.done.store(true);
        done_.notify_all();
      }
    }
  }

  /// This OS thread runs blocks between the two. The caller holds the mutex.
  ///@{
  void begin_turns() { turns_.push_back(&turn_now); }
  void end_turns() {
    turns_.erase(std::find(turns_.begin(), turns_.end(), &turn_now));
    turn_watch::set(turn::fresh);
  }
  ///@}

  /// Only the worker whose block is the job's first to fail returns a failure.
  template <class RunBlock>
  static std::exception_ptr run_blocks(job& from, RunBlock run_block) {
    const unsigned grid = from.call.grid;
    while (!from.failed.load(std::memory_order_relaxed)) {
      const std::uint64_t block = from.next_block++;
      if (block >= grid) return nullptr;
      std::exception_ptr failure = run_block(static_cast<unsigned>(block));
      if (failure) return failure;
    }
    return nullptr;
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::deque<job*> jobs_;
  std::vector<std::uint8_t*> turns_;  // of the threads that run blocks
  unsigned threads_ = 0;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
