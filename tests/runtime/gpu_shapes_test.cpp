// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels of a program's own, whose grids and blocks have two or three dimensions: threads and
/// blocks are numbered x first, and what a block's threads do together includes all of them.

#include <cstddef>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/block_update.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

namespace {

using diatomic::device_array;

struct shape {
  dim3 grid;
  dim3 block;
};
void PrintTo(const shape& s, std::ostream* out) {
  const auto print = [out](dim3 d) { *out << d.x << " x " << d.y << " x " << d.z; };
  *out << "blocks ";
  print(s.grid);
  *out << " of ";
  print(s.block);
}

unsigned count_of(dim3 d) { return d.x * d.y * d.z; }

/// Where a thread is, in the vendor's coordinates and in the library's numbers.
struct whereabouts {
  unsigned block[3];
  unsigned thread[3];
  unsigned block_index;
  unsigned thread_index;
  unsigned lane_index;
  unsigned lane_of_hardware;
  unsigned block_size;
  unsigned grid_size;
  unsigned global_size;
};

__global__ void tell_whereabouts(whereabouts* all) {
  using namespace diatomic;
  all[global_index()] = {{blockIdx.x, blockIdx.y, blockIdx.z},
                         {threadIdx.x, threadIdx.y, threadIdx.z},
                         block_index(),
                         thread_index(),
                         lane_index(),
                         detail::device_ops::lane_number(),
                         block_size(),
                         grid_size(),
                         global_size()};
}

/// What all threads of a block do together, and all blocks of the grid.
__global__ void work_together(unsigned* slots, unsigned* counter, unsigned* total, unsigned* sums,
                              diatomic::grid_barrier<>* barrier, unsigned* late) {
  using namespace diatomic;
  auto* const shared = shared_array<unsigned>();
  slots[global_index()] = block_update<op::add, unsigned>(shared).fetch(counter, 1u);
  sync_block();
  block_update<op::add, unsigned>(shared).store(total, global_index());
  sync_block();
  const unsigned sum = block_reduce<unsigned>(shared)(thread_index() + 1,
                                                      [](unsigned a, unsigned b) { return a + b; });
  if (thread_index() == 0) sums[block_index()] = sum;
  barrier->arrive_and_wait();
  if (load(counter) != global_size()) store_add(late, 1u);
}

class shapes : public testing::TestWithParam<shape> {};

TEST_P(shapes, number_threads_and_blocks_x_first) {
  const auto [grid, block] = GetParam();
  const unsigned threads = count_of(grid) * count_of(block);
  device_array<whereabouts> all(threads);
  all.fill_bytes(0xff);
  tell_whereabouts<<<grid, block>>>(all.data());
  const auto warp = static_cast<unsigned>(diatomic::properties(0).warp_size);
  const std::vector<whereabouts> found = all.download();
  for (unsigned i = 0; i < threads; ++i) {
    const whereabouts& w = found[i];
    const unsigned b = i / count_of(block);
    const unsigned t = i % count_of(block);
    ASSERT_EQ(w.block_index, b) << i;
    ASSERT_EQ(w.thread_index, t) << i;
    ASSERT_EQ((w.block[2] * grid.y + w.block[1]) * grid.x + w.block[0], b) << i;
    ASSERT_EQ((w.thread[2] * block.y + w.thread[1]) * block.x + w.thread[0], t) << i;
    ASSERT_EQ(w.lane_index, t % warp) << i;
    ASSERT_EQ(w.lane_of_hardware, t % warp) << i;
    ASSERT_EQ(w.block_size, count_of(block)) << i;
    ASSERT_EQ(w.grid_size, count_of(grid)) << i;
    ASSERT_EQ(w.global_size, threads) << i;
  }
}

TEST_P(shapes, include_all_threads_in_what_a_block_does) {
  const auto [grid, block] = GetParam();
  const unsigned each = count_of(block);
  const unsigned threads = count_of(grid) * each;
  device_array<unsigned> slots(threads);
  device_array<unsigned> sums(count_of(grid));
  device_array<unsigned> counts(3);
  device_array<diatomic::grid_barrier<>> barrier(1);
  counts.fill_bytes(0);
  barrier.fill_bytes(0);
  const std::size_t shared =
      diatomic::block_update<diatomic::op::add, unsigned>::shared_bytes(each);
  work_together<<<grid, block, shared>>>(slots.data(), counts.data(), counts.data() + 1,
                                         sums.data(), barrier.data(), counts.data() + 2);
  std::vector<unsigned> taken(threads, 0);
  for (const unsigned slot : slots.download()) {
    ASSERT_LT(slot, threads);
    ++taken[slot];
  }
  EXPECT_EQ(taken, std::vector<unsigned>(threads, 1));
  EXPECT_EQ(sums.download(), std::vector<unsigned>(count_of(grid), each * (each + 1) / 2));
  EXPECT_EQ(counts.download(), (std::vector<unsigned>{threads, threads * (threads - 1) / 2, 0}));
}

INSTANTIATE_TEST_SUITE_P(of_launches, shapes,
                         testing::Values(shape{{1, 1, 1}, {64, 1, 1}},
                                         shape{{3, 1, 1}, {16, 16, 1}},
                                         shape{{1, 4, 1}, {1, 64, 1}}, shape{{2, 3, 1}, {8, 4, 2}},
                                         shape{{1, 2, 3}, {1, 1, 64}}, shape{{2, 1, 2}, {5, 7, 3}},
                                         shape{{1, 1, 4}, {33, 2, 1}}, shape{{1, 1, 2}, {3, 3, 3}},
                                         shape{{2, 2, 1}, {1, 1, 1}}));

}  // namespace
