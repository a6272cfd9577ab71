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

}  // namespace

MODEL_CASE(with_permit) {
  permits.release();
  model::run<under_permit>();
  DEMAND(count == THREADS);
  return 0;
}

MODEL_CASE(acquire) {
  permits.release();
  model::run<acquire_and_release>();
  DEMAND(count == THREADS);
  return 0;
}

MODEL_CASE(try_acquire) {
  permits.release();
  model::run<acquire_if_free>();
  unsigned all = 0;
  for (const unsigned n : runs) all += n;
  DEMAND(count == all && count >= 1);
  return 0;
}

MODEL_CASE(several_permits) {
  permits.release(THREADS - 1);
  model::run<hold_together>();
  DEMAND(holders == 0);
  return 0;
}

MODEL_CASE(hand_over_permits) {
  model::run<hand_over>();
  return 0;
}
