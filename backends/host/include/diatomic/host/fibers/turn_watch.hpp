// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// When the turn of a kernel's thread ends that polls without a pause: of what another thread of
/// its block does, who cannot run meanwhile.

#include <atomic>
#include <cstdint>

#include <diatomic/host/warp.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Why a turn ends: it was long, or it only polled.
enum class turn_end : unsigned char { none, time, polls };

/// The turns of the threads of one block.
///
/// The thread that waits for the launch says every 2 ms that turns are over, whatever the kernel
/// does, so a loop of any form ends. The turns that follow are watched: one that does nothing but
/// return to one object or two ends after 16 calls. After 4,096 calls on other objects they are
/// watched no more, so a kernel that only computes pays for few. Atomic is what a block's fibers
/// change in turn.
class turn_watch {
 public:
  /// What the next operation of this thread of the system finds.
  static void set(turn now) {
    __atomic_store_n(&turn_now, static_cast<std::uint8_t>(now), __ATOMIC_RELAXED);
  }

  /// Whether the turn ends before an operation on `p`, and why. Not called in fresh turns.
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
        set(turn::fresh);
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
