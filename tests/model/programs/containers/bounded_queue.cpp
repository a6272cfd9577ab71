// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The bounded queue: every item comes out once and whole, a producer's items in their order, also
/// where places are used again; and who waits goes on. A worklist ends when all its work is done.

#include "model.hpp"

#include <diatomic/containers/bounded_queue_ref.hpp>

namespace {

// Members of 8 bytes are copied one by one, as they are read.
struct item {
  std::uint64_t producer;
  std::uint64_t number;
};

constexpr unsigned capacity = 2;
diatomic::queue_cell<item> cells[capacity];
diatomic::queue_ends ends;
unsigned message[THREADS];
std::uint64_t popped[THREADS];
unsigned pushed[THREADS];

diatomic::bounded_queue_ref<item> queue() { return {cells, capacity, &ends}; }

// Thread 0 pops, the others push; in laps, since there are more items than places.
constexpr unsigned items = THREADS == 2 ? 3 : 1;
void one_consumer(unsigned me) {
  if (me != 0) {
    message[me] = me;
    for (unsigned i = 1; i <= items; ++i) queue().push({me, i});
    return;
  }
  std::uint64_t last[THREADS] = {};
  for (unsigned i = 0; i < items * (THREADS - 1); ++i) {
    const item it = queue().pop();
    DEMAND(it.number == last[it.producer] + 1);
    last[it.producer] = it.number;
    DEMAND(message[it.producer] == it.producer);
  }
}

// Thread 0 pushes one item for each of the others.
void one_producer(unsigned me) {
  if (me == 0) {
    for (unsigned i = 1; i < THREADS; ++i) queue().push({0, i});
  } else {
    const item it = queue().pop();
    DEMAND(it.producer == 0);
    popped[me] = it.number;
  }
}

// The lanes of the first warp push, those of the others pop.
void by_warps(unsigned me) {
  if (me < LANES) {
    message[me] = me + 1;
    queue().push({me, me + 1});
  } else {
    const item it = queue().pop();
    DEMAND(it.number == it.producer + 1 && message[it.producer] == it.number);
    popped[me] = it.number;
  }
}

// All push and pop without waiting.
void by_attempts(unsigned me) {
  pushed[me] = queue().try_push({me, me + 1}) ? 1 : 0;
  item it{};
  if (queue().try_pop(it)) {
    DEMAND(it.number == it.producer + 1);
    popped[me] = it.number;
  }
}

// All work off a list: an item with a number below ITEMS makes the next one, whose note is plain.
#if !defined(ITEMS)
#define ITEMS 2
#endif
std::uint64_t notes[ITEMS + 1];
unsigned worked = 0;
void by_draining(unsigned) {
  queue().drain([](const item& it) {
    DEMAND(notes[it.number] == it.number);
    ++worked;  // one item after the other
    if (it.number < ITEMS) {
      notes[it.number + 1] = it.number + 1;
      DEMAND(queue().try_push({0, it.number + 1}));
    }
  });
  DEMAND(worked == ITEMS);
}

// A warp gets the items, one for each lane; all lanes of all warps see what was done.
unsigned done[capacity + 1];
void by_draining_in_warps(unsigned) {
  queue().drain([](const item& it) { done[it.number] = 1; });
  for (unsigned i = 1; i <= capacity; ++i) DEMAND(done[i] == 1);
}

}  // namespace

MODEL_CASE(drained) {
  notes[1] = 1;
  DEMAND(queue().try_push({0, 1}));
  model::run<by_draining>();
  return 0;
}

MODEL_CASE(drained_in_warps) {
  for (unsigned i = 0; i < capacity; ++i) cells[i] = {1, {0, i + 1}};
  ends.back.next = ends.back.claimed = ends.front.ready = capacity;
  model::run<by_draining_in_warps>();
  return 0;
}

MODEL_CASE(one_consumer_of_many) {
  model::run<one_consumer>();
  return 0;
}

MODEL_CASE(one_producer_of_many) {
  model::run<one_producer>();
  for (unsigned i = 1; i < THREADS; ++i) {
    for (unsigned k = 1; k < i; ++k) DEMAND(popped[i] != popped[k]);
  }
  return 0;
}

MODEL_CASE(attempts) {
  model::run<by_attempts>();
  unsigned in = 0;
  unsigned out = 0;
  for (unsigned i = 0; i < THREADS; ++i) {
    in += pushed[i];
    out += popped[i] != 0 ? 1 : 0;
    for (unsigned k = 0; k < i; ++k) DEMAND(popped[i] == 0 || popped[i] != popped[k]);
  }
  item left{};
  for (; out < in; ++out) DEMAND(queue().try_pop(left));
  DEMAND(!queue().try_pop(left));
  return 0;
}

MODEL_CASE(warp_to_warp) {
  model::run<by_warps>();
  for (unsigned i = LANES; i < THREADS; ++i) {
    for (unsigned k = LANES; k < i; ++k) DEMAND(popped[i] != popped[k]);
  }
  return 0;
}
