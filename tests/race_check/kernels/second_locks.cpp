// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Hand-written locks for readers and writers: reader-writer locks, a seqlock.

#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "second_main.hpp"

namespace {

using namespace diatomic;

/// A reader-writer lock: the number of readers inside, or -1 while a writer is inside.
DIATOMIC_FUNCTION void lock_to_read(int* lock) {
  for (;;) {
    const int seen = load(lock);
    if (seen >= 0 && compare_exchange(lock, seen, seen + 1, acquire) == seen) return;
  }
}
DIATOMIC_FUNCTION void unlock_reader(int* lock) { store_sub(lock, 1, release); }
DIATOMIC_FUNCTION void lock_to_write(int* lock) {
  while (compare_exchange(lock, 0, -1, acquire) != 0) {
  }
}
DIATOMIC_FUNCTION void unlock_writer(int* lock) { store(lock, 0, release); }

/// Blocks look up a table, which some of them rebuild. Wrong: a reader waits for the writer, but
/// does not count itself, so the next writer does not wait for it.
void rw_missing_reader_count(bool is_right) {
  constexpr unsigned routes = 64;
  stream on;
  device_array<int> lock(1);
  device_array<unsigned> table(routes);
  device_array<unsigned> torn(1);
  lock.fill_bytes(0);
  table.fill_bytes(0);
  torn.fill_bytes(0);
  const auto serve = [=](int* lock, unsigned* table, unsigned* torn) {
    const unsigned route = thread_index();
    for (unsigned round = 0; round < 4; ++round) {
      const bool writes = (block_index() + round) % 3 == 0;
      if (route == 0 && writes) {
        lock_to_write(lock);
      } else if (route == 0 && is_right) {
        lock_to_read(lock);
      } else if (route == 0) {
        while (load(lock, acquire) < 0) {
        }
      }
      sync_block();
      if (writes) {
        table[route] += 1;
      } else if (table[route] != table[(route + 1) % routes]) {
        store_add(torn, 1u);
      }
      sync_block();
      if (route == 0 && writes) unlock_writer(lock);
      if (route == 0 && !writes && is_right) unlock_reader(lock);
    }
  };
  launch(6, routes, 0, on, serve, lock.data(), table.data(), torn.data());
  on.synchronize();
  second::expect(is_right, torn.download()[0] == 0);
  second::expect(is_right, table.download() == std::vector<unsigned>(routes, 8));
}

/// Writers that wait keep new readers out.
struct fair_lock {
  int writers_waiting;
  int state;  // as above
};

/// Some threads move money within a page of accounts, and others audit the page. Wrong: a writer
/// unlocks by a relaxed store.
void rw_writer_releases_relaxed(bool is_right) {
  constexpr unsigned pages = 4;
  constexpr unsigned accounts = 8;
  struct page {
    fair_lock lock;
    int balance[accounts];
  };
  stream on;
  device_array<page> book(pages);
  device_array<int> sums(128);
  book.fill_bytes(0);
  const auto work = [=](page* book, int* sums) {
    page& mine = book[thread_index() % pages];
    fair_lock& lock = mine.lock;
    const unsigned id = block_index() * block_size() + thread_index();
    sums[id] = 0;
    if (id / pages % 4 == 1) {
      store_add(&lock.writers_waiting, 1);
      lock_to_write(&lock.state);
      store_sub(&lock.writers_waiting, 1);
      mine.balance[id % accounts] -= static_cast<int>(id);
      mine.balance[(id + 3) % accounts] += static_cast<int>(id);
      is_right ? store(&lock.state, 0, release) : store(&lock.state, 0);
    } else {
      while (load(&lock.writers_waiting) != 0) {
      }
      lock_to_read(&lock.state);
      for (const int balance : mine.balance) sums[id] += balance;
      unlock_reader(&lock.state);
    }
  };
  launch(4, 32, 0, on, work, book.data(), sums.data());
  on.synchronize();
  second::expect(is_right, sums.download() == std::vector<int>(128, 0));
}

constexpr unsigned upgraded = 0x10000;  // a writer that was a reader; below it the readers' number

DIATOMIC_FUNCTION void enter(unsigned* lock) {
  while ((fetch_add(lock, 1u, acquire) & upgraded) != 0) {
    store_sub(lock, 1u);
    while ((load(lock) & upgraded) != 0) {
    }
  }
}
/// False if another reader upgrades: the caller leaves, so that the other one can go on.
DIATOMIC_FUNCTION bool try_upgrade(unsigned* lock, bool waits_for_readers) {
  if ((fetch_or(lock, upgraded, acquire) & upgraded) != 0) return false;
  while (waits_for_readers && load(lock, acquire) != upgraded + 1) {
  }
  return true;
}

/// Threads fill a table of values when they need them. Wrong: the reader that becomes a writer does
/// not wait until the other readers have left.
void rw_reader_upgrades(bool is_right) {
  constexpr unsigned cells = 16;
  struct cell {
    unsigned is_known;
    float value;
  };
  stream on;
  device_array<unsigned> lock(1);
  device_array<cell> memo(cells);
  device_array<float> out(256);
  lock.fill_bytes(0);
  memo.fill_bytes(0);
  const auto look_up = [=](unsigned* lock, cell* memo, float* out) {
    const unsigned id = block_index() * block_size() + thread_index();
    const unsigned wanted = (7 * thread_index() + block_index()) % cells;
    for (;;) {
      enter(lock);
      if (memo[wanted].is_known != 0) {
        out[id] = memo[wanted].value;
        store_sub(lock, 1u, release);
        return;
      }
      if (try_upgrade(lock, is_right)) {
        memo[wanted] = {1, 0.5f * static_cast<float>(wanted)};
        out[id] = memo[wanted].value;
        store_sub(lock, upgraded + 1, release);
        return;
      }
      store_sub(lock, 1u, release);
    }
  };
  launch(4, 64, 0, on, look_up, lock.data(), memo.data(), out.data());
  on.synchronize();
  const std::vector<float> found = out.download();
  for (unsigned i = 0; i < 256; ++i) {
    second::expect(is_right,
                   found[i] == 0.5f * static_cast<float>((7 * (i % 64) + i / 64) % cells));
  }
}

/// A body of a simulation, with its own seqlock.
struct body {
  unsigned sequence;
  float x;
  float y;
};
/// One block moves bodies, and the others measure them. Wrong: the reader's loads of the position
/// are plain.
void seqlock_plain_data(bool is_right) {
  stream on;
  device_array<body> bodies(64);
  device_array<unsigned> wrong(1);
  bodies.fill_bytes(0);
  wrong.fill_bytes(0);
  const auto simulate = [=](body* bodies, unsigned* wrong) {
    body& own = bodies[thread_index()];
    if (block_index() == 0) {
      for (unsigned step = 0; step < 6; ++step) {
        const float x = load(&own.x) + 0.25f * static_cast<float>(thread_index());
        store(&own.sequence, 2 * step + 1);
        fence(release);
        store(&own.x, x);
        store(&own.y, -x);
        store(&own.sequence, 2 * step + 2, release);
      }
      return;
    }
    for (unsigned sample = 0; sample < 4; ++sample) {
      for (;;) {
        const unsigned before = load(&own.sequence, acquire);
        const float x = is_right ? load(&own.x) : own.x;
        const float y = is_right ? load(&own.y) : own.y;
        fence(acquire);
        if (before % 2 != 0 || load(&own.sequence) != before) continue;
        if (x + y != 0) store_add(wrong, 1u);
        break;
      }
    }
  };
  launch(4, 64, 0, on, simulate, bodies.data(), wrong.data());
  on.synchronize();
  second::expect(is_right, wrong.download()[0] == 0);
}

}  // namespace

int main(int count, char** arguments) {
  return second::run({{"rw_missing_reader_count", rw_missing_reader_count},
                      {"rw_reader_upgrades", rw_reader_upgrades},
                      {"rw_writer_releases_relaxed", rw_writer_releases_relaxed},
                      {"seqlock_plain_data", seqlock_plain_data}},
                     count, arguments);
}
