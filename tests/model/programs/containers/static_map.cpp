// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The hash map's protocol: of equal keys one is added, no update is lost, a key is erased once,
/// and who finds a value that was released sees what was done before.
///
/// WIDE: keys and values of 8 bytes, where a slot gets its key first and its value then; else both
/// by one compare-exchange. Small slots are only accessed as a whole here: GenMC has no accesses of
/// different sizes to one word.

#include "model.hpp"

#include <diatomic/containers/static_map_ref.hpp>

namespace {

#if WIDE
using word = std::uint64_t;
#else
using word = std::uint32_t;
#endif

// All keys begin in the first window.
struct to_the_first {
  unsigned operator()(word) const { return 0; }
};
constexpr unsigned window = 2;
constexpr unsigned windows = 2;
using map_type = diatomic::static_map_ref<word, word, to_the_first, window>;

map_type::slot_type slots[window * windows];
unsigned added[THREADS];
unsigned message[THREADS];
word held[THREADS];

map_type map() {
  return {slots, window * windows, diatomic::empty_key<word>(0), diatomic::empty_value<word>(0)};
}

unsigned sum_of(const unsigned (&values)[THREADS]) {
  unsigned sum = 0;
  for (const unsigned v : values) sum += v;
  return sum;
}

bool was_added(diatomic::insertion how) { return how == diatomic::insertion::added; }

void insert_one_key(unsigned me) {
  added[me] = was_added(map().insert_and_find(5, me + 1, held[me])) ? 1 : 0;
}

// Each its own key: they compete for the slots of one window.
void insert_own_key(unsigned me) { DEMAND(was_added(map().insert(me + 1, me + 10))); }

void publish(unsigned me) {
  if (me == 0) {
    message[0] = 7;
    map().insert(5, 1, diatomic::release);
  } else {
    word v = 0;
    if (!map().find(5, v, diatomic::acquire)) return;
    DEMAND(v == 1 && message[0] == 7);
  }
}

// Of a small slot, which is loaded as a whole here.
void publish_slot(unsigned me) {
  if (me == 0) {
    message[0] = 7;
    map().insert(5, 1, diatomic::release);
  } else {
    const auto* const slot = reinterpret_cast<const std::uint64_t*>(slots);
    if (diatomic::load(slot, diatomic::acquire) != 0) DEMAND(message[0] == 7);
  }
}

// Who finds the key already there acquires too.
void insert_acq_rel(unsigned me) {
  message[me] = me + 1;
  word v = 0;
  const auto how = map().insert_and_find(5, me + 1, v, diatomic::acq_rel);
  if (!was_added(how)) DEMAND(message[v - 1] == v);
}

void add(unsigned me) {
  added[me] = was_added(map().insert_or_update<diatomic::op::add>(5, 1)) ? 1 : 0;
}

void publish_by_add(unsigned me) {
  if (me != 0) {
    message[me] = me;
    map().insert_or_update<diatomic::op::add>(5, 1, diatomic::release);
  } else {
    word v = 0;
    if (!map().find(5, v, diatomic::acquire) || v != THREADS - 1) return;
    for (unsigned i = 1; i < THREADS; ++i) DEMAND(message[i] == i);
  }
}

// Each takes what the one before set, and sees what that one did.
void exchange(unsigned me) {
  message[me] = me + 1;
  word before = 0;
  added[me] = was_added(map().insert_or_exchange(5, me + 1, before, diatomic::acq_rel)) ? 1 : 0;
  if (before != 0) DEMAND(message[before - 1] == before);
  held[me] = before;
}

void assign(unsigned me) {
  if (me != 0) {
    message[me] = me;
    map().insert_or_assign(5, me, diatomic::release);
  } else {
    word v = 0;
    if (map().find(5, v, diatomic::acquire)) DEMAND(message[v] == v);
  }
}

void update_by(unsigned me) {
  message[me] = me + 1;
  map().insert_or_update(
      5, me + 1,
      [](word a, word b) {
        DEMAND(message[a - 1] == a);
        return b;
      },
      diatomic::acq_rel);
}

void erase(unsigned me) {
  added[me] = map().erase(5, diatomic::acquire) && message[0] == 7 ? 1 : 0;
}

void insert_and_erase(unsigned me) {
  if (me == 0) {
    message[0] = 7;
    map().insert(5, 1, diatomic::release);
  } else {
    erase(me);
  }
}

}  // namespace

MODEL_CASE(insert_equal_keys) {
  model::run<insert_one_key>();
  DEMAND(sum_of(added) == 1);
  word v = 0;
  DEMAND(map().find(5, v));
  for (const word h : held) DEMAND(h == v);
  return 0;
}

MODEL_CASE(insert_different_keys) {
  model::run<insert_own_key>();
  for (unsigned i = 0; i < THREADS; ++i) {
    word v = 0;
    DEMAND(map().find(i + 1, v) && v == i + 10);
  }
  return 0;
}

MODEL_CASE(insert_and_find) {
  model::run<publish>();
  return 0;
}

MODEL_CASE(insert_releases) {
  model::run<publish_slot>();
  return 0;
}

MODEL_CASE(insert_acquires) {
  model::run<insert_acq_rel>();
  return 0;
}

MODEL_CASE(update) {
  model::run<add>();
  word v = 0;
  DEMAND(map().find(5, v) && v == THREADS && sum_of(added) == 1);
  return 0;
}

MODEL_CASE(update_releases) {
  model::run<publish_by_add>();
  return 0;
}

MODEL_CASE(insert_or_exchange) {
  model::run<exchange>();
  unsigned first = 0;
  for (unsigned i = 0; i < THREADS; ++i) {
    if (held[i] == 0) ++first;
    for (unsigned k = 0; k < i; ++k) DEMAND(held[i] != held[k]);
  }
  DEMAND(first == 1);
  return 0;
}

MODEL_CASE(insert_or_assign) {
  model::run<assign>();
  return 0;
}

MODEL_CASE(update_by_function) {
  model::run<update_by>();
  return 0;
}

MODEL_CASE(erase_once) {
  message[0] = 7;
  map().insert(5, 1);
  model::run<erase>();
  DEMAND(sum_of(added) == 1);
  return 0;
}

MODEL_CASE(erase_what_was_published) {
  model::run<insert_and_erase>();
  DEMAND(sum_of(added) <= 1);
  return 0;
}
