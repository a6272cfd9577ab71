// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The grid barrier: what any thread of the launch did before, all see after, round after round.

#include "model.hpp"

#include <diatomic/sync/grid_barrier.hpp>

namespace {

#if !defined(ROUNDS)
#define ROUNDS 2
#endif

diatomic::grid_barrier<> barrier;
unsigned round_of[THREADS];

// Of two rounds in a row a thread reads in one what it overwrites in the next but one.
void meet(unsigned me) {
  for (unsigned round = 1; round <= ROUNDS; ++round) {
    round_of[me] = round;
    barrier.arrive_and_wait();
    for (const unsigned other : round_of) DEMAND(other == round);
    if (round != ROUNDS) barrier.arrive_and_wait();
  }
}

}  // namespace

MODEL_CASE(rounds) {
  model::run<meet>();
  return 0;
}
