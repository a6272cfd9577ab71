// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Hand-written locks: reader-writer locks, MCS locks, a ticket lock.

#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "second_main.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

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

/// A queue of waiting blocks. Numbers of nodes start at 1; 0 is none.
struct mcs_lock {
  unsigned tail;
  struct node {
    unsigned next;
    unsigned is_waiting;
  } nodes[9];
};
/// Right: `order_of_tail` is acq_rel.
template <class Order>
DIATOMIC_FUNCTION void lock_queue(mcs_lock* lock, unsigned own, Order order_of_tail) {
  mcs_lock::node& node = lock->nodes[own];
  store(&node.next, 0u);
  store(&node.is_waiting, 1u);
  const unsigned before = exchange(&lock->tail, own, order_of_tail);
  if (before == 0) return;
  store(&lock->nodes[before].next, own, release);
  while (load(&node.is_waiting, acquire) != 0) {
  }
}
template <class Order>
DIATOMIC_FUNCTION void unlock_queue(mcs_lock* lock, unsigned own, Order order_of_hand_over) {
  unsigned next = load(&lock->nodes[own].next, acquire);
  if (next == 0) {
    if (compare_exchange(&lock->tail, own, 0u, release) == own) return;
    while ((next = load(&lock->nodes[own].next, acquire)) == 0) {
    }
  }
  store(&lock->nodes[next].is_waiting, 0u, order_of_hand_over);
}

/// Blocks join their partial statistics. Wrong: who finds the queue empty does not acquire what
/// the last holder wrote.
void mcs_tail_without_acquire(bool is_right) {
  struct statistics {
    unsigned count, sum, largest;
  };
  stream on;
  device_array<mcs_lock> lock(1);
  device_array<statistics> all(1);
  lock.fill_bytes(0);
  all.fill_bytes(0);
  const auto reduce = [=](mcs_lock* lock, statistics* all) {
    auto* const partial = shared_array<statistics>();
    if (thread_index() == 0) *partial = {0, 0, 0};
    sync_block();
    const unsigned value = 3 * thread_index() + block_index();
    store_add(&partial->count, 1u, block_scope);
    store_add(&partial->sum, value, block_scope);
    store_max(&partial->largest, value, block_scope);
    sync_block();
    if (thread_index() != 0) return;
    const unsigned own = block_index() + 1;
    is_right ? lock_queue(lock, own, acq_rel) : lock_queue(lock, own, release);
    all->count += partial->count;
    all->sum += partial->sum;
    if (partial->largest > all->largest) all->largest = partial->largest;
    unlock_queue(lock, own, release);
  };
  launch(8, 32, sizeof(statistics), on, reduce, lock.data(), all.data());
  on.synchronize();
  const statistics found = all.download()[0];
  second::expect(is_right, found.count == 256 && found.largest == 3 * 31 + 7);
  second::expect(is_right, found.sum == 8 * 3 * (31 * 32 / 2) + 32 * (7 * 8 / 2));
}

/// Blocks append segments to one output. Wrong: the holder wakes its successor by a relaxed store.
void mcs_hand_over_relaxed(bool is_right) {
  struct output {
    unsigned size;
    unsigned values[4 * 3 * 32];
  };
  stream on;
  device_array<mcs_lock> lock(1);
  device_array<output> out(1);
  lock.fill_bytes(0);
  out.fill_bytes(0);
  const auto append = [=](mcs_lock* lock, output* out) {
    const unsigned own = block_index() + 1;
    for (unsigned round = 0; round < 3; ++round) {
      if (thread_index() == 0) lock_queue(lock, own, acq_rel);
      sync_block();
      const unsigned first = out->size;
      out->values[first + thread_index()] = own;
      sync_block();
      if (thread_index() != 0) continue;
      out->size = first + block_size();
      is_right ? unlock_queue(lock, own, release) : unlock_queue(lock, own, relaxed);
    }
  };
  launch(4, 32, 0, on, append, lock.data(), out.data());
  on.synchronize();
  const output found = out.download()[0];
  second::expect(is_right, found.size == 4 * 3 * 32);
  for (unsigned i = 0; i < 4 * 3 * 32; ++i) {
    second::expect(is_right, found.values[i] != 0 && found.values[i] == found.values[i / 32 * 32]);
  }
}

struct ticket_lock {
  unsigned next;
  unsigned serving;
};

/// Blocks add their tile to one of two sums. Wrong: the holder serves the next ticket by a plain
/// store.
__global__ void add_tiles(ticket_lock* locks, float* sums, bool is_right) {
  __shared__ float tile[64];
  ticket_lock* const lock = &locks[blockIdx.x % 2];
  float* const sum = sums + 64 * (blockIdx.x % 2);
  tile[threadIdx.x] = 1.0f + threadIdx.x;
  __syncthreads();
  unsigned ticket = 0;
  if (threadIdx.x == 0) {
    ticket = atomicAdd(&lock->next, 1);
    while (atomicAdd(&lock->serving, 0) != ticket) __nanosleep(20);
    __threadfence();
  }
  __syncthreads();
  sum[threadIdx.x] += tile[63 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (is_right) {
      atomicExch(&lock->serving, ticket + 1);
    } else {
      lock->serving = ticket + 1;
    }
  }
}
void ticket_plain_serving(bool is_right) {
  stream on;
  device_array<ticket_lock> locks(2);
  device_array<float> sums(128);
  locks.fill_bytes(0);
  sums.fill_bytes(0);
  launch_global(add_tiles, 8, 64, 0, on, locks.data(), sums.data(), is_right);
  on.synchronize();
  const std::vector<float> found = sums.download();
  for (unsigned i = 0; i < 128; ++i) {
    second::expect(is_right, found[i] == 4.0f * static_cast<float>(64 - i % 64));
  }
}

}  // namespace

int main(int count, char** arguments) {
  return second::run({{"mcs_hand_over_relaxed", mcs_hand_over_relaxed},
                      {"mcs_tail_without_acquire", mcs_tail_without_acquire},
                      {"rw_missing_reader_count", rw_missing_reader_count},
                      {"rw_reader_upgrades", rw_reader_upgrades},
                      {"rw_writer_releases_relaxed", rw_writer_releases_relaxed},
                      {"ticket_plain_serving", ticket_plain_serving}},
                     count, arguments);
}
