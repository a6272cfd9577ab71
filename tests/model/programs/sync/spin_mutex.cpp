// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The spin mutex: nobody is in the critical section beside another, and all come to it.

#include "model.hpp"

#include <diatomic/sync/mutex.hpp>

namespace {

diatomic::spin_mutex<> mutex;
unsigned count;  // plain: two threads at it would be a race
unsigned runs[THREADS];

void increment(unsigned) {
  diatomic::with_lock(mutex, [] { ++count; });
}

// What a wait does when its optimistic attempts are over: it loads. Only such a poll changes
// nothing, so that GenMC knows whether it ends.
void increment_after_attempts(unsigned) {
  diatomic::detail::queue_for<diatomic::spin_mutex<>> queue{mutex};
  bool entered = queue.enter();
  queue.position.optimistic_attempts = 0;
  while (!entered) entered = queue.poll();
  ++count;
  queue.release();
}

void increment_if_free(unsigned me) {
  if (!mutex.try_lock()) return;
  ++count;
  runs[me] = 1;
  mutex.unlock();
}

void increment_for_a_while(unsigned me) {
  model::counts_attempts = true;
  runs[me] = diatomic::with_lock_for(2, mutex, [] { ++count; }) ? 1 : 0;
}

unsigned all_runs() {
  unsigned all = 0;
  for (const unsigned n : runs) all += n;
  return all;
}

}  // namespace

MODEL_CASE(with_lock) {
  model::run<increment>();
  DEMAND(count == THREADS);
  return 0;
}

MODEL_CASE(polling) {
  model::run<increment_after_attempts>();
  DEMAND(count == THREADS);
  return 0;
}

MODEL_CASE(try_lock) {
  model::run<increment_if_free>();
  DEMAND(count == all_runs() && count >= 1);
  return 0;
}

MODEL_CASE(with_lock_for) {
  model::run<increment_for_a_while>();
  DEMAND(count == all_runs() && count >= 1);
  return 0;
}

// Lanes of a warp lock once, and run one by one.
MODEL_CASE(with_lock_in_warps) {
  model::run<increment>();
  DEMAND(count == THREADS);
  return 0;
}

// A control: nobody unlocks.
MODEL_CASE(never_unlocked) {
  DEMAND(mutex.try_lock());
  model::run<increment_after_attempts>();
  return 0;
}
