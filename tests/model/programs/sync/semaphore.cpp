// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The semaphore: never more holders than permits, every wait ends, and who acquires sees what was
/// done before the release.

#include "model.hpp"

#include <diatomic/atomics/functions.hpp>
#include <diatomic/sync/semaphore.hpp>

namespace {

diatomic::semaphore<> permits;  // none; each case makes its own number of them
unsigned count;
unsigned holders;
unsigned runs[THREADS];
unsigned message[THREADS];

void under_permit(unsigned) {
  diatomic::with_permit(permits, [] { ++count; });
}

void acquire_and_release(unsigned) {
  permits.acquire();
  ++count;
  permits.release();
}

void acquire_if_free(unsigned me) {
  model::counts_attempts = true;
  if (!permits.try_acquire_for(2)) return;
  ++count;
  runs[me] = 1;
  permits.release();
}

void hold_together(unsigned) {
  diatomic::with_permit(permits, [] {
    DEMAND(diatomic::fetch_add(&holders, 1u, diatomic::relaxed) < THREADS - 1);
    diatomic::fetch_sub(&holders, 1u, diatomic::relaxed);
  });
}

// Thread 0 waits for a permit from each of the others.
void hand_over(unsigned me) {
  if (me != 0) {
    message[me] = me;
    permits.release();
    return;
  }
  for (unsigned i = 1; i < THREADS; ++i) permits.acquire();
  for (unsigned i = 1; i < THREADS; ++i) DEMAND(message[i] == i);
}

// The last warp waits for a permit from each lane of the others, all its lanes at once.
void acquire_together(unsigned me) {
  if (me < THREADS - LANES) {
    message[me] = me + 1;
    permits.release();
    return;
  }
  permits.acquire();
  for (unsigned i = 0; i < THREADS - LANES; ++i) DEMAND(message[i] == i + 1);
}
void try_to_acquire_together(unsigned me) {
  if (me < THREADS - LANES) {
    message[me] = me + 1;
    permits.release();
  } else if (permits.try_acquire()) {
    for (unsigned i = 0; i < THREADS - LANES; ++i) DEMAND(message[i] == i + 1);
  }
}

}  // namespace

MODEL_CASE(with_permit) {
  permits = diatomic::semaphore<>(1);
  model::run<under_permit>();
  DEMAND(count == THREADS);
  return 0;
}

MODEL_CASE(acquire) {
  permits = diatomic::semaphore<>(1);
  model::run<acquire_and_release>();
  DEMAND(count == THREADS);
  return 0;
}

MODEL_CASE(try_acquire) {
  permits = diatomic::semaphore<>(1);
  model::run<acquire_if_free>();
  unsigned all = 0;
  for (const unsigned n : runs) all += n;
  DEMAND(count == all && count >= 1);
  return 0;
}

MODEL_CASE(several_permits) {
  permits = diatomic::semaphore<>(THREADS - 1);
  model::run<hold_together>();
  DEMAND(holders == 0);
  return 0;
}

MODEL_CASE(hand_over_permits) {
  model::run<hand_over>();
  return 0;
}

MODEL_CASE(acquire_in_warps) {
  model::run<acquire_together>();
  return 0;
}

MODEL_CASE(try_acquire_in_warps) {
  model::run<try_to_acquire_together>();
  return 0;
}
