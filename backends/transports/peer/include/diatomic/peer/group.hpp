// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The rendezvous of the threads of one world, and the report that one of them has failed or left.

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <diatomic/peer/segment.hpp>
#include <diatomic/remote/detail/collective_call.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::transports::peer {
inline namespace DIATOMIC_RUNTIME_NS {

using detail::collective_call;

/// The state that the threads of one world share.
class group {
 public:
  /// The number of groups, and so of worlds, in this process.
  static std::atomic<int>& all() {
    static std::atomic<int> count{0};
    return count;
  }
  explicit group(int pes)
      : pes_(pes), entries_{entries(count()), entries(count())}, is_gone_(count()) {
    ++all();
  }
  ~group() {
    --all();
    for (void* memory : left_behind_) detail::runtime_api::release(memory);
  }
  group(const group&) = delete;
  group& operator=(const group&) = delete;

  int pes() const { return pes_; }

  /// The status that kernels and host code poll. The first caller allocates it on its device.
  const world_status* status() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (status_ == nullptr) {
      status_.reset(new (detail::runtime_api::allocate_pinned(sizeof(world_status))) world_status);
      publish();
    }
    return status_.get();
  }

  /// Waits for all threads and returns their values in the order of their numbers. Throws if a
  /// thread has failed or left, or if the calls differ; in that case the world is broken.
  std::vector<unsigned char> meet(int pe, const collective_call& call, const void* value = nullptr,
                                  std::size_t bytes = 0) {
    check();
    // Two sets of entries: fast threads can enter the next meeting while slow ones still read.
    const unsigned round = round_.load(std::memory_order_relaxed);
    entries& all = entries_[round % 2];
    entry& own = all[static_cast<std::size_t>(pe)];
    own.call = call;
    const auto* from = static_cast<const unsigned char*>(value);
    own.value.assign(from, from + bytes);
    arrive_and_wait(round);
    compare_calls(pe, all);
    std::vector<unsigned char> values;
    values.reserve(bytes * count());
    for (const entry& e : all) values.insert(values.end(), e.value.begin(), e.value.end());
    return values;
  }

  /// The thread has left its world: current and later meetings end with an error.
  void leave(int pe) {
    const std::lock_guard<std::mutex> lock(mutex_);
    leave_locked(pe);
  }
  /// As `leave`, in a handler: the exception being handled has left the thread's world.
  void fail(int pe) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::string what;
    try {
      throw;
    } catch (const runtime_error& error) {
      if (error.name() == detail::pe_failed || error.name() == detail::pe_left) {
        if (consequence_ == nullptr) consequence_ = std::current_exception();
        return leave_locked(pe);
      }
      what = std::string(": ") + error.what();
    } catch (const std::exception& error) {
      what = std::string(": ") + error.what();
    } catch (...) {  // has no text
    }
    if (cause_ == nullptr) cause_ = std::current_exception();
    if (is_gone_[static_cast<std::size_t>(pe)]) return;
    is_gone_[static_cast<std::size_t>(pe)] = true;
    break_world(
        {"world", detail::pe_failed,
         "processing element " + std::to_string(pe) + " left its world by an exception" + what});
  }
  /// Throws the first exception of a failed thread. Errors about another thread's failure or exit
  /// come last.
  void rethrow() const {
    if (cause_ != nullptr) std::rethrow_exception(cause_);
    if (consequence_ != nullptr) std::rethrow_exception(consequence_);
  }

  /// Keeps memory that other threads may still use after a failure until all threads have ended.
  void leave_behind(void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    left_behind_.push_back(memory);
  }

 private:
  struct entry {
    collective_call call;
    std::vector<unsigned char> value;
  };
  using entries = std::vector<entry>;
  struct pinned_end {
    void operator()(world_status* memory) const { detail::runtime_api::release_pinned(memory); }
  };

  std::size_t count() const { return static_cast<std::size_t>(pes_); }

  void arrive_and_wait(unsigned round) {
    if (arrived_.fetch_add(1) + 1 == pes_) {
      arrived_.store(0);
      round_.store(round + 1);
      if (sleepers_.load() == 0) return;
      // The lock orders this call after a thread that is about to sleep.
      {
        const std::lock_guard<std::mutex> lock(mutex_);
      }
      changed_.notify_all();
      return;
    }
    wait([&] { return round_.load() != round || gone_.load() != 0; });
    if (round_.load() == round) check();
  }
  /// Polls first, because waking a thread takes longer than most meetings.
  template <class Done>
  void wait(Done is_done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
    do {
      if (is_done()) return;
      std::this_thread::yield();
    } while (std::chrono::steady_clock::now() < end);
    std::unique_lock<std::mutex> lock(mutex_);
    ++sleepers_;
    changed_.wait(lock, is_done);
    --sleepers_;
  }

  void check() {
    if (gone_.load() == 0) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    throw errors_.back();
  }
  void compare_calls(int pe, const entries& all) {
    const collective_call& own = all[static_cast<std::size_t>(pe)].call;
    bool are_alike = true;
    for (const entry& e : all) are_alike = are_alike && e.call == own;
    if (are_alike) return;
    std::vector<collective_call> calls;
    for (const entry& e : all) calls.push_back(e.call);
    const runtime_error error = detail::mismatch(calls, pe).front();
    const std::lock_guard<std::mutex> lock(mutex_);
    break_world(error);
    throw error;
  }

  // The caller of these functions holds the mutex.
  void leave_locked(int pe) {
    if (is_gone_[static_cast<std::size_t>(pe)]) return;
    is_gone_[static_cast<std::size_t>(pe)] = true;
    if (gone_.load() == 0) {
      errors_.emplace_back("world", detail::pe_left,
                           "processing element " + std::to_string(pe) + " has left its world");
    }
    end_meetings(gone_.load() + 1);
  }
  /// All later calls throw the first failure's error.
  void break_world(const runtime_error& error) {
    if ((gone_.load() & world_status::failed) != 0) return;
    errors_.push_back(error);
    end_meetings(gone_.load() | world_status::failed);
  }
  void end_meetings(unsigned gone) {
    gone_.store(gone);
    if (status_ != nullptr) publish();
    changed_.notify_all();
  }
  void publish() {
    store(&status_->error, errors_.empty() ? nullptr : &errors_.back(), relaxed, system_scope);
    store(&status_->gone, gone_.load(), release, system_scope);
  }

  int pes_;
  std::array<entries, 2> entries_;  // for even and odd rounds
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> round_{0};
  std::atomic<int> sleepers_{0};
  std::atomic<unsigned> gone_{0};  // as `world_status::gone`

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<bool> is_gone_;
  std::deque<runtime_error> errors_;  // stable addresses; the last error is current
  std::unique_ptr<world_status, pinned_end> status_;
  std::vector<void*> left_behind_;
  std::exception_ptr cause_;
  std::exception_ptr consequence_;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::peer
