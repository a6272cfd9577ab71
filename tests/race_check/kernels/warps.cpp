// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Warps that exchange values through shared memory.

#include <numeric>

#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/diatomic.hpp>

#include "kernels.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace kernels;

// The sum of each block: by barriers down to one warp, and there by __syncwarp. The defect: the
// warp's steps follow each other as on chips whose lanes ran in lockstep.
template <bool Right>
__global__ void warp_tail(const int* values, int n, int* sums) {
  __shared__ int partial[128];
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + t); i < n;
       i += static_cast<int>(gridDim.x * blockDim.x)) {
    sum += values[i];
  }
  partial[t] = sum;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half >= 32; half /= 2) {
    if (t < half) partial[t] += partial[t + half];
    __syncthreads();
  }
  if (t < 32) {
    for (unsigned half = 16; half > 0; half /= 2) {
      if (t < half) partial[t] += partial[t + half];
      if (Right) __syncwarp();
    }
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}
template <bool Right>
bool run_warp_tail() {
  diatomic::stream stream;
  const std::vector<int> values = numbers(1000);
  const auto input = on_device(values);
  diatomic::device_array<int> sums(4);
  diatomic::launch_global(warp_tail<Right>, 4, 128, 0, stream, input.data(), 1000, sums.data());
  stream.synchronize();
  const std::vector<int> found = sums.download();
  return std::accumulate(found.begin(), found.end(), 0) ==
         std::accumulate(values.begin(), values.end(), 0);
}
const listed warp_tail_pair("warp_tail", run_warp_tail<false>, run_warp_tail<true>);

// Each warp sorts its tile of even numbers to the front of a staging area by ballots, and writes
// the area out in one piece. The defect: the area is filled again while lanes still read it.
template <bool Right>
__global__ void warp_partition(const int* values, int tiles, int* out) {
  __shared__ int staged[4][32];
  const unsigned lane = threadIdx.x % warpSize;
  int* const area = staged[threadIdx.x / warpSize];
  const int warps = static_cast<int>(gridDim.x * blockDim.x / warpSize);
  int tile = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / warpSize);
  for (; tile < tiles; tile += warps) {
    const int value = values[tile * warpSize + static_cast<int>(lane)];
    const bool is_even = value % 2 == 0;
    const unsigned evens = __ballot_sync(0xffffffffu, is_even);
    const unsigned below = (1u << lane) - 1;
    const int place = is_even ? __popc(evens & below) : __popc(evens) + __popc(~evens & below);
    area[place] = value;
    __syncwarp();
    out[tile * warpSize + static_cast<int>(lane)] = area[lane];
    if (Right) __syncwarp();
  }
}
template <bool Right>
bool run_warp_partition() {
  diatomic::stream stream;
  const int tiles = 24;
  const std::vector<int> values = numbers(tiles * 32);
  const auto input = on_device(values);
  diatomic::device_array<int> output(values.size());
  diatomic::launch_global(warp_partition<Right>, 2, 128, 0, stream, input.data(), tiles,
                          output.data());
  stream.synchronize();
  std::vector<int> expected;
  for (int tile = 0; tile < tiles; ++tile) {
    for (const bool takes_even : {true, false}) {
      for (int i = 0; i < 32; ++i) {
        const int value = values[tile * 32 + i];
        if ((value % 2 == 0) == takes_even) expected.push_back(value);
      }
    }
  }
  return output.download() == expected;
}
const listed warp_partition_pair("warp_partition", run_warp_partition<false>,
                                 run_warp_partition<true>);

// Each warp reverses its rows of 32 numbers in shared memory. The defect: the lanes of each half
// wait for their own half only, but read what the other half wrote.
template <bool Right>
void reverse_rows(const int* values, int* out, unsigned rows) {
  const unsigned lane = diatomic::thread_index() % 32;
  const unsigned half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
  int* const row = diatomic::shared_array<int>() + diatomic::thread_index() / 32 * 32;
  for (unsigned r = diatomic::global_index() / 32; r < rows; r += diatomic::global_size() / 32) {
    row[lane] = values[r * 32 + lane];
    __syncwarp(Right ? 0xffffffffu : half);
    const int mirrored = row[31 - lane];
    __syncwarp(0xffffffffu);
    out[r * 32 + lane] = mirrored;
  }
}
template <bool Right>
bool run_reverse_rows() {
  diatomic::stream stream;
  const unsigned rows = 12;
  const std::vector<int> values = numbers(rows * 32);
  const auto input = on_device(values);
  diatomic::device_array<int> output(values.size());
  const auto kernel = [](const int* from, int* to, unsigned n) {
    reverse_rows<Right>(from, to, n);
  };
  diatomic::launch(3, 64, 64 * sizeof(int), stream, kernel, input.data(), output.data(), rows);
  stream.synchronize();
  std::vector<int> expected;
  for (unsigned i = 0; i < values.size(); ++i) {
    expected.push_back(values[i / 32 * 32 + 31 - i % 32]);
  }
  return output.download() == expected;
}
const listed reverse_rows_pair("reverse_rows", run_reverse_rows<false>, run_reverse_rows<true>);

}  // namespace

int main(int count, char** arguments) { return kernels::run(count, arguments); }
