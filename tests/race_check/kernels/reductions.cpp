// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Sums, scans and histograms.

#include <numeric>

#include <diatomic/diatomic.hpp>

#include "kernels.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace kernels;

// Sums the columns of a matrix of 64 columns: each block some rows, and the last block to finish
// the rows of partial sums. The defect: no barrier between the partial sums, which all threads
// write, and the fence and the count of thread 0.
template <bool Right>
__global__ void sum_columns(const int* matrix, int rows, int* partial, unsigned* finished,
                            int* sums) {
  __shared__ bool is_last;
  const unsigned column = threadIdx.x;
  const unsigned columns = blockDim.x;
  int sum = 0;
  for (int row = static_cast<int>(blockIdx.x); row < rows; row += static_cast<int>(gridDim.x)) {
    sum += matrix[static_cast<unsigned>(row) * columns + column];
  }
  partial[blockIdx.x * columns + column] = sum;
  if (Right) __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(finished, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last) {
    int total = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) {
      total += partial[block * columns + column];
    }
    sums[column] = total;
  }
}
template <bool Right>
bool run_sum_columns() {
  diatomic::stream stream;
  const std::vector<int> values = numbers(40 * 64);
  const auto matrix = on_device(values);
  diatomic::device_array<int> partial(4 * 64);
  auto finished = filled(1, 0u);
  diatomic::device_array<int> sums(64);
  diatomic::launch_global(sum_columns<Right>, 4, 64, 0, stream, matrix.data(), 40, partial.data(),
                          finished.data(), sums.data());
  stream.synchronize();
  std::vector<int> expected(64, 0);
  for (unsigned i = 0; i < values.size(); ++i) expected[i % 64] += values[i];
  return sums.download() == expected;
}
const listed sum_columns_pair("sum_columns", run_sum_columns<false>, run_sum_columns<true>);

// Finds the largest number and its place: the last block to come compares the candidates of all
// blocks. The defect: the count releases, but does not acquire.
struct candidate {
  int value;
  unsigned place;
};
template <bool Right>
void find_largest(const int* values, unsigned n, candidate* candidates, unsigned* arrived,
                  candidate* largest) {
  candidate* const of_threads = diatomic::shared_array<candidate>();
  const unsigned t = diatomic::thread_index();
  candidate best{-1, 0};
  for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
    if (values[i] > best.value) best = {values[i], i};
  }
  of_threads[t] = best;
  for (unsigned half = diatomic::block_size() / 2; half > 0; half /= 2) {
    diatomic::sync_block();
    if (t < half && of_threads[t + half].value > of_threads[t].value) {
      of_threads[t] = of_threads[t + half];
    }
  }
  if (t != 0) return;
  candidates[diatomic::block_index()] = of_threads[0];
  const unsigned before = Right ? diatomic::fetch_add(arrived, 1u, diatomic::acq_rel)
                                : diatomic::fetch_add(arrived, 1u, diatomic::release);
  if (before + 1 != diatomic::grid_size()) return;
  candidate of_all = candidates[0];
  for (unsigned block = 1; block < diatomic::grid_size(); ++block) {
    if (candidates[block].value > of_all.value) of_all = candidates[block];
  }
  *largest = of_all;
}
template <bool Right>
bool run_find_largest() {
  diatomic::stream stream;
  std::vector<int> values = numbers(900);
  values[517] = 5000;
  const auto input = on_device(values);
  diatomic::device_array<candidate> candidates(5);
  auto arrived = filled(1, 0u);
  diatomic::device_array<candidate> largest(1);
  const auto kernel = [](const int* from, unsigned n, candidate* c, unsigned* count,
                         candidate* to) { find_largest<Right>(from, n, c, count, to); };
  diatomic::launch(5, 32, 32 * sizeof(candidate), stream, kernel, input.data(), 900u,
                   candidates.data(), arrived.data(), largest.data());
  stream.synchronize();
  const candidate found = largest.download()[0];
  return found.value == 5000 && found.place == 517;
}
const listed find_largest_pair("find_largest", run_find_largest<false>, run_find_largest<true>);

// Running sums of each tile, in the tile's own place in shared memory, and then in place in global
// memory. The defect: no barrier between what a step reads and what it writes.
template <bool Right>
void scan_tiles(int* values, unsigned tiles) {
  int* const tile_sums = diatomic::shared_array<int>();
  const unsigned t = diatomic::thread_index();
  const unsigned size = diatomic::block_size();
  for (unsigned tile = diatomic::block_index(); tile < tiles; tile += diatomic::grid_size()) {
    tile_sums[t] = values[tile * size + t];
    diatomic::sync_block();
    for (unsigned distance = 1; distance < size; distance *= 2) {
      const int below = t >= distance ? tile_sums[t - distance] : 0;
      if (Right) diatomic::sync_block();
      tile_sums[t] += below;
      diatomic::sync_block();
    }
    values[tile * size + t] = tile_sums[t];
  }
}
template <bool Right>
bool run_scan_tiles() {
  diatomic::stream stream;
  std::vector<int> values = numbers(6 * 128);
  auto on_tiles = on_device(values);
  const auto kernel = [](int* in_place, unsigned tiles) { scan_tiles<Right>(in_place, tiles); };
  diatomic::launch(3, 128, 128 * sizeof(int), stream, kernel, on_tiles.data(), 6u);
  stream.synchronize();
  for (unsigned tile = 0; tile < 6; ++tile) {
    const auto first = values.begin() + tile * 128;
    std::partial_sum(first, first + 128, first);
  }
  return on_tiles.download() == values;
}
const listed scan_tiles_pair("scan_tiles", run_scan_tiles<false>, run_scan_tiles<true>);

// A histogram for each warp, which the block adds up. The defect: each warp waits only for itself
// before its threads add up bins of all warps.
template <bool Right>
__global__ void count_by_warps(const int* values, int n, int* bins) {
  __shared__ int of_warps[4][64];
  const unsigned warp = threadIdx.x / 32;
  for (unsigned bin = threadIdx.x % 32; bin < 64; bin += 32) of_warps[warp][bin] = 0;
  __syncwarp();
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n;
       i += static_cast<int>(gridDim.x * blockDim.x)) {
    atomicAdd(&of_warps[warp][values[i] % 64], 1);
  }
  if (Right) {
    __syncthreads();
  } else {
    __syncwarp();
  }
  for (unsigned bin = threadIdx.x; bin < 64; bin += blockDim.x) {
    int sum = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) sum += of_warps[w][bin];
    if (sum > 0) atomicAdd(&bins[bin], sum);
  }
}
template <bool Right>
bool run_count_by_warps() {
  diatomic::stream stream;
  const std::vector<int> values = numbers(1500);
  const auto input = on_device(values);
  auto bins = filled(64, 0);
  diatomic::launch_global(count_by_warps<Right>, 3, 128, 0, stream, input.data(), 1500,
                          bins.data());
  stream.synchronize();
  std::vector<int> expected(64, 0);
  for (const int value : values) ++expected[static_cast<unsigned>(value % 64)];
  return bins.download() == expected;
}
const listed count_by_warps_pair("count_by_warps", run_count_by_warps<false>,
                                 run_count_by_warps<true>);

}  // namespace

int main(int count, char** arguments) { return kernels::run(count, arguments); }
