// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The latch: who waited sees what was done before every arrival.

#include "model.hpp"

#include <diatomic/sync/latch.hpp>

namespace {

diatomic::latch<> latch;
unsigned done[THREADS];

void check_others(unsigned me) {
  for (unsigned i = 0; i < THREADS; ++i) DEMAND(i == me || done[i] == 1);
}

void count_down(unsigned me) {
  if (me != 0) {
    done[me] = 1;
    latch.count_down();
  } else {
    latch.wait();
    check_others(me);
  }
}

void poll_once(unsigned me) {
  if (me != 0) {
    done[me] = 1;
    latch.count_down();
  } else if (latch.try_wait()) {
    check_others(me);
  }
}

void meet(unsigned me) {
  done[me] = 1;
  latch.arrive_and_wait();
  check_others(me);
}

// The last warp waits for each lane of the others.
void arrive_by_warps(unsigned me) {
  if (me < THREADS - LANES) {
    done[me] = 1;
    latch.count_down();
    return;
  }
  latch.wait();
  for (unsigned i = 0; i < THREADS - LANES; ++i) DEMAND(done[i] == 1);
}

}  // namespace

MODEL_CASE(wait) {
  latch = diatomic::latch<>(THREADS - 1);
  model::run<count_down>();
  return 0;
}

MODEL_CASE(try_wait) {
  latch = diatomic::latch<>(THREADS - 1);
  model::run<poll_once>();
  return 0;
}

MODEL_CASE(arrive_and_wait) {
  latch = diatomic::latch<>(THREADS);
  model::run<meet>();
  return 0;
}

MODEL_CASE(arrive_in_warps) {
  latch = diatomic::latch<>(THREADS - LANES);
  model::run<arrive_by_warps>();
  return 0;
}
