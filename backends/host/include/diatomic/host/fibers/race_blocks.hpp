// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The order in which blocks and threads start, by a seed, and what a block is for the race check.

#include <sched.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/fibers/position.hpp>

#if DIATOMIC_RACE_CHECK
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <numeric>
#include <utility>

#include <pthread.h>

#include <diatomic/host/race/accesses.hpp>
#include <diatomic/host/race/summary.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// DIATOMIC_RACE_SEED: another order for each number. 0: the usual one.
DIATOMIC_HOST_SHARED inline unsigned seed = 0;
DIATOMIC_HOST_SHARED inline unsigned running_launches = 0;
DIATOMIC_HOST_SHARED inline unsigned blocks_so_far = 0;

/// The i-th of n to start.
DIATOMIC_HOST_UNSEEN inline unsigned nth_to_start(unsigned i, unsigned n) {
  if (seed == 0) return i;
  std::uint64_t hash = seed * 0x9E3779B97F4A7C15u;
  hash ^= hash >> 31;
  auto step = static_cast<unsigned>(hash % n);
  while (std::gcd(step, n) != 1) ++step;
  return static_cast<unsigned>((std::uint64_t{i} * step + (hash >> 33)) % n);
}

/// Before the blocks of a launch.
DIATOMIC_HOST_UNSEEN inline void begin_launch() {
  race::count_launch();
  const unseen own;
  if (__atomic_fetch_add(&running_launches, 1, __ATOMIC_ACQ_REL) == 0) {
    __atomic_fetch_add(&epoch, 1, __ATOMIC_RELAXED);
    race::look_at_reported_words_again();
  }
  if (mark_tags.scope != nullptr) return;
  if (const char* const text = std::getenv("DIATOMIC_RACE_SEED")) {
    seed = static_cast<unsigned>(std::strtoul(text, nullptr, 10));
  }
  mark_tags.size = __tsan_external_register_tag("atomic object");
  __tsan_external_register_header(
      mark_tags.size, "mixed sizes: atomic operations on overlapping objects of different sizes");
  mark_tags.scope = __tsan_external_register_tag("atomic object");
  __tsan_external_register_header(
      mark_tags.scope, "scope too narrow: an atomic operation's scope leaves out the other thread");
}
DIATOMIC_HOST_UNSEEN inline void end_launch(bool failed) {
  race::count_end_of_launch(failed);
  __atomic_fetch_sub(&running_launches, 1, __ATOMIC_ACQ_REL);
}

/// Blocks start one after the other: each has a turn until it ends or waits for the first time. So
/// two accesses of short blocks never coincide, which would hide a race from ThreadSanitizer, and a
/// seed repeats a run. A block that does neither in time, for example in a loop of plain reads, no
/// longer keeps the others from starting.
class DIATOMIC_HOST_SHARED turns_of_blocks {
 public:
  static turns_of_blocks& instance() {
    static turns_of_blocks* const all = new turns_of_blocks;  // never destroyed
    return *all;
  }
  DIATOMIC_HOST_UNSEEN void begin() {
    const unseen own;
    const std::uint64_t turn = __atomic_fetch_add(&next_, 1, __ATOMIC_SEQ_CST);
    this_block.turn = turn;
    this_block.has_turn = true;
    for (int i = 0; i < 100; ++i) {  // the others often wait too
      if (now() >= turn) return;
      sched_yield();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    __atomic_add_fetch(&sleepers_, 1, __ATOMIC_SEQ_CST);
    for (std::uint64_t seen = now(); seen < turn; seen = now()) {
      if (!changed_.wait_for(lock, longest, [&] { return now() != seen; })) advance(seen + 1);
    }
    __atomic_sub_fetch(&sleepers_, 1, __ATOMIC_SEQ_CST);
  }
  DIATOMIC_HOST_UNSEEN void end() {
    if (!std::exchange(this_block.has_turn, false)) return;
    advance(this_block.turn + 1);
    if (__atomic_load_n(&sleepers_, __ATOMIC_SEQ_CST) == 0) return;
    const unseen own;
    const std::lock_guard<std::mutex> lock(mutex_);
    changed_.notify_all();
  }

 private:
  static constexpr std::chrono::milliseconds longest{200};

  DIATOMIC_HOST_UNSEEN std::uint64_t now() const {
    return __atomic_load_n(&now_, __ATOMIC_SEQ_CST);
  }
  DIATOMIC_HOST_UNSEEN void advance(std::uint64_t to) {
    std::uint64_t seen = now();
    while (seen < to && !__atomic_compare_exchange_n(&now_, &seen, to, false, __ATOMIC_SEQ_CST,
                                                     __ATOMIC_SEQ_CST)) {
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  std::uint64_t now_ = 0;
  unsigned sleepers_ = 0;
};

/// On the OS thread of a block, before it runs.
DIATOMIC_HOST_UNSEEN inline void begin_block() {
  this_block.number = __atomic_add_fetch(&blocks_so_far, 1, __ATOMIC_RELAXED);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);  // includes thread-local variables
  this_block.stack = {lowest, static_cast<unsigned char*>(lowest) + size};
  pthread_attr_destroy(&attributes);
}

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// On a fiber: the number of the thread that it becomes, as the `next` one of a block of n.
#if DIATOMIC_RACE_CHECK
DIATOMIC_HOST_UNSEEN inline unsigned begin_thread(unsigned next, unsigned n) {
  const unsigned thread = race::nth_to_start(next, n);
  race::current->begin(race::this_block.number, thread / 32);
  char name[64];
  std::snprintf(name, sizeof name, "block %u, thread %u", here.block, thread);
  __tsan_set_fiber_name(__tsan_get_current_fiber(), name);
  return thread;
}
inline void let_other_blocks_run() {
  race::turns_of_blocks::instance().end();
  sched_yield();
}
#else
DIATOMIC_FUNCTION unsigned begin_thread(unsigned next, unsigned) { return next; }
inline void let_other_blocks_run() { sched_yield(); }
#endif

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
