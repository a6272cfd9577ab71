// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Work that a counter hands out, and a queue within a block.

#include <algorithm>

#include <diatomic/diatomic.hpp>

#include "kernels.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace kernels;

// Subtracts from each row of a matrix its first element. Blocks take rows from a counter, three at
// a time. The defect: thread 0 fetches the next rows while others still look for these.
template <bool Right>
__global__ void shift_rows(int* matrix, int rows, int* next) {
  __shared__ int first;
  __shared__ int offsets[3];
  for (;;) {
    if (threadIdx.x == 0) {
      first = atomicAdd(next, 3);
      for (int row = first; row < first + 3 && row < rows; ++row) {
        offsets[row - first] = matrix[row * static_cast<int>(blockDim.x)];
      }
    }
    __syncthreads();
    const int begin = first;
    if (begin >= rows) break;
    for (int row = begin; row < begin + 3 && row < rows; ++row) {
      matrix[row * static_cast<int>(blockDim.x) + static_cast<int>(threadIdx.x)] -=
          offsets[row - begin];
    }
    if (Right) __syncthreads();
  }
}
template <bool Right>
bool run_shift_rows() {
  diatomic::stream stream;
  std::vector<int> values = numbers(31 * 64);
  auto matrix = on_device(values);
  auto next = filled(1, 0);
  diatomic::launch_global(shift_rows<Right>, 3, 64, 0, stream, matrix.data(), 31, next.data());
  stream.synchronize();
  for (int row = 0; row < 31; ++row) {
    const int offset = values[row * 64];
    for (int column = 0; column < 64; ++column) values[row * 64 + column] -= offset;
  }
  return matrix.download() == values;
}
const listed shift_rows_pair("shift_rows", run_shift_rows<false>, run_shift_rows<true>);

// Sums of segments of different lengths. Each thread takes six numbers at a time from a counter. A
// thread adds plainly to a segment that lies within its six numbers, and atomically to others. The
// defect: it adds plainly to a segment that only begins within its six numbers.
template <bool Right>
void sum_segments(const int* values, unsigned n, const unsigned* starts, unsigned* next,
                  int* sums) {
  for (;;) {
    const unsigned begin = diatomic::fetch_add(next, 6u);
    if (begin >= n) return;
    const unsigned end = std::min(begin + 6, n);
    unsigned segment = 0;
    while (starts[segment + 1] <= begin) ++segment;
    for (unsigned i = begin; i < end; ++segment) {
      const unsigned stop = std::min(end, starts[segment + 1]);
      int sum = 0;
      for (; i < stop; ++i) sum += values[i];
      const bool begins_here = starts[segment] >= begin;
      const bool ends_here = starts[segment + 1] <= end;
      if (begins_here && (ends_here || !Right)) {
        sums[segment] += sum;
      } else {
        diatomic::store_add(&sums[segment], sum);
      }
    }
  }
}
template <bool Right>
bool run_sum_segments() {
  diatomic::stream stream;
  const std::vector<int> values = numbers(400);
  std::vector<unsigned> starts{0};
  while (starts.back() < 400) {
    starts.push_back(std::min(400u, starts.back() + 1 + static_cast<unsigned>(starts.size() % 5)));
  }
  const auto input = on_device(values);
  const auto of_segments = on_device(starts);
  auto next = filled(1, 0u);
  auto sums = filled(starts.size() - 1, 0);
  const auto kernel = [](const int* from, unsigned n, const unsigned* s, unsigned* counter,
                         int* to) { sum_segments<Right>(from, n, s, counter, to); };
  diatomic::launch(2, 32, 0, stream, kernel, input.data(), 400u, of_segments.data(), next.data(),
                   sums.data());
  stream.synchronize();
  std::vector<int> expected;
  for (unsigned segment = 0; segment + 1 < starts.size(); ++segment) {
    expected.push_back(0);
    for (unsigned i = starts[segment]; i < starts[segment + 1]; ++i) expected.back() += values[i];
  }
  return sums.download() == expected;
}
const listed sum_segments_pair("sum_segments", run_sum_segments<false>, run_sum_segments<true>);

// A queue in shared memory, without a lock: producers reserve a place, fill it, and commit the
// places in their order. Consumers wait until their place is committed. The defect: a producer that
// waits for its turn to commit does not acquire, so it passes on none of the places before.
struct shared_queue {
  unsigned reserved;
  unsigned committed;
  unsigned taken;
  unsigned items[128];
};
template <bool Right>
void commit(shared_queue* q, unsigned item) {
  using namespace diatomic;
  const unsigned place = fetch_add(&q->reserved, 1u, block_scope);
  q->items[place] = item;
  if constexpr (Right) {
    while (load(&q->committed, acquire, block_scope) != place) {
    }
  } else {
    while (load(&q->committed, block_scope) != place) {
    }
  }
  store(&q->committed, place + 1, release, block_scope);
}
template <bool Right>
void pass_items(unsigned* out) {
  using namespace diatomic;
  auto* const q = shared_array<shared_queue>();
  const unsigned t = thread_index();
  if (t == 0) q->reserved = q->committed = q->taken = 0;
  sync_block();
  const unsigned first = block_index() * 128;
  for (unsigned n = 0; n < 2; ++n) {
    if (t < 64) {
      commit<Right>(q, n * 64 + t);
    } else {
      const unsigned place = fetch_add(&q->taken, 1u, block_scope);
      while (load(&q->committed, acquire, block_scope) <= place) {
      }
      const unsigned item = q->items[place];
      out[first + item] = 7 * item + block_index();
    }
  }
}
template <bool Right>
bool run_pass_items() {
  diatomic::stream stream;
  auto output = filled(2 * 128, 0u);
  const auto kernel = [](unsigned* to) { pass_items<Right>(to); };
  diatomic::launch(2, 128, sizeof(shared_queue), stream, kernel, output.data());
  stream.synchronize();
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < 2 * 128; ++i) expected.push_back(7 * (i % 128) + i / 128);
  return output.download() == expected;
}
const listed pass_items_pair("pass_items", run_pass_items<false>, run_pass_items<true>);

}  // namespace

int main(int count, char** arguments) { return kernels::run(count, arguments); }
