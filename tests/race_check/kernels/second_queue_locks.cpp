// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Hand-written locks that serve blocks in turn: MCS locks, a ticket lock.

#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "second_main.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace diatomic;

/// A queue of waiting blocks. Nodes are numbered from 1; 0 means no node.
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
                      {"ticket_plain_serving", ticket_plain_serving}},
                     count, arguments);
}
