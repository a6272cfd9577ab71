// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Blocks that take work from each other.

#include <diatomic/diatomic.hpp>

#include "kernels.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace kernels;

// The deque of Chase and Lev: its owner pushes and pops at the bottom, thieves take from the top.
struct deque {
  alignas(64) int top;
  alignas(64) int bottom;
  int tasks[32];
};
template <bool Right>
void push(deque* d, int task) {
  const int bottom = diatomic::load(&d->bottom);
  diatomic::store(&d->tasks[bottom], task);
  if (Right) diatomic::fence(diatomic::release);
  diatomic::store(&d->bottom, bottom + 1);
}
int pop(deque* d) {
  const int bottom = diatomic::load(&d->bottom) - 1;
  diatomic::store(&d->bottom, bottom);
  diatomic::fence(diatomic::seq_cst);
  const int top = diatomic::load(&d->top);
  if (top < bottom) return diatomic::load(&d->tasks[bottom]);
  int task = -1;
  if (top == bottom) {
    const bool is_ours =
        diatomic::compare_exchange(&d->top, top, top + 1, diatomic::seq_cst) == top;
    if (is_ours) task = diatomic::load(&d->tasks[bottom]);
  }
  diatomic::store(&d->bottom, bottom + 1);
  return task;
}
int steal(deque* d) {
  const int top = diatomic::load(&d->top, diatomic::acquire);
  diatomic::fence(diatomic::seq_cst);
  const int bottom = diatomic::load(&d->bottom, diatomic::acquire);
  if (top >= bottom) return -1;
  const int task = diatomic::load(&d->tasks[top]);
  return diatomic::compare_exchange(&d->top, top, top + 1, diatomic::seq_cst) == top ? task : -1;
}
struct range {
  int first;
  int last;
};
// Block 0 describes tasks and pushes them, four at a time; all blocks process them until none
// remains. The defect: a push has no fence, so a thief may not see the description.
template <bool Right>
void share_tasks(deque* d, range* ranges, int tasks, int* remaining, int* out) {
  int* const task_of_block = diatomic::shared_array<int>();
  const bool is_owner = diatomic::block_index() == 0;
  int pushed = 0;
  int unpopped = 0;
  for (bool is_done = false; !is_done;) {
    if (diatomic::thread_index() == 0) {
      if (is_owner && unpopped == 0) {
        for (; pushed < tasks && unpopped < 4; ++pushed, ++unpopped) {
          ranges[pushed] = {pushed * 40, pushed * 40 + 20 + pushed};
          push<Right>(d, pushed);
        }
      }
      int task = is_owner ? pop(d) : steal(d);
      if (is_owner) unpopped = task < 0 ? 0 : unpopped - 1;
      if (task < 0 && diatomic::load(remaining) == 0) task = -2;
      task_of_block[0] = task;
      if (task >= 0) {
        task_of_block[1] = ranges[task].first;
        task_of_block[2] = ranges[task].last;
        diatomic::store_sub(remaining, 1);
      }
    }
    diatomic::sync_block();
    is_done = task_of_block[0] == -2;
    if (task_of_block[0] >= 0) {
      const int step = static_cast<int>(diatomic::block_size());
      int i = task_of_block[1] + static_cast<int>(diatomic::thread_index());
      for (; i < task_of_block[2]; i += step) out[i] = 3 * i + task_of_block[0];
    }
    diatomic::sync_block();
  }
}
template <bool Right>
bool run_share_tasks() {
  diatomic::stream stream;
  constexpr int tasks = 16;
  diatomic::device_array<deque> d(1);
  d.fill_bytes(0);
  diatomic::device_array<range> ranges(tasks);
  auto remaining = filled(1, tasks);
  auto output = filled(tasks * 40, 0);
  const auto kernel = [](deque* from, range* r, int n, int* left, int* to) {
    share_tasks<Right>(from, r, n, left, to);
  };
  diatomic::launch(4, 32, 3 * sizeof(int), stream, kernel, d.data(), ranges.data(), tasks,
                   remaining.data(), output.data());
  stream.synchronize();
  std::vector<int> expected(tasks * 40, 0);
  for (int task = 0; task < tasks; ++task) {
    for (int i = task * 40; i < task * 40 + 20 + task; ++i) expected[i] = 3 * i + task;
  }
  return output.download() == expected;
}
const listed share_tasks_pair("share_tasks", run_share_tasks<false>, run_share_tasks<true>);

// A ring of tasks under a lock.
struct queue {
  int lock;
  int head;
  int tail;
  int ring[8];
};
__device__ void take_lock(queue* q) {
  while (atomicCAS(&q->lock, 0, 1) != 0) __nanosleep(20);
  __threadfence();
}
__device__ void release_lock(queue* q) {
  __threadfence();
  atomicExch(&q->lock, 0);
}
// Each block works on its own queue, which it fills as long as there is room, and when that is
// empty takes half of its neighbour's. The defect: it lets go of the neighbour's lock before it has
// copied the tasks, whose places the neighbour may fill again.
template <bool Right>
__global__ void balance(queue* queues, int* sums) {
  __shared__ int tasks[4];
  __shared__ int count;
  queue* const own = &queues[blockIdx.x];
  queue* const other = &queues[(blockIdx.x + 1) % gridDim.x];
  const int quota = static_cast<int>(10 * blockIdx.x);
  int produced = 0;
  int taken = 0;
  do {
    if (threadIdx.x == 0) {
      count = 0;
      take_lock(own);
      for (; produced < quota && own->tail - own->head < 8; ++produced) {
        own->ring[own->tail++ % 8] = static_cast<int>(100 * blockIdx.x) + produced;
      }
      if (own->head < own->tail) tasks[count++] = own->ring[own->head++ % 8];
      release_lock(own);
      if (count == 0) {
        take_lock(other);
        const int first = other->head;
        const int half = (other->tail - first + 1) / 2;
        other->head = first + half;
        if (!Right) release_lock(other);
        for (int i = 0; i < half; ++i) tasks[count++] = other->ring[(first + i) % 8];
        if (Right) release_lock(other);
      }
    }
    __syncthreads();
    taken = count;
    for (int i = 0; i < taken; ++i) atomicAdd(&sums[threadIdx.x], tasks[i]);
    __syncthreads();
  } while (taken > 0);
}
template <bool Right>
bool run_balance() {
  diatomic::stream stream;
  diatomic::device_array<queue> queues(4);
  queues.fill_bytes(0);
  auto sums = filled(32, 0);
  diatomic::launch_global(balance<Right>, 4, 32, 0, stream, queues.data(), sums.data());
  stream.synchronize();
  int expected = 0;
  for (int block = 0; block < 4; ++block) {
    for (int task = 0; task < 10 * block; ++task) expected += 100 * block + task;
  }
  return sums.download() == std::vector<int>(32, expected);
}
const listed balance_pair("balance", run_balance<false>, run_balance<true>);

}  // namespace

int main(int count, char** arguments) { return kernels::run(count, arguments); }
