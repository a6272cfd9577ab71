// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The barrier of a grid: what any thread of any block did before, all see after, round after round
/// and launch after launch; and blocks that would wait forever are refused.

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

#include "support/scale.hpp"

namespace {

using diatomic::device_array;

/// Round by round each thread writes a word that others read in the next. Two sets of words take
/// turns, so that one barrier a round is enough.
template <class Barrier>
struct write_and_read {
  DIATOMIC_DEVICE void operator()(Barrier* barrier, unsigned* words, unsigned* wrong,
                                  unsigned rounds) const {
    const unsigned me = diatomic::global_index();
    const unsigned all = diatomic::global_size();
    for (unsigned k = 1; k <= rounds; ++k) {
      unsigned* const now = words + k % 2 * all;
      now[me] = k;
      barrier->arrive_and_wait();
      // Neighbours in the warp, in the block, and in other blocks.
      for (const unsigned far : {1u, diatomic::block_size() / 2, all / 3, all - 1}) {
        if (now[(me + far) % all] != k) diatomic::store_add(wrong, 1u);
      }
    }
  }
};

template <class Barrier>
struct barrier_run {
  device_array<Barrier> barrier{1};
  device_array<unsigned> wrong{1};

  barrier_run() {
    barrier.fill_bytes(0);
    wrong.fill_bytes(0);
  }
  void expect_rounds(unsigned grid, unsigned block, unsigned rounds) {
    diatomic::stream stream;
    device_array<unsigned> words(std::size_t{2} * grid * block);
    words.fill_bytes(0);
    diatomic::launch_cooperative(grid, block, 0, stream, write_and_read<Barrier>{}, barrier.data(),
                                 words.data(), wrong.data(), rounds);
    stream.synchronize();
    EXPECT_EQ(wrong.download()[0], 0u) << grid << " blocks of " << block;
  }
  template <class Size>
  unsigned most_blocks(Size block) {
    return diatomic::max_resident_blocks(block, 0, write_and_read<Barrier>{}, barrier.data(),
                                         wrong.data(), wrong.data(), 0u);
  }
};

using on_the_device = diatomic::grid_barrier<>;
using in_the_system = diatomic::grid_barrier<diatomic::tag<diatomic::memory_scope::system>>;

template <class Barrier>
class grid_barriers : public testing::Test {};
struct scope_names {
  template <class Barrier>
  static std::string GetName(int) {
    return std::is_same_v<Barrier, on_the_device> ? "device" : "system";
  }
};
using barriers = testing::Types<on_the_device, in_the_system>;
TYPED_TEST_SUITE(grid_barriers, barriers, scope_names);

TYPED_TEST(grid_barriers, hold_all_back_until_all_are_there) {
  barrier_run<TypeParam> run;
  const auto rounds = static_cast<unsigned>(scaled(300, 3));
  for (const unsigned block : {1u, 33u, 128u}) {
    // One barrier for launches of different sizes.
    for (const unsigned grid : {5u, 1u, 2u, 16u}) {
      run.expect_rounds(std::min(grid, run.most_blocks(block)), block, rounds);
    }
  }
}

TEST(grid_barrier, works_with_all_blocks_that_run_at_a_time) {
  barrier_run<on_the_device> run;
  run.expect_rounds(run.most_blocks(256), 256, static_cast<unsigned>(scaled(50, 2)));
}

TEST(launch_cooperative, refuses_more_blocks_than_run_at_a_time) {
  barrier_run<on_the_device> run;
  const unsigned most = run.most_blocks(64);
  EXPECT_GE(most, 1u);
  try {
    run.expect_rounds(most + 1, 64, 1);
    FAIL() << "it was launched";
  } catch (const diatomic::runtime_error& error) {
    EXPECT_EQ(error.call(), "launch_cooperative");
    EXPECT_EQ(error.name(), diatomic::detail::runtime_api::invalid_configuration);
    EXPECT_EQ(error.text(), std::to_string(most + 1) +
                                " blocks that wait for each other, and the device runs " +
                                std::to_string(most) + " of them at a time");
  }
  run.expect_rounds(std::min(2u, most), 64, 2);
}

TEST(max_resident_blocks, falls_with_what_a_block_takes) {
  barrier_run<on_the_device> run;
  EXPECT_GE(run.most_blocks(32), run.most_blocks(1024));
  EXPECT_LE(run.most_blocks(diatomic::extent3(16, 8, 8)), run.most_blocks(1024));
  EXPECT_THROW(run.most_blocks(0), diatomic::runtime_error);
  EXPECT_THROW(run.most_blocks(1u << 20), diatomic::runtime_error);
}

TEST(launch_cooperative, bounds_the_threads_of_a_block) {
  barrier_run<on_the_device> run;
  diatomic::stream stream;
  const auto launch_of = [&](auto grid, auto block) {
    device_array<unsigned> words(std::size_t{2} * 256);
    words.fill_bytes(0);
    diatomic::launch_cooperative<96>(grid, block, 0, stream, write_and_read<on_the_device>{},
                                     run.barrier.data(), words.data(), run.wrong.data(), 3u);
    stream.synchronize();
    EXPECT_EQ(run.wrong.download()[0], 0u);
  };
  const auto most_of = [&](auto block) {
    return diatomic::max_resident_blocks<96>(block, 0, write_and_read<on_the_device>{},
                                             run.barrier.data(), run.wrong.data(), run.wrong.data(),
                                             0u);
  };
  EXPECT_GE(most_of(96), 1u);
  EXPECT_LE(most_of(diatomic::extent3(8, 4, 3)), most_of(1));
  launch_of(std::min(2u, most_of(96)), 96);
  launch_of(diatomic::extent3(1), diatomic::extent3(8, 4, 3));
  EXPECT_THROW(launch_of(1, 97), diatomic::runtime_error);
  EXPECT_THROW(launch_of(diatomic::extent3(1), diatomic::extent3(7, 7, 2)),
               diatomic::runtime_error);
  EXPECT_THROW(most_of(97), diatomic::runtime_error);
  EXPECT_THROW(launch_of(most_of(1) + 1, 1), diatomic::runtime_error);
}

/// Products of sizes are not counted modulo 2^32.
TEST(launch_cooperative, counts_more_blocks_than_32_bits_can) {
  barrier_run<on_the_device> run;
  device_array<unsigned> words(2);
  diatomic::stream stream;
  for (const diatomic::extent3 grid :
       {diatomic::extent3(1u << 24, 1u << 8), diatomic::extent3(1u << 16, 1u << 15, 1u << 15)}) {
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    try {
      diatomic::launch_cooperative(grid, diatomic::extent3(1u), 0, stream,
                                   write_and_read<on_the_device>{}, run.barrier.data(),
                                   words.data(), run.wrong.data(), 0u);
      ADD_FAILURE() << blocks << " blocks were launched";
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.call(), "launch_cooperative");
      EXPECT_NE(error.text().find(std::to_string(blocks) + " blocks"), std::string::npos)
          << error.text();
    }
  }
}

}  // namespace
