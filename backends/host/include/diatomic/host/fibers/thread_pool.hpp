// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host's threads, which take the blocks of launches as a GPU's multiprocessors do.

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <diatomic/host/fibers/block_scheduler.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Persistent threads, one for each hardware thread and at least two, so that atomics contend.
///
/// They start when a launch, or a question for their number, first needs them, sleep between
/// launches and end with the process. Where the system refuses some of them, those that exist take
/// all blocks, and later calls try to start the rest.
class DIATOMIC_HOST_SHARED thread_pool {
 public:
  static thread_pool& instance() {
    // After fork() the child has no pool threads, so it makes its own pool.
    [[maybe_unused]] static const int of_children =
        pthread_atfork(nullptr, nullptr, [] { current().store(nullptr); });
    thread_pool* pool = current().load();
    if (pool == nullptr) {
      // Never destroyed: a launch from the destructor of a static object finds it alive.
      auto made = std::make_unique<thread_pool>();
      if (current().compare_exchange_strong(pool, made.get())) pool = made.release();
    }
    return *pool;
  }

  /// Threads that exist, which never become fewer. Throws `runtime_error` if none can be made.
  unsigned size() {
    const std::lock_guard<std::mutex> lock(mutex_);
    start_missing_threads();
    return threads_;
  }

  /// Runs all blocks; throws what the first thread of the launch to fail threw. Launches may
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
      // Meanwhile this thread says that long turns are over.
      while (!done_.wait_for(lock, longest_turn, [&] { return work.done.load(); })) {
        for (std::uint8_t* const turn : turns_) {
          __atomic_store_n(turn, static_cast<std::uint8_t>(turn::over), __ATOMIC_RELAXED);
        }
      }
    }
    if (work.failure) std::rethrow_exception(work.failure);
  }

 private:
  static std::atomic<thread_pool*>& current() {
    static std::atomic<thread_pool*> pool{nullptr};
    return pool;
  }
  struct job {
    explicit job(const kernel_call& its_call) : call(its_call) {}

    const kernel_call& call;
    std::atomic<std::uint64_t> next_block{0};
    std::atomic<bool> failed{false};
    std::exception_ptr failure;
    unsigned workers = 0;
    std::atomic<bool> done{false};  // no worker touches the job afterwards
  };

  /// After so long a kernel thread that polls lets the others of its block run.
  static constexpr std::chrono::milliseconds longest_turn{2};

  /// Looks for some microseconds whether all blocks have run: many launches are over by the time
  /// that the system takes to wake a thread. The workers do not look for the next launch: two that
  /// share a processor meanwhile would go on sharing it for the first milliseconds of a long one.
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
    return std::min(threads, 4u);  // ThreadSanitizer follows about 8,000 fibers.
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
                        "not one thread can be started to run kernels: " + refusal);
  }

  void work() {
    block_scheduler scheduler;
    std::unique_lock<std::mutex> lock(mutex_);
    turns_.push_back(&turn_now);
    for (;;) {
      wake_.wait(lock, [this] { return !jobs_.empty(); });
      job& current = *jobs_.front();
      ++current.workers;
      lock.unlock();
      std::exception_ptr failure = run_blocks(current, scheduler);
      lock.lock();
      // No block is left to begin, or none may. The first to find so takes the job off the queue.
      if (!jobs_.empty() && jobs_.front() == &current) jobs_.pop_front();
      if (failure) current.failure = std::move(failure);
      failure = nullptr;
      if (--current.workers == 0) {
        current.done.store(true);
        done_.notify_all();
      }
    }
  }

  /// Of all workers of a job, the one whose block is the first to fail returns a failure.
  static std::exception_ptr run_blocks(job& from, block_scheduler& scheduler) {
    const unsigned grid = from.call.grid;
    while (!from.failed.load(std::memory_order_relaxed)) {
      const std::uint64_t block = from.next_block++;
      if (block >= grid) return nullptr;
      std::exception_ptr failure =
          scheduler.run(from.call, static_cast<unsigned>(block), from.failed);
      if (failure) return failure;
    }
    return nullptr;
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::deque<job*> jobs_;
  std::vector<std::uint8_t*> turns_;  // Of the threads, which never end.
  unsigned threads_ = 0;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
