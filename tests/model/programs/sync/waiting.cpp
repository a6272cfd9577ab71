// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `wait` and `wait_until`: they end when the object has changed, and order as they are told.

#include "model.hpp"

#include <diatomic/atomics/functions.hpp>
#include <diatomic/atomics/wait.hpp>

namespace {

unsigned word;
unsigned message;
unsigned answer;

void publish() {
  message = 7;
  diatomic::store(&word, 1u, diatomic::release);
  diatomic::notify_all(&word);
}

void wait_for_change(unsigned me) {
  if (me == 0) return publish();
  DEMAND(diatomic::wait(&word, 0u, diatomic::acquire) == 1);
  DEMAND(message == 7);
}

void wait_for_value(unsigned me) {
  if (me == 0) return publish();
  DEMAND(diatomic::wait_until(&word, [](unsigned v) { return v != 0; }, diatomic::acquire) == 1);
  DEMAND(message == 7);
}

void wait_relaxed(unsigned me) {
  if (me == 0) return publish();
  diatomic::wait(&word, 0u, diatomic::relaxed);
  DEMAND(message == 7);
}

// Back and forth, by the threads 0 and 1.
void play(unsigned me) {
  if (me == 0) {
    publish();
    diatomic::wait_until(&word, [](unsigned v) { return v == 2; }, diatomic::acquire);
    DEMAND(answer == 8);
  } else if (me == 1) {
    diatomic::wait(&word, 0u, diatomic::acquire);
    answer = message + 1;
    diatomic::store(&word, 2u, diatomic::release);
  }
}

}  // namespace

MODEL_CASE(wait) {
  model::run<wait_for_change>();
  return 0;
}

MODEL_CASE(wait_until) {
  model::run<wait_for_value>();
  return 0;
}

MODEL_CASE(back_and_forth) {
  model::run<play>();
  return 0;
}

// A control: the wait does not acquire.
MODEL_CASE(relaxed) {
  model::run<wait_relaxed>();
  return 0;
}
