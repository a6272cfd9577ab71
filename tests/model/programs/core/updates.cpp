// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Operations that are more than an instruction have the order of their call: warp-aggregated ones,
/// of which one lane issues the atomic, and compare-exchange loops.

#include "model.hpp"

#include <diatomic/atomics/functions.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>

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

// A thread that sees all of a warp's reductions sees what its lanes did before.
void reduce(unsigned me) {
  if (me < LANES) {
    message[me] = me + 1;
    diatomic::store_add(&counter, 1u, diatomic::release, diatomic::few_addresses);
  } else if (diatomic::load(&counter, diatomic::acquire) == LANES) {
    for (unsigned i = 0; i < LANES; ++i) DEMAND(message[i] == i + 1);
  }
}

// Each lane's load comes after its warp's reduction.
unsigned words[2];
void reduce_and_load(unsigned me) {
  const unsigned own = me / LANES;
  diatomic::store_add(&words[own], 1u, diatomic::seq_cst, diatomic::few_addresses);
  slots[me] = diatomic::load(&words[1 - own], diatomic::seq_cst);
}

// Each says that it was here, and sees what the one did who was here before.
void check_message_of(unsigned before) {
  if (before != 0) DEMAND(message[before - 1] == before);
}
void store(unsigned me) {
  if (me == 0) {
    message[0] = 1;
    diatomic::store(&counter, 1u, diatomic::release);
  } else {
    check_message_of(diatomic::load(&counter, diatomic::acquire));
  }
}
void exchange(unsigned me) {
  message[me] = me + 1;
  check_message_of(diatomic::exchange(&counter, me + 1, diatomic::acq_rel));
}
void update(unsigned me) {
  message[me] = me + 1;
  const auto replace = [=](unsigned) { return me + 1; };
  check_message_of(diatomic::fetch_update(&counter, replace, diatomic::acq_rel));
}
void offer(unsigned me) {
  message[me] = me + 1;
  unsigned before = 0;
  const auto replace = [&](unsigned& v) {
    before = v;
    v = me + 1;
    return true;
  };
  DEMAND(diatomic::try_update(&counter, replace, diatomic::acq_rel));
  check_message_of(before);
}
void loop(unsigned me) {
  message[me] = me + 1;
  check_message_of(diatomic::fetch_max(&counter, me + 1, diatomic::acq_rel));
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

MODEL_CASE(reductions) {
  model::run<reduce>();
  DEMAND(counter == LANES);
  return 0;
}

MODEL_CASE(reductions_seq_cst) {
  model::run<reduce_and_load>();
  for (unsigned i = 0; i < LANES; ++i) {
    for (unsigned k = LANES; k < THREADS; ++k) DEMAND(slots[i] != 0 || slots[k] != 0);
  }
  return 0;
}

MODEL_CASE(claim_slot) {
  model::run<claim>();
  check_slots();
  return 0;
}

MODEL_CASE(stores) {
  model::run<store>();
  return 0;
}

MODEL_CASE(exchanges) {
  model::run<exchange>();
  return 0;
}

MODEL_CASE(fetch_update) {
  model::run<update>();
  return 0;
}

MODEL_CASE(try_update) {
  model::run<offer>();
  return 0;
}

MODEL_CASE(compare_exchange_loop) {
  model::run<loop>();
  return 0;
}
