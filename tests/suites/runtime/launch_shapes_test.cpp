// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches of one to three dimensions: every thread runs once and knows where it is. What cannot
// be launched is refused before anything runs.

#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

namespace {

using diatomic::extent3;

/// What a thread sees.
struct place {
  unsigned block[3];
  unsigned thread[3];
  unsigned grid_extent[3];
  unsigned block_extent[3];
  unsigned block_index;
  unsigned thread_index;
  unsigned block_size;
  unsigned grid_size;
  unsigned times;
};

struct tell_place {
  DIATOMIC_DEVICE void operator()(place* places) const {
    using namespace diatomic;
    const index3 block = block_position();
    const index3 thread = thread_position();
    const extent3 grid = grid_extent();
    const extent3 size = block_extent();
    place& own = places[global_index()];
    own = {{block.x, block.y, block.z},
           {thread.x, thread.y, thread.z},
           {grid.x, grid.y, grid.z},
           {size.x, size.y, size.z},
           block_index(),
           thread_index(),
           block_size(),
           grid_size(),
           own.times + 1};
  }
};

struct launch_shape {
  extent3 grid;
  extent3 block;
};
void PrintTo(const launch_shape& s, std::ostream* out) {
  *out << s.grid.x << " x " << s.grid.y << " x " << s.grid.z << " blocks of " << s.block.x << " x "
       << s.block.y << " x " << s.block.z;
}

unsigned count_of(const extent3& e) { return e.x * e.y * e.z; }

void expect_places(const std::vector<place>& found, const extent3& grid, const extent3& block) {
  unsigned i = 0;
  for (unsigned b = 0; b < count_of(grid); ++b) {
    for (unsigned t = 0; t < count_of(block); ++t, ++i) {
      const place& p = found[i];
      ASSERT_EQ(p.times, 1u) << i;
      ASSERT_EQ(p.block_index, b) << i;
      ASSERT_EQ(p.thread_index, t) << i;
      ASSERT_EQ(p.block_size, count_of(block)) << i;
      ASSERT_EQ(p.grid_size, count_of(grid)) << i;
      ASSERT_EQ((p.block[2] * grid.y + p.block[1]) * grid.x + p.block[0], b) << i;
      ASSERT_EQ((p.thread[2] * block.y + p.thread[1]) * block.x + p.thread[0], t) << i;
      ASSERT_TRUE(p.block[0] < grid.x && p.block[1] < grid.y && p.block[2] < grid.z) << i;
      ASSERT_TRUE(p.thread[0] < block.x && p.thread[1] < block.y && p.thread[2] < block.z) << i;
      ASSERT_TRUE(p.grid_extent[0] == grid.x && p.grid_extent[1] == grid.y &&
                  p.grid_extent[2] == grid.z)
          << i;
      ASSERT_TRUE(p.block_extent[0] == block.x && p.block_extent[1] == block.y &&
                  p.block_extent[2] == block.z)
          << i;
    }
  }
}

class shapes_of_launches : public testing::TestWithParam<launch_shape> {
 protected:
  const extent3 grid_ = GetParam().grid;
  const extent3 block_ = GetParam().block;
  diatomic::device_array<place> places_{count_of(grid_) * count_of(block_)};
  diatomic::stream stream_;
};

TEST_P(shapes_of_launches, are_what_threads_see) {
  places_.fill_bytes(0);
  diatomic::launch(grid_, block_, 0, stream_, tell_place{}, places_.data());
  expect_places(places_.download(), grid_, block_);
}

TEST_P(shapes_of_launches, may_be_cooperative) {
  if (count_of(grid_) > diatomic::max_resident_blocks(block_, 0, tell_place{}, places_.data())) {
    EXPECT_THROW(
        diatomic::launch_cooperative(grid_, block_, 0, stream_, tell_place{}, places_.data()),
        diatomic::runtime_error);
    return;
  }
  places_.fill_bytes(0);
  diatomic::launch_cooperative(grid_, block_, 0, stream_, tell_place{}, places_.data());
  expect_places(places_.download(), grid_, block_);
}

INSTANTIATE_TEST_SUITE_P(
    of_up_to_three_dimensions, shapes_of_launches,
    testing::Values(launch_shape{1, 1}, launch_shape{3, 64}, launch_shape{{2, 3}, 32},
                    launch_shape{5, {8, 4}}, launch_shape{{1, 4}, {1, 64}},
                    launch_shape{{2, 3}, {8, 4, 2}}, launch_shape{{1, 2, 3}, {1, 1, 64}},
                    launch_shape{{2, 1, 2}, {5, 7, 3}}, launch_shape{{2, 2, 2}, {2, 2, 2}},
                    launch_shape{{1, 1, 4}, {33, 2, 1}}, launch_shape{{2, 2, 1}, {32, 32, 1}}));

/// A size with names of the vendors, as `dim3`.
struct size_of_another_library {
  unsigned x, y, z;
};

TEST(extent3, is_made_of_what_has_three_sizes) {
  const extent3 number = 7;
  EXPECT_TRUE(number.x == 7 && number.y == 1 && number.z == 1);
  const extent3 other = size_of_another_library{4, 5, 6};
  EXPECT_TRUE(other.x == 4 && other.y == 5 && other.z == 6);
  diatomic::device_array<place> places(8 * 6);
  places.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(size_of_another_library{2, 2, 2}, size_of_another_library{1, 2, 3}, 0, stream,
                   tell_place{}, places.data());
  expect_places(places.download(), {2, 2, 2}, {1, 2, 3});
}

/// Barriers and shared memory in blocks of three dimensions.
struct turn_round {
  DIATOMIC_DEVICE void operator()(unsigned* values) const {
    auto* const shared = diatomic::shared_array<unsigned>();
    const unsigned i = diatomic::thread_index();
    shared[i] = values[diatomic::global_index()];
    diatomic::sync_block();
    values[diatomic::global_index()] = shared[diatomic::block_size() - 1 - i];
  }
};

TEST(shapes, have_barriers_and_shared_memory) {
  constexpr unsigned each = 4 * 6 * 8;
  std::vector<unsigned> values(6 * each);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = i;
  diatomic::device_array<unsigned> array(values.size());
  array.upload(values);
  diatomic::stream stream;
  diatomic::launch({3, 2}, {4, 6, 8}, each * sizeof(unsigned), stream, turn_round{}, array.data());
  const auto turned = array.download();
  for (unsigned i = 0; i < values.size(); ++i) {
    ASSERT_EQ(turned[i], i / each * each + each - 1 - i % each);
  }
}

struct mark {
  DIATOMIC_DEVICE void operator()(unsigned* value) const { *value = 1; }
};

/// Fails at its first access, rather than in the heap's memory.
struct without_shared_memory {
  DIATOMIC_DEVICE void operator()(unsigned* is_null) const {
    const bool is = diatomic::shared_array<unsigned>() == nullptr;
    if (diatomic::global_index() == 0) *is_null = is ? 1 : 0;
  }
};
TEST(shapes, without_shared_memory_have_a_null_array) {
  if (!diatomic::detail::runtime_api::threads_yield) GTEST_SKIP() << "GPUs have an address";
  diatomic::device_array<unsigned> is_null(1);
  diatomic::stream stream;
  for (const std::size_t before : {0u, 64u}) {  // bytes of an earlier launch
    diatomic::launch(2, 4, before, stream, without_shared_memory{}, is_null.data());
    stream.synchronize();
    EXPECT_EQ(is_null.download()[0], before == 0 ? 1u : 0u);
  }
  diatomic::launch(2, 4, 0, stream, without_shared_memory{}, is_null.data());
  stream.synchronize();
  EXPECT_EQ(is_null.download()[0], 1u);
}

class bad_shapes : public testing::Test {
 protected:
  /// What the runtime says of such a launch; none of it may run.
  std::string refused(extent3 grid, extent3 block, std::size_t shared_bytes = 0) {
    value_.fill_bytes(0);
    std::string text;
    try {
      diatomic::launch(grid, block, shared_bytes, stream_, mark{}, value_.data());
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.call(), "launch");
      EXPECT_EQ(error.name(), diatomic::detail::runtime_api::invalid_configuration);
      text = error.text();
    }
    try {
      diatomic::launch_cooperative(grid, block, shared_bytes, stream_, mark{}, value_.data());
      ADD_FAILURE() << "a cooperative launch";
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.name(), diatomic::detail::runtime_api::invalid_configuration);
      // The host counts a grid's blocks later.
      if (text.find("the host runs fewer than") == std::string::npos) {
        EXPECT_EQ(error.call(), "launch");
        EXPECT_EQ(error.text(), text);
      }
    }
    stream_.synchronize();
    EXPECT_EQ(value_.download()[0], 0u);
    diatomic::launch({1, 1}, 1, 0, stream_, mark{}, value_.data());
    EXPECT_EQ(value_.download()[0], 1u);
    return text;
  }

  diatomic::device_properties device_ = diatomic::properties(diatomic::current_device());
  diatomic::device_array<unsigned> value_{1};
  diatomic::stream stream_;
};

TEST_F(bad_shapes, of_numbers_that_are_no_sizes) {
  const auto refusal = [](auto size) {
    try {
      (void)extent3(size);
    } catch (const diatomic::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  const auto refusal_of = [](const std::string& size) {
    return "extent3 failed: a size of " + size +
           "; it must be from 0 to 2^32 - 1 (invalid_configuration)";
  };
  EXPECT_EQ(refusal((std::size_t{1} << 32) + 3), refusal_of("4294967299"));
  EXPECT_EQ(refusal(std::size_t{1} << 32), refusal_of("4294967296"));
  EXPECT_EQ(refusal(-1), refusal_of("-1"));
  EXPECT_EQ(refusal(short{-7}), refusal_of("-7"));
  EXPECT_EQ(refusal(-1ll), refusal_of("-1"));
  EXPECT_EQ(refusal((std::size_t{1} << 32) - 1), "none");
  EXPECT_EQ(refusal(7), "none");
  EXPECT_EQ(extent3(std::size_t{7}).x, 7u);

  value_.fill_bytes(0);
  const auto one_dimension = [&](auto blocks, auto threads) {
    EXPECT_THROW(diatomic::launch(blocks, threads, 0, stream_, mark{}, value_.data()),
                 diatomic::runtime_error);
    EXPECT_THROW(diatomic::launch_cooperative(blocks, threads, 0, stream_, mark{}, value_.data()),
                 diatomic::runtime_error);
  };
  one_dimension((std::size_t{1} << 32) + 3, 1);
  one_dimension(1, (std::size_t{1} << 32) + 1);
  one_dimension(-1, 1u);
  one_dimension(short{1}, -1ll);
  EXPECT_THROW(diatomic::max_resident_blocks((std::size_t{1} << 32) + 1, 0, mark{}, value_.data()),
               diatomic::runtime_error);
  EXPECT_EQ(value_.download()[0], 0u);
  diatomic::launch(std::size_t{1}, short{1}, 0, stream_, mark{}, value_.data());
  EXPECT_EQ(value_.download()[0], 1u);
}

TEST_F(bad_shapes, without_blocks_or_threads) {
  for (const extent3 nothing : {extent3(0), extent3(1, 0), extent3(1, 1, 0), extent3(0, 5, 5)}) {
    EXPECT_EQ(refused(nothing, 1), "a grid needs at least one block");
    EXPECT_EQ(refused(1, nothing), "a block needs at least one thread");
  }
}

TEST_F(bad_shapes, with_too_many_threads) {
  const std::string text = refused(1, {32, 32, 2});
  EXPECT_EQ(text, "a block of 32 x 32 x 2 threads, and the device allows " +
                      std::to_string(device_.max_threads_per_block));
  constexpr unsigned most = std::numeric_limits<unsigned>::max();
  EXPECT_NE(refused(1, {most, most, most}).find("a block of"), std::string::npos);
  EXPECT_NE(refused(1, {65536, 65536, 1}).find("a block of"), std::string::npos);
  EXPECT_NE(refused(1, {2, 1u << 31, 1}).find("a block of"), std::string::npos);
  // The product is 2^64, or little more.
  EXPECT_NE(refused(1, {1u << 31, 1u << 31, 4}).find("a block of"), std::string::npos);
  EXPECT_NE(refused(1, {4, 1u << 31, 1u << 31}).find("a block of"), std::string::npos);
  EXPECT_NE(refused(1, {6, 715827883, 4294967295}).find("a block of"), std::string::npos);
}

TEST_F(bad_shapes, with_more_threads_than_the_launch_allows) {
  value_.fill_bytes(0);
  const auto text_of = [&](extent3 block) -> std::string {
    try {
      diatomic::launch<96>(1, block, 0, stream_, mark{}, value_.data());
    } catch (const diatomic::runtime_error& error) {
      return error.what();
    }
    return "not refused";
  };
  EXPECT_NE(text_of(97).find("a block of 97 threads, and the launch allows 96"), std::string::npos);
  EXPECT_NE(text_of({7, 7, 2}).find("7 x 7 x 2 threads, and the launch allows 96"),
            std::string::npos);
  EXPECT_THROW(diatomic::launch<96>(1, 128, 0, stream_, mark{}, value_.data()),
               diatomic::runtime_error);
  EXPECT_EQ(value_.download()[0], 0u);
  diatomic::launch<96>(1, 96, 0, stream_, mark{}, value_.data());
  EXPECT_EQ(value_.download()[0], 1u);
  EXPECT_EQ(text_of({48, 2, 1}), "not refused");
}

TEST_F(bad_shapes, that_are_too_large_along_one_dimension) {
  constexpr unsigned most = std::numeric_limits<unsigned>::max();
  const auto limits = diatomic::detail::runtime_api::max_extents();
  const auto expect_blocks = [&](extent3 grid, unsigned size, int dimension) {
    EXPECT_EQ(refused(grid, 1), std::to_string(size) + " blocks along " + "xyz"[dimension] +
                                    ", and the device allows " +
                                    std::to_string(limits.grid[dimension]));
  };
  expect_blocks({1, most, 1}, most, 1);
  expect_blocks({1, 1, most}, most, 2);
  expect_blocks({1, limits.grid[1] + 1, limits.grid[2] + 1}, limits.grid[1] + 1, 1);
  if (limits.grid[0] < most) expect_blocks({limits.grid[0] + 1, 1, 1}, limits.grid[0] + 1, 0);
  EXPECT_NE(refused({1, 1, limits.grid[2] + 1}, 1).find(std::to_string(limits.grid[2])),
            std::string::npos);
  if (limits.block[2] < 1024) {
    const std::string text = refused(1, {1, 1, limits.block[2] + 1});
    EXPECT_NE(text.find("threads of a block along z"), std::string::npos) << text;
    EXPECT_NE(text.find(std::to_string(limits.block[2])), std::string::npos) << text;
  }
}

TEST_F(bad_shapes, that_have_no_resident_blocks) {
  const auto text_of = [&](auto block, std::size_t shared_bytes) -> std::string {
    try {
      return std::to_string(
          diatomic::max_resident_blocks(block, shared_bytes, mark{}, value_.data()));
    } catch (const diatomic::runtime_error& error) {
      return error.call() + ": " + error.text();
    }
  };
  const auto threads = std::to_string(device_.max_threads_per_block);
  const auto most = device_.shared_bytes_per_block;
  const std::string none = "launch: a block needs at least one thread";
  EXPECT_EQ(text_of(0, 0), none);
  EXPECT_EQ(text_of(extent3(4, 0, 1), 0), none);
  EXPECT_EQ(text_of(extent3(32, 32, 2), 0),
            "launch: a block of 32 x 32 x 2 threads, and the device allows " + threads);
  EXPECT_EQ(text_of(4096, 0), "launch: a block of 4096 threads, and the device allows " + threads);
  EXPECT_EQ(text_of(1, most + 1), "launch: " + std::to_string(most + 1) +
                                      " bytes of shared memory in a block, and the device allows " +
                                      std::to_string(most));
  const auto limits = diatomic::detail::runtime_api::max_extents();
  if (limits.block[2] < 1024) {
    EXPECT_NE(text_of(extent3(1, 1, limits.block[2] + 1), 0).find("threads of a block along z"),
              std::string::npos);
  }
}

TEST_F(bad_shapes, with_too_much_shared_memory) {
  const auto most = device_.shared_bytes_per_block;
  EXPECT_EQ(refused({1, 2}, {2, 2}, most + 1),
            std::to_string(most + 1) +
                " bytes of shared memory in a block, and the device allows " +
                std::to_string(most));
}

/// Kernels that are pointers: the host can call these.
TEST_F(bad_shapes, of_null_kernels) {
  void (*const nothing)() = nullptr;
  for (const std::string& what : {std::string("launch"), std::string("launch_cooperative")}) {
    try {
      if (what == "launch") {
        diatomic::launch(1, 1, 0, stream_, nothing);
      } else {
        diatomic::launch_cooperative(1, 1, 0, stream_, nothing);
      }
      ADD_FAILURE() << what;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(), what + ": the kernel is null");
    }
  }
  EXPECT_THROW(diatomic::launch({1, 2}, 1, 0, stream_, nothing), std::invalid_argument);
  EXPECT_THROW(diatomic::launch_cooperative({1, 2}, 1, 0, stream_, nothing), std::invalid_argument);
}

/// Streams of a device are for launches while it is current.
TEST_F(bad_shapes, on_a_stream_of_another_device) {
  if (diatomic::device_count() < 2) GTEST_SKIP() << "there is only one device";
  const int before = diatomic::current_device();
  diatomic::use_device(before == 0 ? 1 : 0);
  diatomic::stream foreign;
  diatomic::use_device(before);
  for (const bool cooperative : {false, true}) {
    try {
      if (cooperative) {
        diatomic::launch_cooperative(1, 1, 0, foreign, mark{}, value_.data());
      } else {
        diatomic::launch(1, 1, 0, foreign, mark{}, value_.data());
      }
      ADD_FAILURE() << "a launch on a stream of another device";
    } catch (const diatomic::runtime_error& error) {
      EXPECT_NE(error.text().find("current device"), std::string::npos) << error.text();
    }
  }
  EXPECT_EQ(refused(0, 1).substr(0, 6), "a grid");
}

struct count_blocks_and_tell_the_last {
  DIATOMIC_DEVICE void operator()(unsigned* blocks, unsigned* last) const {
    diatomic::store_add(blocks, 1u);
    const diatomic::index3 here = diatomic::block_position();
    if (diatomic::block_index() + 1 == diatomic::grid_size()) *last = here.y + here.z;
  }
};

TEST(shapes, may_be_as_large_as_a_dimension_allows) {
  const auto limits = diatomic::detail::runtime_api::max_extents();
  for (const extent3 grid : {extent3(1, limits.grid[1]), extent3(1, 1, limits.grid[2])}) {
    const unsigned all = count_of(grid);
    if (all > 65535) continue;  // AMD allows more.
    diatomic::device_array<unsigned> found(2);
    found.fill_bytes(0);
    diatomic::stream stream;
    diatomic::launch(grid, 1, 0, stream, count_blocks_and_tell_the_last{}, found.data(),
                     found.data() + 1);
    EXPECT_EQ(found.download(), (std::vector<unsigned>{all, all - 1}));
  }
}

/// Sizes of 64 bits, of another library.
struct long_size {
  long long x, y, z;
};

TEST(extent3, refuses_sizes_that_do_not_fit) {
  EXPECT_THROW((void)extent3(long_size{(1ll << 32) + 1, 1, 1}), diatomic::runtime_error);
  EXPECT_THROW((void)extent3(long_size{1, (1ll << 32) + 1, 1}), diatomic::runtime_error);
  EXPECT_THROW((void)extent3(long_size{1, 1, -1}), diatomic::runtime_error);
  const extent3 right = long_size{3, 4, 5};
  EXPECT_TRUE(right.x == 3 && right.y == 4 && right.z == 5);
}

TEST_F(bad_shapes, of_more_blocks_than_the_host_counts) {
  if (!diatomic::detail::runtime_api::threads_yield) GTEST_SKIP() << "GPUs run them";
  const auto limits = diatomic::detail::runtime_api::max_extents();
  for (const extent3& grid :
       {extent3(1u << 17, 1u << 15), extent3(1u << 16, 1u << 15, 2),
        extent3(1u << 16, 1u << 8, 1u << 8), extent3(1u << 30, 1u << 15, 1u << 15),
        extent3((1u << 16) + 1, (1u << 15) + 1, 3),
        extent3(limits.grid[0], limits.grid[1], limits.grid[2])}) {
    EXPECT_NE(refused(grid, 1).find("fewer than 2^32"), std::string::npos)
        << grid.x << " x " << grid.y << " x " << grid.z;
  }
}

}  // namespace
