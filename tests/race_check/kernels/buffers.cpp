// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Blocks that fill and read shared buffers in rounds.

#include <diatomic/diatomic.hpp>

#include "kernels.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace kernels;

// Steps of diffusion on a ring of 64 cells for each block, from one buffer to the other and back.
// The defect: a barrier after each second step, since each step has its own buffer.
template <bool Right>
__global__ void diffuse(int* cells, int steps) {
  __shared__ int buffers[2][64];
  const unsigned t = threadIdx.x;
  const unsigned left = (t + blockDim.x - 1) % blockDim.x;
  const unsigned right = (t + 1) % blockDim.x;
  buffers[0][t] = cells[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const int* const from = buffers[step % 2];
    int* const to = buffers[(step + 1) % 2];
    to[t] = (from[left] + 2 * from[t] + from[right]) / 4;
    if (Right || step % 2 == 1) __syncthreads();
  }
  cells[blockIdx.x * blockDim.x + t] = buffers[steps % 2][t];
}
template <bool Right>
bool run_diffuse() {
  diatomic::stream stream;
  std::vector<int> values = numbers(3 * 64);
  auto cells = on_device(values);
  diatomic::launch_global(diffuse<Right>, 3, 64, 0, stream, cells.data(), 6);
  stream.synchronize();
  for (int step = 0; step < 6; ++step) {
    const std::vector<int> from = values;
    for (unsigned i = 0; i < values.size(); ++i) {
      const unsigned first = i / 64 * 64;
      values[i] = (from[first + (i + 63) % 64] + 2 * from[i] + from[first + (i + 1) % 64]) / 4;
    }
  }
  return cells.download() == values;
}
const listed diffuse_pair("diffuse", run_diffuse<false>, run_diffuse<true>);

// Sums windows of 9 numbers, a tile at a time: the next tile is loaded while this one is read. The
// defect: the load comes before the barrier, so it overwrites a tile that others still read.
template <bool Right>
void sum_windows(const int* values, int* sums, unsigned tiles) {
  constexpr unsigned reach = 8;
  const unsigned t = diatomic::thread_index();
  const unsigned size = diatomic::block_size();
  const unsigned padded = size + reach;
  int* const buffers = diatomic::shared_array<int>();
  const auto load_tile = [=](unsigned tile) {
    int* const to = buffers + tile % 2 * padded;
    for (unsigned i = t; i < padded; i += size) to[i] = values[tile * size + i];
  };
  const unsigned first = diatomic::block_index() * tiles;
  load_tile(first);
  for (unsigned tile = first; tile < first + tiles; ++tile) {
    const bool has_next = tile + 1 < first + tiles;
    if (!Right && has_next) load_tile(tile + 1);
    diatomic::sync_block();
    if (Right && has_next) load_tile(tile + 1);
    const int* const from = buffers + tile % 2 * padded;
    int sum = 0;
    for (unsigned i = 0; i <= reach; ++i) sum += from[t + i];
    sums[tile * size + t] = sum;
  }
}
template <bool Right>
bool run_sum_windows() {
  diatomic::stream stream;
  const unsigned count = 2 * 5 * 64;
  const std::vector<int> values = numbers(count + 8);
  const auto input = on_device(values);
  diatomic::device_array<int> sums(count);
  const auto kernel = [](const int* from, int* to, unsigned n) { sum_windows<Right>(from, to, n); };
  diatomic::launch(2, 64, 2 * 72 * sizeof(int), stream, kernel, input.data(), sums.data(), 5u);
  stream.synchronize();
  std::vector<int> expected(count, 0);
  for (unsigned i = 0; i < count; ++i) {
    for (unsigned k = 0; k <= 8; ++k) expected[i] += values[i + k];
  }
  return sums.download() == expected;
}
const listed sum_windows_pair("sum_windows", run_sum_windows<false>, run_sum_windows<true>);

// Eliminates below the diagonal, modulo a prime, with one row for each thread and one matrix for
// each block: in each round another thread offers its row to all. The defect: the next one does so
// while others still read this row.
constexpr int prime = 10007;
template <bool Right>
__global__ void eliminate(int* matrices) {
  constexpr int n = 32;
  __shared__ int pivot[n];
  int* const row = matrices + (blockIdx.x * n + threadIdx.x) * n;
  for (int round = 0; round < n; ++round) {
    if (static_cast<int>(threadIdx.x) == round) {
      for (int column = round; column < n; ++column) pivot[column] = row[column];
    }
    __syncthreads();
    if (static_cast<int>(threadIdx.x) > round) {
      const int own = row[round];
      for (int column = round; column < n; ++column) {
        const int difference = row[column] * pivot[round] - own * pivot[column];
        row[column] = (difference % prime + prime) % prime;
      }
    }
    if (Right) __syncthreads();
  }
}
template <bool Right>
bool run_eliminate() {
  diatomic::stream stream;
  const int n = 32;
  std::vector<int> rows = numbers(2 * n * n);
  auto matrices = on_device(rows);
  diatomic::launch_global(eliminate<Right>, 2, n, 0, stream, matrices.data());
  stream.synchronize();
  for (int matrix = 0; matrix < 2; ++matrix) {
    int* const m = rows.data() + matrix * n * n;
    for (int round = 0; round < n; ++round) {
      for (int r = round + 1; r < n; ++r) {
        const int own = m[r * n + round];
        for (int c = round; c < n; ++c) {
          const int difference = m[r * n + c] * m[round * n + round] - own * m[round * n + c];
          m[r * n + c] = (difference % prime + prime) % prime;
        }
      }
    }
  }
  return matrices.download() == rows;
}
const listed eliminate_pair("eliminate", run_eliminate<false>, run_eliminate<true>);

}  // namespace

int main(int count, char** arguments) { return kernels::run(count, arguments); }
