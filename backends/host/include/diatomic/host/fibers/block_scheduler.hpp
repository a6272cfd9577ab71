// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Runs the threads of a block on one pool thread: one after the other, except at barriers and when
/// a thread waits for another.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <diatomic/host/fibers/block_barrier.hpp>
#include <diatomic/host/fibers/block_memory.hpp>
#include <diatomic/host/fibers/kernel_fiber.hpp>
#include <diatomic/host/fibers/race_blocks.hpp>
#include <diatomic/host/fibers/turn_watch.hpp>
#include <diatomic/host/fibers/warp_rendezvous.hpp>
#include <diatomic/host/pause.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Schedules the threads of one block at a time.
///
/// A fiber runs thread after thread until a thread suspends, at the barrier or in a pause. Only
/// then does the next fiber take over, so a kernel that never waits needs one fiber. Pausing
/// threads run round-robin until each has ended or is at the barrier. Then the barrier opens, or,
/// if it can never open, the waiting threads are unwound. Once a thread of the launch has failed,
/// pausing threads are unwound too.
class block_scheduler {
 public:
  /// False under ThreadSanitizer, so that it sees each kernel thread as a separate thread.
  static constexpr bool threads_share_fibers = DIATOMIC_HOST_THREAD_SANITIZER == 0;

  /// On the pool thread: runs one block. If one of its threads is the first of the launch to fail,
  /// returns that thread's exception. A lack of system resources counts as a failure too.
  ///
  /// The first failure sets `launch_failed`, and pausing threads check it.
  std::exception_ptr run(const kernel_call& call, unsigned block,
                         std::atomic<bool>& launch_failed) {
    launch_failed_ = &launch_failed;
    abandoned_.store(false, std::memory_order_relaxed);
    try {
      prepare(call, block);
    } catch (...) {  // no memory for the block
      fail(std::current_exception());
      return std::exchange(failure_, nullptr);
    }
    start_threads();
    std::size_t waiting = let_threads_pause();
    while (waiting != 0 && !abandoned() && (waiting == call.block || !strict_barriers)) {
      barrier_.open(waiting);
      rendezvous_.open_barrier();
      order_.open_barrier();
      resume_those_at(stop::barrier);
      waiting = let_threads_pause();
    }
    if (waiting != 0) abandon(waiting);
    end_.acquire();
    return std::exchange(failure_, nullptr);
  }

  /// On the pool thread, between blocks. Its accesses must not count.
  void end_fibers() { fibers_.clear(); }

  /// On a fiber: the barrier.
  void sync() {
    if (call_->block == 1) return;
    if (abandoned()) throw block_abandoned{};
    const unsigned phase = barrier_.arrive();
    rendezvous_.enter_barrier(here.thread.load(std::memory_order_relaxed));
    suspend(stop::barrier);
    barrier_.pass(phase);
    if (abandoned()) throw block_abandoned{};
  }

  /// On a fiber: the barrier; returns the number of its threads whose `vote` is true.
  unsigned sync_and_count(bool vote) {
    if (call_->block == 1) return vote ? 1 : 0;
    const std::atomic<unsigned>& votes = barrier_.vote(vote);
    sync();
    return votes.load(std::memory_order_relaxed);
  }

  /// On a fiber, before an operation on `p`: ends a long turn. Does not order memory. Once a thread
  /// of the launch has failed, unwinds this thread if it polls or has had too many long turns.
  /// Until then a thread with long turns may be computing, in a destructor that must not throw.
  void look_at_turn(const void* p) {
    const turn_end why = turns_.end_before(p);
    if (why == turn_end::none) return;
    const bool is_long = why == turn_end::time;
    const unsigned before = put_off_.load(std::memory_order_relaxed);
    if (is_long && has_failed()) put_off_.store(before + 1, std::memory_order_relaxed);
    if (std::uncaught_exceptions() != 0 || (is_long && before < long_turns_after_failure)) {
      suspend(stop::pause);
    } else {
      pause();
    }
  }

  /// On a fiber, before an operation, if the race check has chosen it. Does not order memory.
  void be_preempted() {
    order_.preempt();
    suspend(stop::pause);
  }

  /// On a fiber: calls `f()` on the pool thread's own stack, which is large enough for other
  /// libraries, and rethrows its exception. Orders memory on both sides. While `f` waits, other OS
  /// threads run but no other fibers.
  template <class F>
  void call_on_thread(const F& f) {
    if (is_on_thread()) return static_cast<void>(f());
    std::exception_ptr thrown;
    std::function<void()> guarded = [&] {
      try {
        f();
      } catch (...) {
        thrown = std::current_exception();
      }
    };
    stack_call_.store(&guarded, std::memory_order_relaxed);
    call_begins_.release();
    suspend(stop::call_on_thread_stack);
    call_ends_.acquire();
    if (thrown != nullptr) std::rethrow_exception(thrown);
  }

  /// The block's warps of 32 threads.
  warp_rendezvous& rendezvous() { return rendezvous_; }

  /// On a fiber: lets other threads of this and of other blocks run. Does not order memory.
  void pause() {
    suspend(stop::pause);
    if (has_failed()) {
      abandoned_.store(true, std::memory_order_relaxed);
    }
    if (abandoned()) throw block_abandoned{};
  }

 private:
  /// Limit of long turns, each at least 2 ms, after a failure.
  static constexpr unsigned long_turns_after_failure = 1000;
  /// Where a fiber suspended.
  enum class stop : unsigned char { end, barrier, pause, call_on_thread_stack };

  void prepare(const kernel_call& call, unsigned block) {
    rendezvous_.begin(call.block);
    host::set_block(block, call.block_shape, call.grid_shape);
    here.block_size = call.block;
    here.grid_size = call.grid;
    here.shared = shared_.fresh(call.shared_bytes);
    here.scheduler = this;
    here.call = &call;
    host::give_way = [] { here.scheduler->pause(); };
    host::look_at_turn = [](const void* p) { here.scheduler->look_at_turn(p); };
    turns_.begin();
    call_ = &call;
    put_off_.store(0, std::memory_order_relaxed);
    next_.store(0, std::memory_order_relaxed);
    barrier_.begin();
    order_.begin(block, call.block, [] { here.scheduler->be_preempted(); });
    start_.release();
  }

  /// Runs every thread to its end, to the barrier or to its first pause.
  void start_threads() {
    stops_.clear();
    while (next_.load(std::memory_order_relaxed) != call_->block && !abandoned()) {
      try {
        const std::size_t i = stops_.size();
        if (i == fibers_.size()) fibers_.emplace_back();
        if (!fibers_[i]) fibers_[i] = std::make_unique<kernel_fiber>(stacks_, [this] { work(); });
        stops_.push_back(stop::end);
      } catch (...) {  // no memory for another stack
        fail(std::current_exception());
        break;
      }
      resume(stops_.size() - 1);
      if (!order_.is_round_due(stops_.back() == stop::pause)) continue;
      resume_those_at(stop::pause);
    }
  }

  /// Runs the pausing threads round-robin until each has ended or is at the barrier. Returns the
  /// number of threads at the barrier.
  std::size_t let_threads_pause() {
    while (number_at(stop::pause) != 0) {
      let_other_blocks_run(order_.waits());  // They may wait for a thread in another block.
      resume_those_at(stop::pause);
    }
    return number_at(stop::barrier);
  }

  std::size_t number_at(stop where) const {
    return static_cast<std::size_t>(std::count(stops_.begin(), stops_.end(), where));
  }
  void resume_those_at(stop where) {
    going_on_.clear();
    for (std::size_t i = 0; i < stops_.size(); ++i) {
      if (stops_[i] == where) going_on_.push_back(i);
    }
    order_.next_round();
    for (std::size_t i = 0; i < going_on_.size(); ++i) {
      resume(going_on_[order_.nth_to_go_on(i, going_on_.size())]);
    }
  }
  void resume(std::size_t i) {
    for (;;) {
      running_.store(fibers_[i].get(), std::memory_order_relaxed);
      const bool suspended = fibers_[i]->resume();
      stops_[i] = suspended ? stop_.load(std::memory_order_relaxed) : stop::end;
      if (stops_[i] != stop::call_on_thread_stack) return order_.end_turn();
      running_.store(nullptr, std::memory_order_relaxed);
      call_begins_.acquire();
      (*stack_call_.load(std::memory_order_relaxed))();
      call_ends_.release();
    }
  }

  /// On a fiber: switches to the pool thread and returns when resumed.
  void suspend(stop where) {
    if (where == stop::pause && is_on_thread()) return let_other_blocks_run();
    const unsigned thread = here.thread.load(std::memory_order_relaxed);
    stop_.store(where, std::memory_order_relaxed);
    running_.load(std::memory_order_relaxed)->suspend();
    host::set_thread(thread);
  }

  /// Unwinds the threads that wait at a barrier that the others will not reach.
  void abandon(std::size_t waiting) {
    if (!abandoned()) fail(barrier_not_reached(here.block, waiting, call_->block));
    resume_those_at(stop::barrier);
    let_threads_pause();
  }

  /// On a fiber: makes the block's next thread current. False if no thread is left.
  bool next_thread() {
    const unsigned next = next_.load(std::memory_order_relaxed);
    if (next == call_->block || abandoned()) return false;
    next_.store(next + 1, std::memory_order_relaxed);
    host::set_thread(begin_thread(next, call_->block));
    return true;
  }

  /// The job of a fiber.
  void work() noexcept {
    start_.acquire();
    try {
      while (next_thread()) {
        call_->run_thread(call_->bound);
        rendezvous_.end_thread(here.thread.load(std::memory_order_relaxed));
        if (!threads_share_fibers) break;
      }
    } catch (...) {  // `fail` ignores `block_abandoned`: the failure is known
      fail(std::current_exception());
    }
    end_.release();
  }

  /// Ends the block. Keeps the launch's first failure for the launch's caller.
  void fail(std::exception_ptr failure) {
    if (abandoned()) return;
    abandoned_.store(true, std::memory_order_relaxed);
    if (!launch_failed_->exchange(true, std::memory_order_relaxed)) failure_ = std::move(failure);
  }
  bool is_on_thread() const { return running_.load(std::memory_order_relaxed) == nullptr; }
  bool has_failed() const { return launch_failed_->load(std::memory_order_relaxed); }
  bool abandoned() const { return abandoned_.load(std::memory_order_relaxed); }

  warp_rendezvous rendezvous_;
  stack_source stacks_;
  std::vector<std::unique_ptr<kernel_fiber>> fibers_;
  std::vector<stop> stops_;  // of the fibers with threads of this block
  std::vector<std::size_t> going_on_;
  block_memory shared_;
  const kernel_call* call_ = nullptr;
  std::atomic<bool>* launch_failed_ = nullptr;
  std::exception_ptr failure_;
  // State that the fibers of a block change, one at a time.
  std::atomic<unsigned> next_{0};
  block_barrier barrier_;
  std::atomic<bool> abandoned_{false};
  std::atomic<stop> stop_{stop::end};
  std::atomic<kernel_fiber*> running_{nullptr};
  turn_watch turns_;
  order_of_threads order_;
  std::atomic<unsigned> put_off_{0};  // long turns since a thread of the launch failed
  std::atomic<std::function<void()>*> stack_call_{nullptr};  // a fiber's call for the pool thread
  ordering_point start_, end_, call_begins_, call_ends_;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
