// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How the threads of one world meet, and learn that one of them has failed.

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::engines::peer {
inline namespace DIATOMIC_RUNTIME_NS {

/// The names of the errors of those that wait for another one.
///@{
inline constexpr const char* pe_failed = "pe_failed";
inline constexpr const char* pe_left = "pe_left";
///@}

/// What the threads of one world share.
class group {
 public:
  explicit group(int pes) : slots_(static_cast<std::size_t>(pes)), pes_(pes) {}
  ~group() {
    for (void* memory : left_behind_) detail::driver::release(memory);
  }
  group(const group&) = delete;
  group& operator=(const group&) = delete;

  int pes() const { return pes_; }

  /// Ends when all threads have come; throws if one of them has failed.
  void barrier() {
    std::unique_lock<std::mutex> lock(mutex_);
    check();
    const unsigned round = round_;
    if (++arrived_ == pes_) {
      arrived_ = 0;
      ++round_;
      all_came_.notify_all();
      return;
    }
    all_came_.wait(lock, [&] { return round_ != round || failed_ || left_; });
    if (round_ == round) check();
  }

  /// The values of all threads, by their numbers.
  std::vector<std::vector<unsigned char>> gather(int pe, const void* value, std::size_t bytes) {
    auto& slot = slots_[static_cast<std::size_t>(pe)];
    const auto* from = static_cast<const unsigned char*>(value);
    slot.assign(from, from + bytes);
    barrier();
    const auto all = slots_;
    barrier();  // before the next value is written
    return all;
  }

  /// A thread will not come any more: those that wait for it throw.
  void fail() {
    const std::lock_guard<std::mutex> lock(mutex_);
    failed_ = true;
    all_came_.notify_all();
  }
  /// Keeps memory, which others may still use after a failure, until all threads have ended.
  void leave_behind(void* memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    left_behind_.push_back(memory);
  }
  /// The same as `fail` of a thread that has done what it had to do.
  void leave() {
    const std::lock_guard<std::mutex> lock(mutex_);
    left_ = true;
    all_came_.notify_all();
  }

 private:
  void check() const {
    if (failed_) throw runtime_error("world", pe_failed, "another processing element has failed");
    if (left_) throw runtime_error("world", pe_left, "another processing element has left");
  }

  std::mutex mutex_;
  std::condition_variable all_came_;
  std::vector<std::vector<unsigned char>> slots_;
  std::vector<void*> left_behind_;
  int pes_;
  int arrived_ = 0;
  unsigned round_ = 0;
  bool failed_ = false;
  bool left_ = false;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::engines::peer
