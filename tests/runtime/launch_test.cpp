// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches: every thread runs once and knows where it is; blocks share memory and meet at barriers.

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

namespace {

struct place {
  unsigned thread, block, block_size, grid_size, global, global_size, lane, warp;
};

struct tell_place {
  DIATOMIC_DEVICE void operator()(place* places) const {
    const unsigned i = diatomic::block_index() * diatomic::block_size() + diatomic::thread_index();
    places[i] = {diatomic::thread_index(), diatomic::block_index(),  diatomic::block_size(),
                 diatomic::grid_size(),    diatomic::global_index(), diatomic::global_size(),
                 diatomic::lane_index(),   diatomic::warp_size()};
  }
};

class geometry : public testing::TestWithParam<std::pair<unsigned, unsigned>> {};

TEST_P(geometry, is_what_threads_see) {
  const auto [grid, block] = GetParam();
  place nowhere{};
  nowhere.block_size = 12345;
  diatomic::device_array<place> places(grid * block);
  places.upload(std::vector<place>(grid * block, nowhere));
  diatomic::stream stream;
  diatomic::launch(grid, block, 0, stream, tell_place{}, places.data());
  stream.synchronize();

  const auto warp =
      static_cast<unsigned>(diatomic::properties(diatomic::current_device()).warp_size);
  const auto seen = places.download();
  for (unsigned i = 0; i < grid * block; ++i) {
    ASSERT_EQ(seen[i].thread, i % block) << i;
    ASSERT_EQ(seen[i].block, i / block) << i;
    ASSERT_EQ(seen[i].block_size, block) << i;
    ASSERT_EQ(seen[i].grid_size, grid) << i;
    ASSERT_EQ(seen[i].global, i);
    ASSERT_EQ(seen[i].global_size, grid * block) << i;
    ASSERT_EQ(seen[i].warp, warp) << i;
    ASSERT_EQ(seen[i].lane, i % block % warp) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(shapes, geometry,
                         testing::Values(std::pair(1u, 1u), std::pair(1u, 64u), std::pair(7u, 1u),
                                         std::pair(3u, 33u), std::pair(5u, 256u),
                                         std::pair(2u, 1024u), std::pair(300u, 3u)));

struct add_to {
  unsigned each;
  DIATOMIC_DEVICE void operator()(unsigned* values, unsigned n, unsigned more) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      values[i] += each + more;
    }
  }
};

TEST(launch, carries_the_kernel_and_its_arguments) {
  diatomic::device_array<unsigned> values(1000);
  values.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(3, 64, 0, stream, add_to{40}, values.data(), 1000u, 2u);
  stream.synchronize();
  EXPECT_EQ(values.download(), std::vector<unsigned>(1000, 42));
}

struct nothing {
  DIATOMIC_DEVICE void operator()() const {}
};

TEST(launch, needs_no_arguments) {
  diatomic::stream stream;
  diatomic::launch(2, 2, 0, stream, nothing{});
  EXPECT_NO_THROW(stream.synchronize());
}

struct times_three_plus_one {
  DIATOMIC_DEVICE void operator()(unsigned* value) const { *value = *value * 3 + 1; }
};

TEST(launch, keeps_the_order_of_a_stream) {
  diatomic::device_array<unsigned> value(1);
  value.upload({1});
  diatomic::stream stream;
  unsigned expected = 1;
  for (int i = 0; i < 20; ++i) {
    diatomic::launch(1, 1, 0, stream, times_three_plus_one{}, value.data());
    expected = expected * 3 + 1;
  }
  stream.synchronize();
  EXPECT_EQ(value.download().at(0), expected);
}

TEST(launch, is_waited_for_by_a_download) {
  diatomic::device_array<unsigned> values(4096);
  values.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(16, 256, 0, stream, add_to{1}, values.data(), 4096u, 0u);
  EXPECT_EQ(values.download(), std::vector<unsigned>(4096, 1));
}

TEST(launch, works_on_a_moved_stream) {
  diatomic::device_array<unsigned> values(8);
  values.fill_bytes(0);
  diatomic::stream first;
  diatomic::stream second(std::move(first));
  diatomic::launch(1, 8, 0, second, add_to{5}, values.data(), 8u, 0u);
  second.synchronize();
  EXPECT_EQ(values.download(), std::vector<unsigned>(8, 5));
}

// Each block turns its part of the array round, through shared memory.
struct turn_round {
  DIATOMIC_DEVICE void operator()(unsigned* values) const {
    unsigned* shared = diatomic::shared_array<unsigned>();
    shared[diatomic::thread_index()] = values[diatomic::global_index()];
    diatomic::sync_block();
    values[diatomic::global_index()] =
        shared[diatomic::block_size() - 1 - diatomic::thread_index()];
  }
};

TEST(shared_memory, belongs_to_a_block) {
  constexpr unsigned grid = 6;
  for (const unsigned block : {1u, 2u, 31u, 64u, 200u, 1024u}) {
    std::vector<unsigned> values(grid * block);
    std::iota(values.begin(), values.end(), 100u);
    diatomic::device_array<unsigned> array(values.size());
    array.upload(values);
    diatomic::stream stream;
    diatomic::launch(grid, block, block * sizeof(unsigned), stream, turn_round{}, array.data());
    const auto turned = array.download();
    for (unsigned i = 0; i < values.size(); ++i) {
      ASSERT_EQ(turned[i], 100 + i / block * block + block - 1 - i % block) << block;
    }
  }
}

struct use_last_byte {
  DIATOMIC_DEVICE void operator()(unsigned* results, unsigned bytes) const {
    unsigned char* shared = diatomic::shared_array<unsigned char>();
    for (unsigned i = diatomic::thread_index(); i < bytes; i += diatomic::block_size()) {
      shared[i] = static_cast<unsigned char>(i % 251);
    }
    diatomic::sync_block();
    if (diatomic::thread_index() != 0) return;
    unsigned wrong = 0;
    for (unsigned i = 0; i < bytes; i += 61) wrong += shared[i] == i % 251 ? 0 : 1;
    results[2 * diatomic::block_index()] = wrong;
    results[2 * diatomic::block_index() + 1] = shared[bytes - 1];
  }
};

struct device_results {
  void expect_shared_bytes(unsigned bytes) {
    diatomic::launch(2, 64, bytes, stream, use_last_byte{}, results.data(), bytes);
    stream.synchronize();
    const unsigned last = (bytes - 1) % 251;
    EXPECT_EQ(results.download(), (std::vector<unsigned>{0, last, 0, last})) << bytes;
  }
  diatomic::device_array<unsigned> results{4};
  diatomic::stream stream;
};

TEST(shared_memory, is_as_large_as_the_device_says) {
  const auto bytes = static_cast<unsigned>(
      diatomic::properties(diatomic::current_device()).shared_bytes_per_block);
  ASSERT_GE(bytes, 32u * 1024);
  device_results().expect_shared_bytes(bytes);
}

// The first launch of a kernel that asks for more than CUDA gives unasked.
struct use_last_byte_alone {
  DIATOMIC_DEVICE void operator()(unsigned* results, unsigned bytes) const {
    diatomic::shared_array<unsigned char>()[bytes - 1] = 7;
    results[0] = diatomic::shared_array<unsigned char>()[bytes - 1];
  }
};
TEST(shared_memory, may_be_little_more_than_needs_no_request) {
  constexpr unsigned bytes = 48 * 1024 + 16;
  if (diatomic::properties(diatomic::current_device()).shared_bytes_per_block < bytes) {
    GTEST_SKIP() << "the device has less";
  }
  device_results results;
  diatomic::launch(1, 1, bytes, results.stream, use_last_byte_alone{}, results.results.data(),
                   bytes);
  EXPECT_EQ(results.results.download()[0], 7u);
}

// What one launch asks for, more or less than those before, is what it gets.
TEST(shared_memory, of_one_launch_is_not_that_of_the_next) {
  const auto most = static_cast<unsigned>(
      diatomic::properties(diatomic::current_device()).shared_bytes_per_block);
  constexpr unsigned on_request = 48 * 1024;  // CUDA gives more only to who asks
  device_results results;
  for (const unsigned bytes : {on_request + 64, 64u, most, on_request, most - 64, on_request + 128,
                               1024u, most, on_request + 64}) {
    if (bytes > most) continue;
    results.expect_shared_bytes(bytes);
  }
}

struct tell_alignment {
  DIATOMIC_DEVICE void operator()(unsigned* results) const {
    const auto bytes = reinterpret_cast<std::uintptr_t>(diatomic::shared_array<char>());
    const auto reals = reinterpret_cast<std::uintptr_t>(diatomic::shared_array<double>());
    results[diatomic::block_index()] = static_cast<unsigned>(bytes % 16) + (bytes == reals ? 0 : 1);
  }
};

TEST(shared_memory, is_one_array_aligned_to_16_bytes) {
  diatomic::device_array<unsigned> results(3);
  results.fill_bytes(0xFF);
  diatomic::stream stream;
  diatomic::launch(3, 1, 72, stream, tell_alignment{}, results.data());
  EXPECT_EQ(results.download(), std::vector<unsigned>(3, 0));
}

// Values travel from neighbour to neighbour. Two barriers in each round, in a loop.
struct rotate {
  DIATOMIC_DEVICE void operator()(unsigned* values, unsigned rounds) const {
    unsigned* shared = diatomic::shared_array<unsigned>();
    const unsigned i = diatomic::thread_index();
    const unsigned n = diatomic::block_size();
    shared[i] = values[diatomic::global_index()];
    diatomic::sync_block();
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned taken = shared[(i + 1) % n];
      diatomic::sync_block();
      shared[i] = taken;
      diatomic::sync_block();
    }
    values[diatomic::global_index()] = shared[i];
  }
};

TEST(barrier, holds_in_a_loop) {
  constexpr unsigned grid = 3;
  constexpr unsigned rounds = 17;
  for (const unsigned block : {1u, 5u, 96u, 256u}) {
    std::vector<unsigned> values(grid * block);
    std::iota(values.begin(), values.end(), 0u);
    diatomic::device_array<unsigned> array(values.size());
    array.upload(values);
    diatomic::stream stream;
    diatomic::launch(grid, block, block * sizeof(unsigned), stream, rotate{}, array.data(), rounds);
    const auto rotated = array.download();
    for (unsigned i = 0; i < values.size(); ++i) {
      ASSERT_EQ(rotated[i], i / block * block + (i % block + rounds) % block) << block;
    }
  }
}

// Threads that arrive at the barrier from different places in the code, and after different work.
struct meet_in_global_memory {
  DIATOMIC_DEVICE void operator()(unsigned* values, unsigned* sums) const {
    const unsigned i = diatomic::thread_index();
    unsigned* mine = values + diatomic::block_index() * diatomic::block_size();
    unsigned value = 0;
    for (unsigned j = 0; j <= i; ++j) value += j;
    mine[i] = value;
    diatomic::sync_block();
    if (i == 0) {
      unsigned sum = 0;
      for (unsigned j = 0; j < diatomic::block_size(); ++j) sum += mine[j];
      sums[diatomic::block_index()] = sum;
    }
  }
};

TEST(barrier, orders_global_memory) {
  constexpr unsigned grid = 4;
  constexpr unsigned block = 128;
  diatomic::device_array<unsigned> values(grid * block);
  diatomic::device_array<unsigned> sums(grid);
  values.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(grid, block, 0, stream, meet_in_global_memory{}, values.data(), sums.data());
  const unsigned expected = block * (block * block - 1) / 6;
  EXPECT_EQ(sums.download(), std::vector<unsigned>(grid, expected));
}

// Each thread has a kernel and arguments of its own, also those that it takes by reference.
struct count_up {
  unsigned calls;
  DIATOMIC_DEVICE void operator()(unsigned* told, unsigned rounds, unsigned& sum) {
    for (unsigned k = 0; k < rounds; ++k) {
      ++calls;
      sum += 10;
      diatomic::sync_block();
    }
    told[diatomic::global_index()] = 1000 * calls + sum;
  }
};
TEST(launch, gives_each_thread_its_own_kernel_and_arguments) {
  constexpr unsigned grid = 9;
  constexpr unsigned block = 40;
  diatomic::device_array<unsigned> told(grid * block);
  diatomic::stream stream;
  for (int round = 0; round < 2; ++round) {
    told.fill_bytes(0);
    diatomic::launch(grid, block, 0, stream, count_up{0}, told.data(), 3u, 7u);
    stream.synchronize();
    EXPECT_EQ(told.download(), std::vector<unsigned>(grid * block, 3037));
  }
}

}  // namespace
