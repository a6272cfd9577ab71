// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's warp functions between fibers, for code that relies on warps of 32 threads.
///
/// The host's own warps have one lane; only `diatomic::cuda_names` uses this header. A thread that
/// calls a warp function stores its value in its seat and lets the others run until all lanes of
/// its mask have arrived; the last lane computes all results.

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include <diatomic/host/fibers/kernel_fiber.hpp>
#include <diatomic/host/pause.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// The warps of a pool thread's current block. Members that the block's threads change are atomic.
class warp_rendezvous {
 public:
  static constexpr unsigned lanes = 32;
  /// Requests instead of a lane number. `matches`: the lanes with the caller's value. The others
  /// have the same result for all lanes. `votes`: the lanes with a nonzero value. `agreement`: all
  /// lanes if their values are equal, else none. `reduction`: the combination of all values.
  static constexpr unsigned matches = lanes;
  static constexpr unsigned votes = lanes + 1;
  static constexpr unsigned agreement = lanes + 2;
  static constexpr unsigned reduction = lanes + 3;
  /// A commutative combination of two values.
  using combination = std::uint64_t (*)(std::uint64_t, std::uint64_t);
  /// The result of reading a lane outside the mask, on which no program may rely.
  static constexpr std::uint32_t of_nobody = 0xcdcdcdcd;

  /// On the pool thread: a block of `threads` begins.
  void begin(unsigned threads) {
    const unsigned count = (threads + lanes - 1) / lanes;
    if (warps_.size() < count) warps_ = std::vector<warp>(count);
    for (unsigned i = 0; i < count; ++i) {
      const unsigned present = threads - i * lanes;
      warps_[i].absent.store(present < lanes ? ~0u << present : 0u, std::memory_order_relaxed);
      warps_[i].at_barrier.store(0, std::memory_order_relaxed);
      warps_[i].waiting.store(0, std::memory_order_relaxed);
    }
  }

  /// On a fiber: the thread has ended, so no meeting waits for it any longer.
  void end_thread(unsigned thread) {
    warp& its = warps_[thread / lanes];
    put(its.absent, get(its.absent) | bit(thread));
    for (unsigned lane = 0; lane < lanes && get(its.waiting) != 0; ++lane) {
      if ((get(its.waiting) >> lane & 1) != 0) answer_all(its, get(its.seats[lane].mask));
    }
  }

  /// On a fiber: the thread waits at the block's barrier and cannot join a meeting.
  void enter_barrier(unsigned thread) {
    warp& its = warps_[thread / lanes];
    put(its.at_barrier, get(its.at_barrier) | bit(thread));
  }
  /// On the pool thread: the barrier opens for all.
  void open_barrier() {
    for (warp& each : warps_) put(each.at_barrier, 0u);
  }

  /// On a fiber: waits for the lanes of the mask that have not ended. Returns the value of lane
  /// `from`, or the result of the request `from`. Throws `runtime_error` if the mask lacks the
  /// caller's lane or has a lane that cannot arrive.
  std::uint64_t meet(unsigned thread, std::uint32_t mask, std::uint64_t value, unsigned from,
                     combination combine = nullptr) {
    warp& its = warps_[thread / lanes];
    if ((mask & bit(thread)) == 0) {
      throw runtime_error("warp function", "lane_not_in_mask",
                          "the mask of a warp function must include the calling thread's lane");
    }
    seat& own = its.seats[thread % lanes];
    put(own.mask, mask);
    put(own.value, value);
    put(own.from, from);
    put(own.combine, combine);
    put(its.waiting, get(its.waiting) | bit(thread));
    answer_all(its, mask);
    while ((get(its.waiting) & bit(thread)) != 0) {
      if ((get(its.at_barrier) & mask) != 0) {
        throw runtime_error("warp function", "warp_function_not_reached",
                            "a warp function is not reached by all lanes of its mask: others wait "
                            "at the block's barrier");
      }
      give_way();
    }
    return get(own.answer);
  }

  /// `meet` only for its order: all lanes see the accesses of all before the call.
  void sync(unsigned thread, std::uint32_t mask) {
    ordering_point& order = warps_[thread / lanes].order;
    order.release();
    meet(thread, mask, 0, votes);
    order.acquire();
  }

 private:
  using word = std::atomic<std::uint32_t>;
  struct seat {
    word mask{0};
    word from{0};
    std::atomic<std::uint64_t> value{0};
    std::atomic<combination> combine{nullptr};
    std::atomic<std::uint64_t> answer{0};
  };
  struct warp {
    std::array<seat, lanes> seats;
    word absent{0};
    word at_barrier{0};
    word waiting{0};
    ordering_point order;
  };

  static std::uint32_t bit(unsigned thread) { return 1u << thread % lanes; }
  template <class T>
  static T get(const std::atomic<T>& from) {
    return from.load(std::memory_order_relaxed);
  }
  template <class T>
  static void put(std::atomic<T>& to, T value) {
    to.store(value, std::memory_order_relaxed);
  }

  /// Ends the meeting of the mask's lanes if all have arrived.
  static void answer_all(warp& its, std::uint32_t mask) {
    const std::uint32_t wanted = mask & ~get(its.absent);
    if ((wanted & ~get(its.waiting)) != 0) return;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if ((wanted >> lane & 1) != 0 && get(its.seats[lane].mask) != mask) return;
    }
    std::uint64_t answer = 0;
    unsigned answered = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if ((wanted >> lane & 1) == 0) continue;
      const unsigned from = get(its.seats[lane].from);
      if (from < votes || from != answered) answer = answer_of(its, lane, wanted);
      answered = from;
      put(its.seats[lane].answer, answer);
    }
    put(its.waiting, get(its.waiting) & ~wanted);
  }

  /// The result of the lane's request over the `present` lanes.
  static std::uint64_t answer_of(const warp& its, unsigned lane, std::uint32_t present) {
    const seat& own = its.seats[lane];
    const unsigned from = get(own.from);
    if (from < lanes) return (present >> from & 1) != 0 ? get(its.seats[from].value) : of_nobody;
    const std::uint64_t own_value = get(own.value);
    std::uint64_t combined = own_value;
    std::uint32_t chosen = 0;
    for (unsigned seen = 0; seen < lanes; ++seen) {
      if ((present >> seen & 1) == 0) continue;
      const std::uint64_t value = get(its.seats[seen].value);
      if (from == reduction && seen != lane) combined = get(own.combine)(combined, value);
      if (from == votes ? value != 0 : value == own_value) chosen |= 1u << seen;
    }
    if (from == reduction) return combined;
    return from != agreement || chosen == present ? chosen : 0;
  }

  std::vector<warp> warps_;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
