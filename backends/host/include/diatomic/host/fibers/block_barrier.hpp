// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The barrier of a block, and errors of blocks that cannot continue.

#if !defined(__cpp_exceptions)
#error "diatomic: kernels on the CPU need exceptions: compile without -fno-exceptions"
#endif

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <string>

#include <diatomic/host/fibers/kernel_fiber.hpp>
#include <diatomic/host/fibers/race_blocks.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// DIATOMIC_STRICT_BARRIERS, unless empty or 0: a barrier is an error if a thread of the block has
/// ended. Else those that have ended do not take part, as on NVIDIA's chips from Volta on.
DIATOMIC_HOST_SHARED inline bool strict_barriers = [] {
  const char* const text = std::getenv("DIATOMIC_STRICT_BARRIERS");
  return text != nullptr && *text != 0 && std::string(text) != "0";
}();

/// Thrown to unwind threads whose wait, at a barrier or for an object to change, cannot end. Not a
/// `std::exception`, so that kernels do not catch it by accident.
struct block_abandoned {};

inline std::exception_ptr barrier_not_reached(unsigned block, std::size_t waiting,
                                              unsigned threads) noexcept {
  try {
    throw runtime_error("sync_block", "barrier_not_reached",
                        "barrier not reached by all threads of the block: in block " +
                            std::to_string(block) + " " + std::to_string(waiting) + " of " +
                            std::to_string(threads) + " threads wait, the others have returned");
  } catch (...) {  // this error, or bad_alloc for its text
    return std::current_exception();
  }
}

/// Counts arrivals, wherever in the kernel they are. Members that a block's threads change are
/// atomic.
class block_barrier {
 public:
  /// On the pool thread: a block begins.
  void begin() {
    for (round& each : rounds_) each.reset();
  }
  /// On the pool thread: it opens for the threads that wait.
  void open(std::size_t waiting) {
    all_have_fenced_.store(now().fenced.load(std::memory_order_relaxed) == waiting,
                           std::memory_order_relaxed);
    // Arrivals at the next barrier must not order threads that come from this one.
    const unsigned next = phase_.load(std::memory_order_relaxed) ^ 1u;
    phase_.store(next, std::memory_order_relaxed);
    rounds_[next].reset();  // all have read the previous barrier's votes
  }

  /// On a fiber, next to `pass`: returns the number of the round.
  unsigned arrive() {
    const unsigned phase = phase_.load(std::memory_order_relaxed);
    add(rounds_[phase].fenced, block_barrier::has_fenced());
    rounds_[phase].order.release();
    return phase;
  }
  void pass(unsigned phase) {
    rounds_[phase].order.acquire();
    if (all_have_fenced_.load(std::memory_order_relaxed)) block_barrier::fence_again();
  }
  /// On a fiber, before it arrives.
  std::atomic<unsigned>& vote(bool vote) {
    std::atomic<unsigned>& votes = now().votes;
    add(votes, vote);
    return votes;
  }

 private:
  struct round {
    std::atomic<unsigned> votes{0};
    std::atomic<unsigned> fenced{0};  // threads
    ordering_point order;
    void reset() {
      votes.store(0, std::memory_order_relaxed);
      fenced.store(0, std::memory_order_relaxed);
    }
  };
  static void add(std::atomic<unsigned>& to, bool one) {
    if (one) to.store(to.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  round& now() { return rounds_[phase_.load(std::memory_order_relaxed)]; }

#if DIATOMIC_RACE_CHECK
  DIATOMIC_HOST_UNSEEN static bool has_fenced() {
    return std::exchange(race::current->has_fenced, false) && race::fences_pass_barriers;
  }
  DIATOMIC_HOST_UNSEEN static void fence_again() { race::current->released[1].fence(); }
#else
  static bool has_fenced() { return false; }
  static void fence_again() {}
#endif

  std::array<round, 2> rounds_;
  std::atomic<unsigned> phase_{0};
  std::atomic<bool> all_have_fenced_{false};
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
