// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Blocks that wait for each other's flags. They are few, so that all of them run at once.

#include <algorithm>
#include <numeric>

#include <diatomic/diatomic.hpp>

#include "kernels.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace kernels;

// Running sums in one pass: each tile publishes its own sum, and then, when it has looked back at
// the tiles before it, the sum of all up to its end. The defect: the second takes the place of the
// first, while other tiles may still read that.
enum tile_state { has_nothing = 0, has_sum = 1, has_prefix = 2 };
template <bool Right>
__global__ void look_back(const int* values, int* out, unsigned* next_tile, int* states, int* sums,
                          int* prefixes) {
  __shared__ unsigned own_tile;
  __shared__ int running[64];
  __shared__ int before;
  const unsigned t = threadIdx.x;
  if (t == 0) own_tile = atomicAdd(next_tile, 1u);
  __syncthreads();
  const unsigned tile = own_tile;
  running[t] = values[tile * blockDim.x + t];
  __syncthreads();
  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    const int below = t >= distance ? running[t - distance] : 0;
    __syncthreads();
    running[t] += below;
    __syncthreads();
  }
  if (t == blockDim.x - 1) {
    int* const of_all = Right ? prefixes : sums;
    int prefix = 0;
    if (tile > 0) {
      sums[tile] = running[t];
      __threadfence();
      atomicExch(&states[tile], has_sum);
    }
    for (unsigned other = tile; other-- > 0;) {
      int state = has_nothing;
      while ((state = atomicAdd(&states[other], 0)) == has_nothing) {
      }
      __threadfence();
      prefix += state == has_prefix ? of_all[other] : sums[other];
      if (state == has_prefix) break;
    }
    of_all[tile] = prefix + running[t];
    __threadfence();
    atomicExch(&states[tile], has_prefix);
    before = prefix;
  }
  __syncthreads();
  out[tile * blockDim.x + t] = before + running[t];
}
template <bool Right>
bool run_look_back() {
  diatomic::stream stream;
  std::vector<int> values = numbers(4 * 64);
  const auto input = on_device(values);
  diatomic::device_array<int> output(values.size());
  auto next_tile = filled(1, 0u);
  auto states = filled(4, 0);
  diatomic::device_array<int> sums(4);
  diatomic::device_array<int> prefixes(4);
  diatomic::launch_global(look_back<Right>, 4, 64, 0, stream, input.data(), output.data(),
                          next_tile.data(), states.data(), sums.data(), prefixes.data());
  stream.synchronize();
  std::partial_sum(values.begin(), values.end(), values.begin());
  return output.download() == values;
}
const listed look_back_pair("look_back", run_look_back<false>, run_look_back<true>);

// The best path down a grid of weights, straight or to the right: each block has a strip of
// columns, and its first thread waits for the last column of the strip before, row by row. The
// defect: the row is announced before the barrier, so its last column may not have been written.
template <bool Right>
void best_paths(const int* weights, unsigned rows, int* edges, unsigned* done, int* best) {
  const unsigned t = diatomic::thread_index();
  const unsigned size = diatomic::block_size();
  const unsigned strip = diatomic::block_index();
  const unsigned columns = diatomic::grid_size() * size;
  int* const buffers = diatomic::shared_array<int>();
  int value = 0;
  for (unsigned row = 0; row < rows; ++row) {
    int from_left = 0;
    if (row > 0 && t > 0) from_left = buffers[(row - 1) % 2 * size + t - 1];
    if (row > 0 && t == 0 && strip > 0) {
      while (diatomic::load(&done[strip - 1], diatomic::acquire) < row) {
      }
      from_left = edges[(strip - 1) * rows + row - 1];
    }
    value = std::max(value, from_left) + weights[row * columns + strip * size + t];
    buffers[row % 2 * size + t] = value;
    if (t == size - 1) edges[strip * rows + row] = value;
    if (!Right && t == 0) diatomic::store(&done[strip], row + 1, diatomic::release);
    diatomic::sync_block();
    if (Right && t == 0) diatomic::store(&done[strip], row + 1, diatomic::release);
  }
  best[strip * size + t] = value;
}
template <bool Right>
bool run_best_paths() {
  diatomic::stream stream;
  constexpr unsigned rows = 10;
  constexpr unsigned columns = 3 * 32;
  const std::vector<int> values = numbers(rows * columns);
  const auto weights = on_device(values);
  diatomic::device_array<int> edges(3 * rows);
  auto done = filled(3, 0u);
  diatomic::device_array<int> best(columns);
  const auto kernel = [](const int* w, unsigned n, int* e, unsigned* d, int* to) {
    best_paths<Right>(w, n, e, d, to);
  };
  diatomic::launch(3, 32, 2 * 32 * sizeof(int), stream, kernel, weights.data(), rows, edges.data(),
                   done.data(), best.data());
  stream.synchronize();
  std::vector<int> expected(columns, 0);
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned column = columns; column-- > 0;) {
      const int from_left = column > 0 ? expected[column - 1] : 0;
      expected[column] = std::max(expected[column], from_left) + values[row * columns + column];
    }
  }
  return best.download() == expected;
}
const listed best_paths_pair("best_paths", run_best_paths<false>, run_best_paths<true>);

// One block writes packets, the second decides on the place of each, and the third moves it there.
// The defect: the second sees that a packet is there without acquiring it, as it does not read it.
template <bool Right>
void route_packets(unsigned packets, int* sent, unsigned* sent_count, unsigned* places,
                   unsigned* routed_count, int* received) {
  const unsigned t = diatomic::thread_index();
  const unsigned size = diatomic::block_size();
  for (unsigned n = 0; n < packets; ++n) {
    if (diatomic::block_index() == 0) {
      sent[n * size + t] = static_cast<int>(n * 100 + t);
      diatomic::sync_block();
      if (t == 0) diatomic::store(sent_count, n + 1, diatomic::release);
    } else if (diatomic::block_index() == 1) {
      if (t != 0) continue;
      while ((Right ? diatomic::load(sent_count, diatomic::acquire) : diatomic::load(sent_count)) <=
             n) {
      }
      places[n] = n * 3 % packets;
      diatomic::store(routed_count, n + 1, diatomic::release);
    } else {
      if (t == 0) {
        while (diatomic::load(routed_count, diatomic::acquire) <= n) {
        }
      }
      diatomic::sync_block();
      received[places[n] * size + t] = sent[n * size + t];
    }
  }
}
template <bool Right>
bool run_route_packets() {
  diatomic::stream stream;
  constexpr unsigned packets = 8;
  constexpr unsigned size = 64;
  diatomic::device_array<int> sent(packets * size);
  diatomic::device_array<unsigned> places(packets);
  diatomic::device_array<int> received(packets * size);
  auto counts = filled(64, 0u);
  const auto kernel = [](unsigned n, int* from, unsigned* at, unsigned* c, int* to) {
    route_packets<Right>(n, from, c, at, c + 32, to);
  };
  diatomic::launch(3, size, 0, stream, kernel, packets, sent.data(), places.data(), counts.data(),
                   received.data());
  stream.synchronize();
  std::vector<int> expected(packets * size);
  for (unsigned n = 0; n < packets; ++n) {
    for (unsigned t = 0; t < size; ++t) {
      expected[n * 3 % packets * size + t] = static_cast<int>(n * 100 + t);
    }
  }
  return received.download() == expected;
}
const listed route_packets_pair("route_packets", run_route_packets<false>, run_route_packets<true>);

}  // namespace

int main(int count, char** arguments) { return kernels::run(count, arguments); }
