// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Blocks that pass data to each other during a launch: ring buffers, flags, a grid barrier, halos.
/// They wait for each other: four must run at once, as they do under the race check.

#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "second_main.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace diatomic;

__device__ unsigned peek(unsigned* p) { return atomicAdd(p, 0u); }

/// Passes tiles from one block to another.
struct tile_ring {
  unsigned filled;
  unsigned freed;
  int tiles[2][64];
};
/// Even blocks produce tiles, odd ones consume them. Wrong: thread 0 of a consumer frees the tile
/// while other threads may read it.
__global__ void stream_tiles(tile_ring* rings, int* sums, bool is_right) {
  constexpr unsigned tiles = 6;
  tile_ring* const ring = &rings[blockIdx.x / 2];
  const unsigned t = threadIdx.x;
  if (blockIdx.x % 2 == 0) {
    for (unsigned n = 0; n < tiles; ++n) {
      if (t == 0) {
        while (n - peek(&ring->freed) >= 2) __nanosleep(40);
        __threadfence();
      }
      __syncthreads();
      ring->tiles[n % 2][t] = static_cast<int>(100 * n + t);
      __syncthreads();
      if (t == 0) {
        __threadfence();
        atomicExch(&ring->filled, n + 1);
      }
    }
    return;
  }
  int sum = 0;
  for (unsigned n = 0; n < tiles; ++n) {
    if (t == 0) {
      while (peek(&ring->filled) <= n) __nanosleep(40);
      __threadfence();
    }
    __syncthreads();
    sum += ring->tiles[n % 2][63 - t];
    if (is_right) __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(&ring->freed, n + 1);
    }
  }
  sums[blockIdx.x / 2 * 64 + t] = sum;
}
void ring_tile_freed_early(bool is_right) {
  stream on;
  device_array<tile_ring> rings(2);
  device_array<int> sums(128);
  rings.fill_bytes(0);
  launch_global(stream_tiles, 4, 64, 0, on, rings.data(), sums.data(), is_right);
  on.synchronize();
  const std::vector<int> found = sums.download();
  for (int i = 0; i < 128; ++i) second::expect(is_right, found[i] == 1500 + 6 * (63 - i % 64));
}

/// A bounded queue. The turn of a cell is even if it waits for a producer, else odd, and rises.
struct job_queue {
  static constexpr unsigned cells = 16;
  unsigned produced;
  unsigned consumed;
  struct cell {
    unsigned turn;
    int job[3];
  } ring[cells];
};
__device__ void submit(job_queue* queue, int a, int b, int c) {
  const unsigned n = atomicAdd(&queue->produced, 1u);
  job_queue::cell& cell = queue->ring[n % job_queue::cells];
  while (peek(&cell.turn) != n / job_queue::cells * 2) __nanosleep(40);
  __threadfence();
  cell.job[0] = a;
  cell.job[1] = b;
  cell.job[2] = c;
  __threadfence();
  atomicExch(&cell.turn, n / job_queue::cells * 2 + 1);
}
__device__ int take(job_queue* queue, bool is_right) {
  const unsigned n = atomicAdd(&queue->consumed, 1u);
  job_queue::cell& cell = queue->ring[n % job_queue::cells];
  while (peek(&cell.turn) != n / job_queue::cells * 2 + 1) __nanosleep(40);
  __threadfence();
  const int result = cell.job[0] * cell.job[1] + cell.job[2];
  if (is_right) __threadfence();
  atomicExch(&cell.turn, n / job_queue::cells * 2 + 2);
  return result;
}
/// Threads of half of the blocks submit jobs to a ring; threads of the other blocks take them.
/// Wrong: no fence keeps the reads of a job before its cell is given back.
__global__ void work_off(job_queue* queue, int* total, bool is_right) {
  for (int n = 0; n < 4; ++n) {
    if (blockIdx.x < gridDim.x / 2) {
      submit(queue, static_cast<int>(threadIdx.x), n, static_cast<int>(blockIdx.x));
    } else {
      atomicAdd(total, take(queue, is_right));
    }
  }
}
void ring_job_taken_without_fence(bool is_right) {
  stream on;
  device_array<job_queue> queue(1);
  device_array<int> total(1);
  queue.fill_bytes(0);
  total.fill_bytes(0);
  launch_global(work_off, 4, 32, 0, on, queue.data(), total.data(), is_right);
  on.synchronize();
  second::expect(is_right, total.download()[0] == 2 * 496 * 6 + 32 * 4);
}

/// A table of costs, one row for each block: a row needs the one above. Its warps add themselves
/// to the row's counter when they are done. Wrong: they add at block scope, and the next block
/// waits for the counter.
__global__ void align(unsigned* rows, unsigned* warps_done, bool is_right) {
  const unsigned t = threadIdx.x;
  const unsigned row = blockIdx.x;
  unsigned cost = t;
  if (row > 0) {
    if (t == 0) {
      while (peek(&warps_done[row - 1]) < blockDim.x / 32) __nanosleep(100);
      __threadfence();
    }
    __syncthreads();
    const unsigned* const above = rows + (row - 1) * blockDim.x;
    const unsigned diagonal = t > 0 ? above[t - 1] : row;
    cost = (above[t] < diagonal ? above[t] : diagonal) + 1;
  }
  rows[row * blockDim.x + t] = cost;
  __syncwarp();
  if (t % 32 == 0) {
    __threadfence();
    is_right ? atomicAdd(&warps_done[row], 1u) : atomicAdd_block(&warps_done[row], 1u);
  }
}
void flag_of_block_scope(bool is_right) {
  stream on;
  device_array<unsigned> rows(4 * 128);
  device_array<unsigned> warps_done(4);
  warps_done.fill_bytes(0);
  launch_global(align, 4, 128, 0, on, rows.data(), warps_done.data(), is_right);
  on.synchronize();
  const std::vector<unsigned> found = rows.download();
  for (unsigned i = 128; i < 4 * 128; ++i) {
    const unsigned diagonal = i % 128 > 0 ? found[i - 129] : i / 128;
    second::expect(is_right,
                   found[i] == (found[i - 128] < diagonal ? found[i - 128] : diagonal) + 1);
  }
}

struct barrier {
  unsigned arrived;
  unsigned generation;
};
/// All blocks of the grid, which run at once. Wrong: thread 0 arrives before the other threads of
/// its block are there.
__device__ void sync_grid(barrier* all, bool is_right) {
  if (is_right) __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned generation = peek(&all->generation);
    __threadfence();
    if (atomicAdd(&all->arrived, 1u) == gridDim.x - 1) {
      atomicExch(&all->arrived, 0u);
      __threadfence();
      atomicAdd(&all->generation, 1u);
    } else {
      while (peek(&all->generation) == generation) __nanosleep(100);
    }
    __threadfence();
  }
  __syncthreads();
}
/// A prefix sum in steps of doubling distance, over all blocks.
__global__ void scan(barrier* all, unsigned* from, unsigned* to, bool is_right) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned distance = 1; distance < gridDim.x * blockDim.x; distance *= 2) {
    to[i] = from[i] + (i >= distance ? from[i - distance] : 0);
    sync_grid(all, is_right);
    unsigned* const last = from;
    from = to;
    to = last;
  }
}
void grid_barrier_entered_early(bool is_right) {
  stream on;
  device_array<barrier> all(1);
  device_array<unsigned> values(256);
  device_array<unsigned> others(256);
  all.fill_bytes(0);
  values.upload(std::vector<unsigned>(256, 3));
  launch_global(scan, 4, 64, 0, on, all.data(), values.data(), others.data(), is_right);
  on.synchronize();
  const std::vector<unsigned> found = values.download();  // after eight steps
  for (unsigned i = 0; i < 256; ++i) second::expect(is_right, found[i] == 3 * (i + 1));
}

/// The outer cells of a block after even and odd steps.
struct halo {
  float edges[2][2];
  unsigned steps;
};
/// Jacobi iteration on a rod, a part for each block. Blocks wait for their neighbours only. Wrong:
/// one halo for all steps, which a block overwrites while a slow neighbour may still read it.
__global__ void heat(halo* halos, float* rod, unsigned steps, bool is_right) {
  __shared__ float part[32];
  const unsigned t = threadIdx.x;
  const unsigned b = blockIdx.x;
  part[t] = rod[b * 32 + t];
  for (unsigned step = 0; step < steps; ++step) {
    const unsigned parity = is_right ? step % 2 : 0;
    if (t == 0) halos[b].edges[parity][0] = part[0];
    if (t == 31) halos[b].edges[parity][1] = part[31];
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(&halos[b].steps, step + 1);
      while (b > 0 && peek(&halos[b - 1].steps) <= step) __nanosleep(40);
      while (b + 1 < gridDim.x && peek(&halos[b + 1].steps) <= step) __nanosleep(40);
      __threadfence();
    }
    __syncthreads();
    float left = 0;
    float right = 0;
    if (t > 0) left = part[t - 1];
    if (t == 0 && b > 0) left = halos[b - 1].edges[parity][1];
    if (t < 31) right = part[t + 1];
    if (t == 31 && b + 1 < gridDim.x) right = halos[b + 1].edges[parity][0];
    __syncthreads();
    part[t] = 0.5f * (left + right);
  }
  rod[b * 32 + t] = part[t];
}
void jacobi_with_one_halo(bool is_right) {
  stream on;
  device_array<halo> halos(4);
  halos.fill_bytes(0);
  std::vector<float> rod(128);
  for (unsigned i = 0; i < 128; ++i) rod[i] = static_cast<float>(i % 9);
  device_array<float> on_device(128);
  on_device.upload(rod);
  launch_global(heat, 4, 32, 0, on, halos.data(), on_device.data(), 6u, is_right);
  on.synchronize();
  for (unsigned step = 0; step < 6; ++step) {
    const std::vector<float> last = rod;
    for (unsigned i = 0; i < 128; ++i) {
      rod[i] = 0.5f * ((i > 0 ? last[i - 1] : 0) + (i < 127 ? last[i + 1] : 0));
    }
  }
  second::expect(is_right, on_device.download() == rod);
}

}  // namespace

int main(int count, char** arguments) {
  return second::run({{"flag_of_block_scope", flag_of_block_scope},
                      {"grid_barrier_entered_early", grid_barrier_entered_early},
                      {"jacobi_with_one_halo", jacobi_with_one_halo},
                      {"ring_job_taken_without_fence", ring_job_taken_without_fence},
                      {"ring_tile_freed_early", ring_tile_freed_early}},
                     count, arguments);
}
