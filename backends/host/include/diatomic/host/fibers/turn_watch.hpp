// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Ends the turn of a kernel thread that polls without a pause, perhaps for another thread of its
/// block, which cannot run meanwhile.

#include <atomic>
#include <cstdint>

#include <diatomic/host/pause.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// The reason why a turn ends: it was long, or it only polled.
enum class turn_end : unsigned char { none, time, polls };

/// The turns of the threads of one block.
///
/// The thread that waits for the launch ends turns every 2 ms, whatever the kernel does, so a loop
/// of any form gives way. The following turns are watched: a turn that only accesses the same one
/// or two objects ends after 16 calls. After 4,096 calls on other objects turns are no longer
/// watched, so a kernel that only computes pays little. Members that a block's fibers change are
/// atomic.
///
/// For the race check nothing depends on time: all turns are watched, and each ends after 4,096
/// calls.
class turn_watch {
 public:
  /// On the pool thread: a block begins.
  void begin() {
    set(of_new_blocks);
    for (std::atomic<const void*>& each : polled_) each.store(nullptr, std::memory_order_relaxed);
    put(calls_, 0);
    put(polls_, 0);
  }
  /// Sets the turn's state for the next operation of this OS thread.
  static void set(turn now) { set_turn(turn_now, now); }

  /// Whether and why the turn ends before an operation on `p`. Not called in fresh turns.
  turn_end end_before(const void* p) {
    if (is_over()) {
      set(turn::watched);
      put(calls_, 0);
      put(polls_, 0);
      return turn_end::time;
    }
    if (polled_[0].load(std::memory_order_relaxed) != p &&
        polled_[1].load(std::memory_order_relaxed) != p) {
      polled_[1].store(polled_[0].load(std::memory_order_relaxed), std::memory_order_relaxed);
      polled_[0].store(p, std::memory_order_relaxed);
      put(polls_, 0);
      if (put(calls_, calls_.load(std::memory_order_relaxed) + 1) == calls_of_work) {
#if DIATOMIC_RACE_CHECK
        put(calls_, 0);
        return turn_end::time;
#else
        set(turn::fresh);
#endif
      }
      return turn_end::none;
    }
    if (put(polls_, polls_.load(std::memory_order_relaxed) + 1) < polls_of_a_turn) {
      return turn_end::none;
    }
    put(polls_, 0);
    return turn_end::polls;
  }

 private:
#if DIATOMIC_RACE_CHECK
  static constexpr turn of_new_blocks = turn::watched;
#else
  static constexpr turn of_new_blocks = turn::fresh;
#endif
  static constexpr unsigned polls_of_a_turn = 16;
  static constexpr unsigned calls_of_work = 4096;

  static bool is_over() {
    return __atomic_load_n(&turn_now, __ATOMIC_RELAXED) == static_cast<std::uint8_t>(turn::over);
  }
  static unsigned put(std::atomic<unsigned>& to, unsigned value) {
    to.store(value, std::memory_order_relaxed);
    return value;
  }

  std::atomic<const void*> polled_[2] = {nullptr, nullptr};
  std::atomic<unsigned> polls_{0};
  std::atomic<unsigned> calls_{0};
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
