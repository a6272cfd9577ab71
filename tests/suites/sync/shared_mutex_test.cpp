// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A lock for readers and writers: nobody reads while somebody writes, nobody writes twice at once,
/// and several do read at the same time.

#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/shared_mutex.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using block_mutex = diatomic::shared_mutex<diatomic::block_scope_t, diatomic::in_shared_t>;

/// In step whenever nobody writes.
struct ledger {
  unsigned writes;
  unsigned twice;
  unsigned long long sum;
};

struct counts {
  unsigned torn;         ///< reads of what was not in step
  unsigned reads;        ///< calls
  unsigned inside;       ///< readers, now
  unsigned most_inside;  ///< at a time
};

/// One call in eight writes, the others read.
template <class Mutex>
DIATOMIC_DEVICE void use_ledger(Mutex& mutex, ledger& l, counts* c, unsigned round) {
  const unsigned me = diatomic::global_index();
  if ((me * 2654435761u + round * 40503u) >> 11 & 7) {
    const bool in_step = diatomic::with_shared_lock(mutex, [&] {
      diatomic::store_max(&c->most_inside, diatomic::add_fetch(&c->inside, 1u));
      const bool found = l.twice == 2 * l.writes && l.sum == 3ull * l.writes;
      diatomic::store_sub(&c->inside, 1u);
      return found;
    });
    if (!in_step) diatomic::store_add(&c->torn, 1u);
    diatomic::store_add(&c->reads, 1u);
  } else {
    diatomic::with_lock(mutex, [&] {
      l.writes += 1;
      if (diatomic::load(&c->inside) != 0) diatomic::store_add(&c->torn, 1u);
      l.sum += 3;
      l.twice += 2;
    });
  }
}

struct use_in_all {
  template <class Mutex>
  DIATOMIC_DEVICE void operator()(Mutex* mutex, ledger* l, counts* c, unsigned rounds) const {
    for (unsigned k = 0; k < rounds; ++k) use_ledger(*mutex, *l, c, k);
  }
};

struct use_in_block {
  struct room {
    block_mutex mutex;
    ledger l;
  };
  DIATOMIC_DEVICE void operator()(ledger* results, counts* c, unsigned rounds) const {
    room& r = *diatomic::shared_array<room>();
    if (diatomic::thread_index() == 0) r = room{};
    diatomic::sync_block();
    for (unsigned k = 0; k < rounds; ++k) {
      use_ledger(r.mutex, r.l, c + diatomic::block_index(), k);
    }
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) results[diatomic::block_index()] = r.l;
  }
};

void expect_in_step(const ledger& l, const counts& c, unsigned calls) {
  EXPECT_EQ(c.torn, 0u);
  EXPECT_EQ(c.inside, 0u);
  EXPECT_EQ(c.reads + l.writes, calls);
  EXPECT_EQ(l.twice, 2 * l.writes);
  EXPECT_EQ(l.sum, 3ull * l.writes);
}

TEST(shared_mutexes, keep_readers_and_writers_apart) {
  constexpr unsigned grid = 8;
  constexpr unsigned block = 96;
  const auto rounds = static_cast<unsigned>(scaled(160, 4));
  diatomic::device_array<diatomic::shared_mutex<>> mutex(1);
  diatomic::device_array<ledger> l(1);
  diatomic::device_array<counts> c(1);
  mutex.fill_bytes(0);
  l.fill_bytes(0);
  c.fill_bytes(0);
  test::run({grid, block}, 0, use_in_all{}, mutex.data(), l.data(), c.data(), rounds);
  const counts found = c.download()[0];
  expect_in_step(l.download()[0], found, grid * block * rounds);
  // Lanes that come together read together; on the host threads may happen to come one by one.
  if (diatomic::properties(diatomic::current_device()).warp_size > 1) {
    EXPECT_GT(found.most_inside, 1u);
  }
}

TEST(shared_mutexes, work_in_shared_memory) {
  constexpr unsigned grid = 3;
  constexpr unsigned block = 128;
  const auto rounds = static_cast<unsigned>(scaled(80, 4));
  diatomic::device_array<ledger> l(grid);
  diatomic::device_array<counts> c(grid);
  c.fill_bytes(0);
  test::run({grid, block}, sizeof(use_in_block::room), use_in_block{}, l.data(), c.data(), rounds);
  const auto ledgers = l.download();
  const auto all = c.download();
  for (unsigned b = 0; b < grid; ++b) expect_in_step(ledgers[b], all[b], block * rounds);
}

/// The first thread holds the mutex in one way; what others can have then.
struct look_at_held {
  DIATOMIC_DEVICE void operator()(diatomic::shared_mutex<>* m, unsigned* had) const {
    if (diatomic::thread_index() != 0) return;
    had[0] = m->try_lock_shared() && m->try_lock_shared(5);
    had[1] = m->try_lock();
    m->unlock_shared(5);
    had[2] = m->try_lock();
    m->unlock_shared();
    had[3] = m->try_lock();
    had[4] = m->try_lock_shared() || m->try_lock();
    m->unlock();
    had[5] = m->try_lock_shared();
    m->unlock_shared();
    bool ran = diatomic::with_lock_for(3, *m, [&] { had[6] = m->try_lock_shared(); });
    had[7] = ran ? 1 : 0;
  }
};

TEST(shared_mutexes, are_held_by_many_readers_or_one_writer) {
  diatomic::device_array<diatomic::shared_mutex<>> m(1);
  diatomic::device_array<unsigned> had(8);
  m.fill_bytes(0);
  had.fill_bytes(0xff);
  test::run({1, 64}, 0, look_at_held{}, m.data(), had.data());
  EXPECT_EQ(had.download(), (std::vector<unsigned>{1, 0, 0, 1, 0, 1, 0, 1}));
}

}  // namespace
