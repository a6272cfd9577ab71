// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The ticket mutex: exclusion, that all come to it, and that who asks first is served first.

#include "model.hpp"

#include <diatomic/atomics/functions.hpp>
#include <diatomic/sync/mutex.hpp>

namespace {

using mutex_type = diatomic::ticket_mutex<>;

mutex_type mutex;
unsigned count;
unsigned runs[THREADS];
unsigned has_ticket;
bool first_was_served;

void increment(unsigned) {
  diatomic::with_lock(mutex, [] { ++count; });
}

void increment_if_free(unsigned me) {
  if (!mutex.try_lock()) return;
  ++count;
  runs[me] = 1;
  mutex.unlock();
}

// Thread 0 says that it has its ticket; who reads that asks after it.
void queue_up(unsigned me) {
  if (me == 0) {
    diatomic::detail::queue_for<mutex_type> queue{mutex};
    bool entered = queue.enter();
    diatomic::store(&has_ticket, 1u, diatomic::relaxed);
    while (!entered) entered = queue.poll();
    first_was_served = true;
    queue.release();
  } else {
    const bool asks_later = diatomic::load(&has_ticket, diatomic::relaxed) == 1;
    diatomic::with_lock(mutex, [=] { DEMAND(!asks_later || first_was_served); });
  }
}

}  // namespace

MODEL_CASE(with_lock) {
  model::run<increment>();
  DEMAND(count == THREADS);
  return 0;
}

MODEL_CASE(try_lock) {
  model::run<increment_if_free>();
  unsigned all = 0;
  for (const unsigned n : runs) all += n;
  DEMAND(count == all && count >= 1);
  return 0;
}

MODEL_CASE(try_lock_beside_with_lock) {
  struct body {
    static void of(unsigned me) { me == 0 ? increment_if_free(me) : increment(me); }
  };
  model::run<body::of>();
  DEMAND(count == THREADS - 1 + runs[0]);
  return 0;
}

MODEL_CASE(first_come_first_served) {
  model::run<queue_up>();
  DEMAND(first_was_served);
  return 0;
}

// Lanes of a warp lock once, and run one by one.
MODEL_CASE(with_lock_in_warps) {
  model::run<increment>();
  DEMAND(count == THREADS);
  return 0;
}
