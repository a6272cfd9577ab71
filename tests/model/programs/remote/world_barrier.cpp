// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The barrier of several devices' kernels: what any block of any of them did before, all see
/// after.

#include "model.hpp"

#include <diatomic/remote/world_barrier_ref.hpp>

#if !defined(ROUNDS)
#define ROUNDS 2
#endif
/// Blocks of each processing element; a thread stands for one.
#if !defined(BLOCKS)
#define BLOCKS 1
#endif

namespace {

constexpr int pes = THREADS / BLOCKS;

unsigned parts[pes][diatomic::detail::world_barrier_words::signals + 2];
void* bases[pes];
unsigned round_of[THREADS];

}  // namespace

/// In place of those that are host code: pointers into `parts`, and the barrier of one processing
/// element alone.
///@{
template <>
class diatomic::symmetric_array<unsigned> {
 public:
  static symmetric_ptr<unsigned> part_of(int pe) { return {{bases, bases, parts[pe], pe, pes}, 0}; }
  static symmetric_ptr<unsigned> alone() { return {{bases, bases, parts[0], 0, 1}, 0}; }
};
class diatomic::world_barrier {
 public:
  static world_barrier_ref ref() { return world_barrier_ref(symmetric_array<unsigned>::alone()); }
};
///@}

namespace {

void meet(unsigned me) {
  const auto words = diatomic::symmetric_array<unsigned>::part_of(static_cast<int>(me / BLOCKS));
  for (unsigned round = 1; round <= ROUNDS; ++round) {
    round_of[me] = round;
    diatomic::detail::arrive_with_all(words, BLOCKS);
    for (const unsigned other : round_of) DEMAND(other == round);
    if (round != ROUNDS) diatomic::detail::arrive_with_all(words, BLOCKS);
  }
}

void meet_in_blocks(unsigned me) {
  round_of[me] = 1;
  diatomic::world_barrier::ref().arrive_and_wait();
  for (const unsigned other : round_of) DEMAND(other == 1);
}

}  // namespace

MODEL_CASE(rounds) {
  for (int pe = 0; pe < pes; ++pe) bases[pe] = parts[pe];
  model::run<meet>();
  return 0;
}

MODEL_CASE(blocks) {
  bases[0] = parts[0];
  model::run<meet_in_blocks>();
  return 0;
}
