// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A table of locks: calls on objects that no chip exchanges at once are atomic, also where objects
/// share a lock.

#include "model.hpp"

#include <diatomic/sync/lock_table.hpp>

namespace {

struct wide {
  std::uint64_t at[3];
};
bool operator==(const wide& a, const wide& b) {
  return a.at[0] == b.at[0] && a.at[1] == b.at[1] && a.at[2] == b.at[2];
}

constexpr unsigned bits = 1;
diatomic::spin_mutex<> mutexes[1u << bits];
wide objects[2];

diatomic::lock_stripes<> stripes() { return {mutexes, bits}; }

bool is_whole(const wide& w) { return w.at[0] == w.at[1] && w.at[1] == w.at[2]; }

wide plus_one(const wide& w) { return {{w.at[0] + 1, w.at[1] + 1, w.at[2] + 1}}; }

void update(unsigned me) {
  wide* const own = &objects[me % 2];
  const wide old = diatomic::fetch_update(own, plus_one, stripes());
  DEMAND(is_whole(old));
  DEMAND(is_whole(diatomic::load(&objects[0], stripes())));
}

void exchange(unsigned me) {
  const std::uint64_t v = me + 1;
  if (me == 0) {
    diatomic::store(&objects[0], wide{{v, v, v}}, stripes());
  } else if (me == 1) {
    DEMAND(is_whole(diatomic::exchange(&objects[0], wide{{v, v, v}}, stripes())));
  } else {
    DEMAND(is_whole(
        diatomic::compare_exchange(&objects[0], wide{{1, 1, 1}}, wide{{v, v, v}}, stripes())));
  }
}

}  // namespace

MODEL_CASE(fetch_update) {
  model::run<update>();
  DEMAND(objects[0].at[2] + objects[1].at[2] == THREADS);
  return 0;
}

MODEL_CASE(exchanges) {
  model::run<exchange>();
  DEMAND(is_whole(objects[0]) && objects[0].at[0] != 0);
  return 0;
}
