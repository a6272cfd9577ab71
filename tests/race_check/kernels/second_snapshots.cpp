// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Readers that do not keep writers waiting: seqlocks, and read-copy-update.

#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "second_main.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace diatomic;

__device__ unsigned peek(unsigned* p) { return atomicAdd(p, 0u); }

/// Which pixels are the newest frame. Odd while they change.
struct frame_info {
  unsigned sequence;
  unsigned first;
  unsigned length;
};
__device__ void show(frame_info* info, unsigned first, unsigned length) {
  atomicAdd(&info->sequence, 1u);
  __threadfence();
  atomicExch(&info->first, first);
  atomicExch(&info->length, length);
  __threadfence();
  atomicAdd(&info->sequence, 1u);
}
__device__ void get_newest(frame_info* info, unsigned* first, unsigned* length, bool is_right) {
  unsigned before;
  do {
    before = peek(&info->sequence);
    if (is_right) __threadfence();
    *first = peek(&info->first);
    *length = peek(&info->length);
    if (is_right) __threadfence();
  } while (before % 2 != 0 || before != peek(&info->sequence));
}
/// One block renders frames, each in its own memory, and the others look at the newest one. Wrong:
/// readers of the seqlock have no fences.
__global__ void render_and_display(frame_info* info, unsigned* pixels, unsigned frames,
                                   unsigned* wrong, bool is_right) {
  __shared__ unsigned first;
  __shared__ unsigned length;
  const unsigned t = threadIdx.x;
  if (blockIdx.x == 0) {
    for (unsigned frame = 1; frame <= frames; ++frame) {
      pixels[frame * 64 + t] = 1000 * frame + t;
      __syncthreads();
      if (t == 0) show(info, frame * 64, 32 + 4 * frame);
    }
    return;
  }
  unsigned frame = 0;
  while (frame < frames) {
    if (t == 0) get_newest(info, &first, &length, is_right);
    __syncthreads();
    frame = first / 64;
    if (t < length && pixels[first + t] != 1000 * frame + t) atomicAdd(wrong, 1u);
    if (frame != 0 && length != 32 + 4 * frame) atomicAdd(wrong, 1u);
    __syncthreads();
  }
}
void seqlock_reader_without_fences(bool is_right) {
  stream on;
  device_array<frame_info> info(1);
  device_array<unsigned> pixels(64 * 6);
  device_array<unsigned> wrong(1);
  info.fill_bytes(0);
  pixels.fill_bytes(0);
  wrong.fill_bytes(0);
  launch_global(render_and_display, 4, 64, 0, on, info.data(), pixels.data(), 5u, wrong.data(),
                is_right);
  on.synchronize();
  second::expect(is_right, wrong.download()[0] == 0);
}

/// The best solution of an island, and where its genes are. Odd while they change.
struct best {
  unsigned sequence;
  unsigned place;
  unsigned cost;
};
constexpr unsigned genes = 16;
/// Blocks are islands, which take the better solutions of their neighbours. Each solution has its
/// own memory. Wrong: the writer's second fence, after the genes, is missing.
__global__ void evolve(best* islands, unsigned* pool, unsigned* wrong, bool is_right) {
  constexpr unsigned generations = 5;
  __shared__ unsigned place;
  __shared__ unsigned cost;
  const unsigned t = threadIdx.x;
  best* const own = &islands[blockIdx.x];
  best* const neighbour = &islands[(blockIdx.x + 1) % gridDim.x];
  unsigned own_cost = 100 + 7 * blockIdx.x;
  for (unsigned generation = 0; generation < generations; ++generation) {
    if (t == 0) {
      unsigned before;
      do {
        before = peek(&neighbour->sequence);
        __threadfence();
        place = peek(&neighbour->place);
        cost = peek(&neighbour->cost);
        __threadfence();
      } while (before % 2 != 0 || before != peek(&neighbour->sequence));
      if (before == 0) cost = ~0u;
    }
    __syncthreads();
    if (cost != ~0u && t < genes && pool[place * genes + t] != cost + t) atomicAdd(wrong, 1u);
    own_cost = (cost < own_cost ? cost : own_cost) - 1;
    const unsigned own_place = blockIdx.x * generations + generation;
    if (t == 0) {
      atomicAdd(&own->sequence, 1u);
      __threadfence();
      atomicExch(&own->place, own_place);
      atomicExch(&own->cost, own_cost);
    }
    if (t < genes) pool[own_place * genes + t] = own_cost + t;
    __syncthreads();
    if (t == 0) {
      if (is_right) __threadfence();
      atomicAdd(&own->sequence, 1u);
    }
  }
}
void seqlock_writer_without_second_fence(bool is_right) {
  stream on;
  device_array<best> islands(4);
  device_array<unsigned> pool(4 * 5 * genes);
  device_array<unsigned> wrong(1);
  islands.fill_bytes(0);
  pool.fill_bytes(0);
  wrong.fill_bytes(0);
  launch_global(evolve, 4, 32, 0, on, islands.data(), pool.data(), wrong.data(), is_right);
  on.synchronize();
  second::expect(is_right, wrong.download()[0] == 0);
}

/// Block 0 updates, and blocks 1 to 3 read.
struct rcu {
  unsigned current;
  unsigned grace;
  unsigned quiet[3];
};
/// Waits until each reader has been outside its reads since the last change.
__device__ void wait_for_readers(rcu* state) {
  __threadfence();
  const unsigned target = atomicAdd(&state->grace, 1u) + 1;
  for (unsigned reader = 0; reader < 3; ++reader) {
    while (peek(&state->quiet[reader]) < target) __nanosleep(50);
  }
  __threadfence();
}
/// A reader's block is outside its reads now, or for ever.
__device__ void be_quiet(rcu* state, bool is_last, bool is_right) {
  const unsigned seen = is_last ? ~0u : peek(&state->grace);
  if (is_right) __threadfence();
  atomicExch(&state->quiet[blockIdx.x - 1], seen);
}

/// Two versions of a table of which one is current. Wrong: a reader leaves its reads without a
/// fence, so the updater may overwrite the old version before they are done.
__global__ void interpolate(rcu* state, float* tables, float* sums, bool is_right) {
  __shared__ unsigned version;
  const unsigned t = threadIdx.x;
  if (blockIdx.x == 0) {
    for (unsigned update = 1; update <= 4; ++update) {
      tables[update % 2 * 64 + t] = 1.0f * update;
      __syncthreads();
      if (t == 0) {
        __threadfence();
        atomicExch(&state->current, update % 2);
        wait_for_readers(state);
      }
      __syncthreads();
    }
    return;
  }
  float sum = 0;
  for (unsigned item = 0; item < 6; ++item) {
    if (t == 0) {
      version = peek(&state->current);
      __threadfence();
    }
    __syncthreads();
    const float* const table = tables + version * 64;
    sum += table[(t + item) % 64] - table[(t + item + 1) % 64];
    __syncthreads();
    if (t == 0) be_quiet(state, item == 5, is_right);
  }
  sums[(blockIdx.x - 1) * 64 + t] = sum;
}
void rcu_reader_leaves_without_fence(bool is_right) {
  stream on;
  device_array<rcu> state(1);
  device_array<float> tables(2 * 64);
  device_array<float> sums(3 * 64);
  state.fill_bytes(0);
  tables.fill_bytes(0);
  launch_global(interpolate, 4, 64, 0, on, state.data(), tables.data(), sums.data(), is_right);
  on.synchronize();
  second::expect(is_right, sums.download() == std::vector<float>(3 * 64, 0.0f));
}

struct rule {
  unsigned next;  // 0: none. The first rule is the head.
  unsigned key;
  unsigned action;
};
/// An updater replaces rules in a list by copies, while readers pass through it. Wrong: it reuses
/// the memory of the old rule without a wait for the readers.
__global__ void match(rcu* state, rule* rules, unsigned spare, unsigned* wrong, bool is_right) {
  if (blockIdx.x == 0) {
    if (threadIdx.x != 0) return;
    for (unsigned key = 2; key <= 6; ++key) {
      unsigned before = 0;
      unsigned old = peek(&rules[0].next);
      while (rules[old].key != key) {
        before = old;
        old = peek(&rules[old].next);
      }
      rules[spare].key = key;
      rules[spare].action = rules[old].action + 10;
      atomicExch(&rules[spare].next, peek(&rules[old].next));
      __threadfence();
      atomicExch(&rules[before].next, spare);
      if (is_right) wait_for_readers(state);
      spare = old;
    }
    return;
  }
  for (unsigned packet = 0; packet < 5; ++packet) {
    unsigned keys = 0;
    for (unsigned at = peek(&rules[0].next); at != 0; at = peek(&rules[at].next)) {
      __threadfence();
      keys += rules[at].key;
      if (rules[at].action % 10 != rules[at].key) atomicAdd(wrong, 1u);
    }
    if (keys != 8 * 9 / 2) atomicAdd(wrong, 1u);
    __syncthreads();
    if (threadIdx.x == 0) be_quiet(state, packet == 4, true);
    __syncthreads();
  }
}
void rcu_list_without_grace_period(bool is_right) {
  stream on;
  device_array<rcu> state(1);
  device_array<unsigned> wrong(1);
  state.fill_bytes(0);
  wrong.fill_bytes(0);
  std::vector<rule> start(10);
  for (unsigned n = 0; n < 9; ++n) start[n] = {(n + 1) % 9, n, n};
  device_array<rule> rules(10);
  rules.upload(start);
  launch_global(match, 4, 32, 0, on, state.data(), rules.data(), 9u, wrong.data(), is_right);
  on.synchronize();
  second::expect(is_right, wrong.download()[0] == 0);
}

}  // namespace

int main(int count, char** arguments) {
  return second::run({{"rcu_list_without_grace_period", rcu_list_without_grace_period},
                      {"rcu_reader_leaves_without_fence", rcu_reader_leaves_without_fence},
                      {"seqlock_reader_without_fences", seqlock_reader_without_fences},
                      {"seqlock_writer_without_second_fence", seqlock_writer_without_second_fence}},
                     count, arguments);
}
