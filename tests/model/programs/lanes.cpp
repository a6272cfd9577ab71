// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Warp-aggregated atomics: one lane issues the atomic, and its order is that of all lanes.

#include "model.hpp"

#include <diatomic/atomics/functions.hpp>
#include <diatomic/atomics/slots.hpp>

namespace {

unsigned counter;
unsigned message[THREADS];  // plain
unsigned slots[THREADS];

// The lanes of the warp that comes second see what those of the first did.
void check(unsigned me) {
  if (slots[me] < LANES) return;
  const unsigned first_of_other = THREADS - LANES - me / LANES * LANES;
  for (unsigned i = first_of_other; i < first_of_other + LANES; ++i) DEMAND(message[i] == i + 1);
}

void combine(unsigned me) {
  message[me] = me + 1;
  slots[me] = diatomic::fetch_add(&counter, 1u, diatomic::acq_rel, diatomic::few_addresses);
  check(me);
}

void claim(unsigned me) {
  message[me] = me + 1;
  slots[me] = diatomic::claim_slot(&counter, diatomic::acq_rel);
  check(me);
}

void check_slots() {
  DEMAND(counter == THREADS);
  for (unsigned i = 0; i < THREADS; i += LANES) {
    for (unsigned k = 1; k < LANES; ++k) DEMAND(slots[i + k] == slots[i] + k);
  }
}

}  // namespace

MODEL_CASE(few_addresses) {
  model::run<combine>();
  check_slots();
  return 0;
}

MODEL_CASE(claim_slot) {
  model::run<claim>();
  check_slots();
  return 0;
}
