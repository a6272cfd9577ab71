// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The pool of threads of the race check.

#include <diatomic/host/fibers/block_threads.hpp>
#include <diatomic/host/fibers/pool_of_process.hpp>

#if DIATOMIC_RACE_CHECK
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Persistent threads. Each runs the blocks of a seat of a launch, one after the other, on threads
/// that only know what came before the launch.
class DIATOMIC_HOST_SHARED thread_pool {
 public:
  static thread_pool& instance() { return host::pool_of_process<thread_pool>(); }

  /// The number of blocks that run at once, which never decreases. Throws `runtime_error` if no
  /// thread can be made.
  unsigned size() {
    const std::lock_guard<std::mutex> lock(mutex_);
    start_threads(race::block_turns::first_seats);
    return std::min(threads_, race::block_turns::first_seats);
  }

  /// Runs all blocks; rethrows the exception of the launch's first thread to fail. Launches may
  /// overlap.
  void run(const kernel_call& call) {
    std::unique_lock<std::mutex> lock(mutex_);
    const unsigned wanted = std::min(call.grid, race::block_turns::first_seats);
    start_threads(wanted);
    job work(call, race::begin_launch(), std::clamp(unused(), 1u, wanted));
    work.threads = block_threads_.borrow(call.grid, call.block);
    work.begins.release();
    offer_seats(work);
    // At first without sleep: many launches take less time than the system needs to wake a thread.
    for (int i = 0; i < 100 && !work.is_done; ++i) {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
    while (!done_.wait_for(lock, between_looks, [&] { return work.is_done; })) {
      work.turns.watch();
      offer_seats(work);
    }
    lock.unlock();
    work.ends.acquire();
    race::end_launch(work.failure != nullptr);
    block_threads_.give_back(std::move(work.threads), call.block);
    if (work.failure) std::rethrow_exception(work.failure);
  }

 private:
  struct job {
    job(const kernel_call& its_call, unsigned number, unsigned seats)
        : call(its_call), turns(number, its_call.grid, its_call.block, seats) {}

    const kernel_call& call;
    race::block_turns turns;
    block_threads::loan threads;
    std::atomic<bool> failed{false};
    std::exception_ptr failure;
    unsigned seats_offered = 0, seats_taken = 0, seats_over = 0;
    bool is_done = false;  // no worker touches the job afterwards
    ordering_point begins;
    ordering_point ends;
  };
  static constexpr std::chrono::milliseconds between_looks{2};

  /// The members below, up to `run_seat`: the caller holds the mutex.
  ///@{
  unsigned unused() const {
    const std::size_t used = busy_ + jobs_.size();
    return used < threads_ ? threads_ - static_cast<unsigned>(used) : 0;
  }
  /// Throws `runtime_error` if there is no thread at all.
  void start_threads(unsigned wanted) {
    std::string refusal;
    try {
      for (; unused() < wanted; ++threads_) std::thread([this] { work(); }).detach();
    } catch (const std::system_error& error) {
      refusal = error.what();
    } catch (const std::bad_alloc& error) {
      refusal = error.what();
    }
    if (threads_ == 0) throw no_thread(refusal);
  }
  static runtime_error no_thread(const std::string& refusal) {
    return runtime_error("std::thread", "no_threads",
                         "no thread can be started to run kernels: " + refusal);
  }
  /// Looks for threads for the launch's new seats.
  void offer_seats(job& to) {
    for (const unsigned seats = to.turns.seats(); to.seats_offered < seats; ++to.seats_offered) {
      start_threads(1);
      if (unused() == 0 && to.seats_offered != 0) {
        fail(to, std::make_exception_ptr(no_thread("the blocks of a launch wait for others")));
        to.turns.end(to.seats_taken++, false);
        end_seat(to);
        continue;
      }
      jobs_.push_back(&to);
      wake_.notify_one();
    }
  }
  static void fail(job& its, std::exception_ptr failure) {
    if (!its.failed.exchange(true)) its.failure = std::move(failure);
  }
  void end_seat(job& its) {
    if (++its.seats_over != its.turns.seats()) return;
    its.is_done = true;
    done_.notify_all();
  }
  ///@}

  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return !jobs_.empty(); });
      job& current = *jobs_.front();
      jobs_.pop_front();
      const unsigned seat = current.seats_taken++;
      ++busy_;
      lock.unlock();
      std::exception_ptr failure = run_seat(current, seat);
      lock.lock();
      --busy_;
      if (failure) current.failure = std::move(failure);
      failure = nullptr;
      end_seat(current);
    }
  }

  /// Only the worker whose block is the job's first to fail returns a failure.
  static std::exception_ptr run_seat(job& from, unsigned seat) {
    std::exception_ptr first;
    for (;;) {
      const unsigned nth = from.turns.block_of(seat);
      if (nth == race::block_turns::nobody) return first;
      if (std::exception_ptr failure = run_block(from, seat, nth)) first = std::move(failure);
    }
  }
  /// Runs the n-th block to start on a thread that only knows what came before the launch.
  static std::exception_ptr run_block(job& from, unsigned seat, unsigned nth) {
    std::exception_ptr failure;
    const bool is_kept = nth < from.threads.size();
    const auto run = [its = &from, seat, nth, is_kept,
                      result = &failure](block_scheduler& scheduler) {
      its->turns.begin(seat);
      its->begins.acquire();
      std::exception_ptr thrown;
      if (!its->failed.load(std::memory_order_relaxed)) {
        race::begin_block(its->turns, seat);
        thrown = scheduler.run(its->call, race::nth_to_start(nth, its->call.grid), its->failed);
        turn_watch::set(turn::fresh);
      }
      its->ends.release();
      const race::unseen all;
      if (!is_kept) scheduler.end_fibers();  // next to the next block it would take longer
      its->turns.end(seat, !its->failed.load(std::memory_order_relaxed));
      *result = std::move(thrown);
    };
    try {
      block_threads::run(from.threads, nth, run);
    } catch (...) {  // the system refuses a thread
      if (!from.failed.exchange(true)) failure = std::current_exception();
      from.turns.end(seat, false);
    }
    return failure;
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::deque<job*> jobs_;  // once for each seat without a thread
  block_threads block_threads_;
  unsigned threads_ = 0;
  unsigned busy_ = 0;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
