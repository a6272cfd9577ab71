// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The shared mutex: no reader beside a writer, no writer beside another, and all come to it.

#include "model.hpp"

#include <diatomic/sync/shared_mutex.hpp>

namespace {

#if !defined(WRITERS)
#define WRITERS 1
#endif

diatomic::shared_mutex<> mutex;
unsigned words[2];  // plain: who reads beside a writer races
unsigned written[THREADS];

void add_one() {
  ++words[0];
  ++words[1];
}
void read_them() { DEMAND(words[0] == words[1]); }

void by_with_lock(unsigned me) {
  if (me < WRITERS) {
    diatomic::with_lock(mutex, [] { add_one(); });
  } else {
    diatomic::with_shared_lock(mutex, [] { read_them(); });
  }
}

void by_attempts(unsigned me) {
  if (me < WRITERS) {
    if (!mutex.try_lock()) return;
    add_one();
    written[me] = 1;
    mutex.unlock();
  } else if (mutex.try_lock_shared()) {
    read_them();
    mutex.unlock_shared();
  }
}

}  // namespace

MODEL_CASE(with_lock) {
  model::run<by_with_lock>();
  DEMAND(words[0] == WRITERS && words[1] == WRITERS);
  return 0;
}

MODEL_CASE(try_lock) {
  model::run<by_attempts>();
  unsigned all = 0;
  for (const unsigned n : written) all += n;
  DEMAND(words[0] == all && words[1] == all);
  return 0;
}

// The lanes of the first warp write, the others read.
MODEL_CASE(with_lock_in_warps) {
  struct body {
    static void of(unsigned me) { by_with_lock(me / LANES); }
  };
  model::run<body::of>();
  DEMAND(words[0] == WRITERS * LANES && words[1] == WRITERS * LANES);
  return 0;
}
