// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Block-aggregated updates: one atomic a block, each thread's own old value, and a release that
/// publishes what the whole block did.

#include "model.hpp"

#include <diatomic/atomics/functions.hpp>
#include <diatomic/collectives/block_update.hpp>

namespace {

unsigned counter;
unsigned message[THREADS];  // plain
unsigned slots[THREADS];

using update = diatomic::block_update<diatomic::op::add, unsigned>;

void take_slots(unsigned me) {
  const update slot(diatomic::shared_array<unsigned>());
  slots[me] = slot.fetch(&counter, 1u, diatomic::relaxed);
}

// The blocks but the last one publish; the threads of that one look.
void publish(unsigned me) {
  const update published(diatomic::shared_array<unsigned>());
  if (me < THREADS - BLOCK) {
    message[me] = me + 1;
    published.store(&counter, 1u, diatomic::release);
  } else if (diatomic::load(&counter, diatomic::acquire) == THREADS - BLOCK) {
    for (unsigned i = 0; i < THREADS - BLOCK; ++i) DEMAND(message[i] == i + 1);
  }
}

}  // namespace

MODEL_CASE(fetch) {
  model::run<take_slots>();
  DEMAND(counter == THREADS);
  for (unsigned i = 0; i < THREADS; ++i) {
    DEMAND(slots[i] < THREADS);
    for (unsigned k = 0; k < i; ++k) DEMAND(slots[i] != slots[k]);
    if (i % BLOCK != 0) DEMAND(slots[i] == slots[i - 1] + 1);
  }
  return 0;
}

MODEL_CASE(release) {
  model::run<publish>();
  DEMAND(counter == THREADS - BLOCK);
  return 0;
}
