// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a launch, a block and a thread are for the race check.

#include <sched.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/fibers/position.hpp>

#if DIATOMIC_RACE_CHECK
#include <cstdio>
#include <cstdlib>
#include <string>

#include <pthread.h>

#include <diatomic/host/fibers/race_seed.hpp>
#include <diatomic/host/fibers/race_turns.hpp>
#include <diatomic/host/pause.hpp>
#include <diatomic/host/race/accesses.hpp>
#include <diatomic/host/race/summary.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

DIATOMIC_HOST_SHARED inline unsigned running_launches = 0;
DIATOMIC_HOST_SHARED inline unsigned launches_so_far = 0;
DIATOMIC_HOST_SHARED inline unsigned blocks_so_far = 0;
/// Of the launch whose block runs on this OS thread.
DIATOMIC_HOST_SHARED inline thread_local block_turns* turns = nullptr;
/// DIATOMIC_RACE_MODEL=barrier_fences: if all threads of a block fence before a barrier, a store of
/// any of them after it publishes what all have done, as on NVIDIA's chips. PTX's model does not
/// promise it.
DIATOMIC_HOST_SHARED inline bool fences_pass_barriers = false;

/// Reads the settings of the program. Throws `runtime_error` if it knows no such model.
DIATOMIC_HOST_UNSEEN inline void read_settings() {
  if (const char* const text = std::getenv("DIATOMIC_RACE_SEED")) {
    seed = static_cast<unsigned>(std::strtoul(text, nullptr, 10));
  }
  const char* const text = std::getenv("DIATOMIC_RACE_MODEL");
  const std::string model = text != nullptr && *text != 0 ? text : "ptx";
  if (model != "ptx" && model != "barrier_fences") {
    throw runtime_error("launch", "invalid_configuration",
                        "DIATOMIC_RACE_MODEL is ptx or barrier_fences, not " + model);
  }
  fences_pass_barriers = model == "barrier_fences";
}

/// Before the blocks of a launch. Returns its number.
DIATOMIC_HOST_UNSEEN inline unsigned begin_launch() {
  const unseen own;
  if (mark_tags.scope == nullptr) {
    read_settings();
    mark_tags.size = __tsan_external_register_tag("atomic object");
    __tsan_external_register_header(
        mark_tags.size, "mixed sizes: atomic operations on overlapping objects of different sizes");
    mark_tags.scope = __tsan_external_register_tag("atomic object");
    __tsan_external_register_header(
        mark_tags.scope,
        "scope too narrow: an atomic operation's scope leaves out the other thread");
  }
  if (__atomic_fetch_add(&running_launches, 1, __ATOMIC_ACQ_REL) == 0) {
    __atomic_fetch_add(&epoch, 1, __ATOMIC_RELAXED);
    race::look_at_reported_words_again();
  }
  race::count_launch();
  return __atomic_add_fetch(&launches_so_far, 1, __ATOMIC_RELAXED);
}
DIATOMIC_HOST_UNSEEN inline void end_launch(bool failed) {
  race::count_end_of_launch(failed);
  __atomic_fetch_sub(&running_launches, 1, __ATOMIC_ACQ_REL);
}

/// On the OS thread of a block, before it runs.
DIATOMIC_HOST_UNSEEN inline void begin_block(block_turns& its, unsigned seat) {
  turns = &its;
  this_block.seat = seat;
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

#if DIATOMIC_RACE_CHECK
/// `waits`: all threads of this block wait.
inline void let_other_blocks_run(bool waits = true) {
  race::turns->pass(race::this_block.seat, waits);
}
#else
inline void let_other_blocks_run(bool = true) { sched_yield(); }
#endif

/// The order in which the threads of a block go on, and whether they are preempted.
class order_of_threads {
 public:
#if DIATOMIC_RACE_CHECK
  DIATOMIC_HOST_UNSEEN void begin(unsigned block, unsigned threads, void (*be_preempted)()) {
    key_ = std::uint64_t{block + 1} << 32;
    preemption_ = race::preemption(race::turns->launch(), block, threads, race::turns->grid());
    is_preempted_ = passes_ = some_pause_ = false;
    until_round_ = preemption_.threads_at_once();
    race::preempt = be_preempted;
    race::until_preempted = preemption_.next();
  }
  DIATOMIC_HOST_UNSEEN void next_round() { ++key_; }
  DIATOMIC_HOST_UNSEEN std::size_t nth_to_go_on(std::size_t i, std::size_t n) const {
    return race::nth_to_go_on(i, n, key_);
  }
  /// Whether the threads wait, which have not ended since the last call.
  DIATOMIC_HOST_UNSEEN bool waits() { return !std::exchange(is_preempted_, false); }
  /// A thread has started, and suspended or ended: whether those that pause go on now, before all
  /// have started. Else all would queue up behind one that was preempted while it held a lock.
  DIATOMIC_HOST_UNSEEN bool is_round_due(bool pauses) {
    some_pause_ |= pauses;
    if (!preemption_.is_at_operations() || !some_pause_ || --until_round_ != 0) return false;
    until_round_ = preemption_.threads_at_once();
    return true;
  }
  /// On the pool thread: all are at a barrier, where few hold a lock that other blocks want.
  DIATOMIC_HOST_UNSEEN void open_barrier() {
    if (preemption_.is_at_barrier()) host::let_other_blocks_run(false);
  }
  /// On the pool thread: a thread has suspended or ended.
  DIATOMIC_HOST_UNSEEN void end_turn() {
    race::turns->note_progress();
    if (std::exchange(passes_, false)) host::let_other_blocks_run(false);
  }
  /// On the thread: it is about to be preempted.
  DIATOMIC_HOST_UNSEEN void preempt() {
    is_preempted_ = true;
    passes_ = preemption_.is_of_block();
    race::until_preempted = preemption_.next();
  }

 private:
  race::preemption preemption_;
  std::uint64_t key_ = 0;
  unsigned until_round_ = 0;
  bool some_pause_ = false;
  bool is_preempted_ = false;
  bool passes_ = false;  // to another block
#else
  void begin(unsigned, unsigned, void (*)()) {}
  void next_round() {}
  static std::size_t nth_to_go_on(std::size_t i, std::size_t) { return i; }
  static bool waits() { return true; }
  void open_barrier() {}
  static bool is_round_due(bool) { return false; }
  void end_turn() {}
  void preempt() {}
#endif
};

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
#else
DIATOMIC_FUNCTION unsigned begin_thread(unsigned next, unsigned) { return next; }
#endif

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
