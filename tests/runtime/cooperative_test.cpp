// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cooperative launches: as many blocks as the runtime says meet at a barrier of the grid, whatever
// shared memory they ask for, and one block more is refused.

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

namespace {

using diatomic::device_array;

/// Each block writes a word, and after the barrier reads all of them. The first and the last byte
/// of shared memory carry what it writes.
struct meet_in_shared_memory {
  DIATOMIC_DEVICE void operator()(diatomic::grid_barrier<>* barrier, unsigned* words,
                                  unsigned* wrong, unsigned shared_bytes) const {
    unsigned char* const shared = diatomic::shared_array<unsigned char>();
    const unsigned block = diatomic::block_index();
    if (diatomic::thread_index() == 0 && shared_bytes != 0) {
      shared[0] = static_cast<unsigned char>(block);
      shared[shared_bytes - 1] = static_cast<unsigned char>(block);
    }
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) words[block] = block + 1;
    barrier->arrive_and_wait();
    for (unsigned i = diatomic::thread_index(); i < diatomic::grid_size();
         i += diatomic::block_size()) {
      if (words[i] != i + 1) diatomic::store_add(wrong, 1u);
    }
    const auto own = static_cast<unsigned char>(block);
    if (shared_bytes != 0 && (shared[0] != own || shared[shared_bytes - 1] != own)) {
      diatomic::store_add(wrong, 1u);
    }
  }
};

class cooperative : public testing::Test {
 protected:
  void SetUp() override {
    barrier_.fill_bytes(0);
    wrong_.fill_bytes(0);
  }
  unsigned most_blocks(unsigned block, unsigned shared_bytes) {
    unsigned* const words = nullptr;
    return diatomic::max_resident_blocks(block, shared_bytes, meet_in_shared_memory{},
                                         barrier_.data(), words, wrong_.data(), shared_bytes);
  }
  /// How many blocks have written before the barrier. None is missing after it.
  unsigned number_that_meets(unsigned grid, unsigned block, unsigned shared_bytes) {
    device_array<unsigned> words(grid);
    words.fill_bytes(0);
    diatomic::stream stream;
    diatomic::launch_cooperative(grid, block, shared_bytes, stream, meet_in_shared_memory{},
                                 barrier_.data(), words.data(), wrong_.data(), shared_bytes);
    stream.synchronize();
    EXPECT_EQ(wrong_.download()[0], 0u) << grid << " blocks of " << block << ", " << shared_bytes;
    unsigned met = 0;
    for (const unsigned word : words.download()) met += word != 0 ? 1 : 0;
    return met;
  }

  device_array<diatomic::grid_barrier<>> barrier_{1};
  device_array<unsigned> wrong_{1};
};

TEST_F(cooperative, blocks_are_as_many_as_the_runtime_says) {
  const auto device = diatomic::properties(diatomic::current_device());
  const auto most_shared = static_cast<unsigned>(device.shared_bytes_per_block);
  // From much to little and back: what one launch asks for is not what the next one gets.
  for (const unsigned shared_bytes :
       {most_shared, 0u, 1024u, most_shared / 2, most_shared, 16u, most_shared / 4 * 3}) {
    for (const unsigned block : {256u, 1024u}) {
      const unsigned most = most_blocks(block, shared_bytes);
      ASSERT_GE(most, 1u) << block << ", " << shared_bytes;
      EXPECT_EQ(number_that_meets(most, block, shared_bytes), most) << block;
      try {
        number_that_meets(most + 1, block, shared_bytes);
        ADD_FAILURE() << most + 1 << " blocks of " << block << " were launched";
      } catch (const diatomic::runtime_error& error) {
        EXPECT_EQ(error.call(), "launch_cooperative");
        EXPECT_NE(error.text().find(std::to_string(most + 1)), std::string::npos) << error.text();
      }
    }
  }
}

TEST_F(cooperative, blocks_do_not_become_more_by_asking_for_more) {
  const auto device = diatomic::properties(diatomic::current_device());
  const auto most_shared = static_cast<unsigned>(device.shared_bytes_per_block);
  unsigned before = most_blocks(256, 0);
  for (const unsigned shared_bytes : {most_shared / 8, most_shared / 2, most_shared}) {
    const unsigned now = most_blocks(256, shared_bytes);
    EXPECT_LE(now, before) << shared_bytes;
    before = now;
  }
  EXPECT_THROW(most_blocks(256, most_shared + 1), diatomic::runtime_error);
}

}  // namespace
