// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Launches of CUDA's kernels: what they pass, the shared memory that they need, and the positions
/// of threads. On a substitute for CUDA's runtime.

#include "calls.hpp"

namespace cuda_calls_tests {
namespace {

__global__ void function(const int*, unsigned) {}

TEST_F(cuda_launches, pass_shapes_streams_and_arguments) {
  const native_stream stream = stream_at(0x500);
  int value = 0;
  substitute.on_launch = [&](void** arguments) {
    value = static_cast<kernel<3>*>(arguments[0])->value;
    EXPECT_EQ(*static_cast<int**>(arguments[1]), at<int>(8));
    EXPECT_EQ(*static_cast<unsigned*>(arguments[2]), 9u);
  };
  EXPECT_EQ(
      calls_of([&] { diatomic::launch(4, 64, 100, stream, kernel<3>{77}, at<int>(8), 9u); }).back(),
      "cudaLaunchKernel 4x1x1 64x1x1 100 1280");
  EXPECT_EQ(value, 77);
  const diatomic::extent3 grid(2, 3, 4);
  const diatomic::extent3 block(5, 6, 7);
  EXPECT_EQ(calls_of([&] {
              diatomic::launch(grid, block, 0, stream, kernel<3>{78}, at<int>(8), 9u);
            }).back(),
            "cudaLaunchKernel 2x3x4 5x6x7 0 1280");
  EXPECT_EQ(value, 78);
  EXPECT_EQ(calls_of([&] {
              runtime_api::start_cooperative(grid, block, 16, stream, kernel<3>{79}, at<int>(8),
                                             9u);
            }).back(),
            "cudaLaunchCooperativeKernel 2x3x4 5x6x7 16 1280");
  EXPECT_EQ(value, 79);
  substitute.on_launch = [&](void** arguments) {
    EXPECT_EQ(*static_cast<int**>(arguments[0]), at<int>(8));
    EXPECT_EQ(*static_cast<unsigned*>(arguments[1]), 10u);
  };
  EXPECT_EQ(calls_of([&] {
              diatomic::launch_global(function, grid, block, 16, stream, at<int>(8), 10);
            }).back(),
            "cudaLaunchKernel 2x3x4 5x6x7 16 1280");
}

TEST_F(cuda_launches, count_resident_blocks) {
  substitute.current = 1;
  substitute.active_blocks = 3;
  substitute.attributes[{cudaDevAttrMultiProcessorCount, 0}] = 1;
  substitute.attributes[{cudaDevAttrMultiProcessorCount, 1}] = 132;
  const auto most = [](auto block) {
    return runtime_api::resident_blocks<kernel<4>, const int*, unsigned>(block, 4096);
  };
  EXPECT_EQ(most(diatomic::extent3(8, 4, 2)), 3u * 132);
  const std::string query = "cudaOccupancyMaxActiveBlocksPerMultiprocessor 64 4096";
  EXPECT_EQ(std::count(substitute.calls.begin(), substitute.calls.end(), query), 1);
  EXPECT_EQ(most(64u), 3u * 132);
  EXPECT_EQ(std::count(substitute.calls.begin(), substitute.calls.end(), query), 2);
  substitute.failures = {{"cudaOccupancyMaxActiveBlocksPerMultiprocessor", cudaErrorInvalidValue}};
  expect_error([&] { most(64u); }, "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
               "cudaErrorInvalidValue", "the text of an error");
}

/// More than 48 KiB in all need the attribute, which is set to all that the device has.
TEST_F(cuda_launches, allow_shared_memory) {
  substitute.static_shared = 1000;
  const std::string query = "cudaFuncGetAttributes";
  const auto set = [](int bytes) { return "cudaFuncSetAttribute 8 " + std::to_string(bytes); };
  const auto launch_of = [](std::size_t bytes) {
    return [bytes] { diatomic::launch(1, 1, bytes, nullptr, kernel<5>{0}, at<int>(8), 9u); };
  };
  const auto launched = [](std::size_t bytes) {
    return "cudaLaunchKernel 1x1x1 1x1x1 " + std::to_string(bytes) + " 0";
  };
  constexpr std::size_t most = 48 * 1024 - 1000;
  EXPECT_EQ(calls_of(launch_of(0)), (lines{launched(0)}));
  EXPECT_EQ(calls_of(launch_of(most)), (lines{query, launched(most)}));
  EXPECT_EQ(calls_of(launch_of(most)), (lines{launched(most)}));
  EXPECT_EQ(calls_of(launch_of(most + 1)), (lines{set(199000), launched(most + 1)}));
  EXPECT_EQ(calls_of(launch_of(100000)), (lines{set(199000), launched(100000)}));
  substitute.current = 1;
  substitute.static_shared = 0;
  EXPECT_EQ(calls_of(launch_of(50000)), (lines{query, set(200001), launched(50000)}));
  EXPECT_EQ(calls_of(launch_of(50000)), (lines{set(200001), launched(50000)}));
  substitute.current = 0;
  EXPECT_EQ(calls_of(launch_of(most + 1)), (lines{set(199000), launched(most + 1)}));
  for (const int far : {64, 99}) {  // no record of these
    substitute.current = far;
    substitute.static_shared = 500;
    for (int repeated = 0; repeated < 2; ++repeated) {
      EXPECT_EQ(calls_of(launch_of(50000)),
                (lines{query, set(200000 + far - 500), launched(50000)}));
    }
  }
  substitute.current = 63;
  EXPECT_EQ(calls_of(launch_of(50000)), (lines{query, set(199563), launched(50000)}));
  EXPECT_EQ(calls_of(launch_of(50000)), (lines{set(199563), launched(50000)}));
}

TEST_F(cuda_launches, ask_the_shared_memory_of_each_function) {
  const auto launch_of = [](std::size_t bytes) {
    return [bytes] { diatomic::launch_global(function, 1, 1, bytes, nullptr, at<int>(8), 9); };
  };
  for (const int taken : {0, 700}) {
    substitute.static_shared = static_cast<std::size_t>(taken);
    EXPECT_EQ(
        calls_of(launch_of(50000)),
        (lines{"cudaFuncGetAttributes", "cudaFuncSetAttribute 8 " + std::to_string(200000 - taken),
               "cudaLaunchKernel 1x1x1 1x1x1 50000 0"}));
  }
  EXPECT_EQ(calls_of(launch_of(0)), (lines{"cudaLaunchKernel 1x1x1 1x1x1 0 0"}));
  for (const char* const fails : {"cudaFuncGetAttributes", "cudaFuncSetAttribute"}) {
    substitute.failures = {{fails, cudaErrorInvalidValue}};
    expect_error(launch_of(50000), fails, "cudaErrorInvalidValue", "the text of an error");
  }
}

/// A launch, a cooperative launch and the number of resident blocks use the same kernel function.
/// There are four: for numbers and for extents, with bounds and without.
TEST_F(cuda_launches, ask_about_the_function_that_they_start) {
  const diatomic::extent3 extent(1);
  const kernel<7> by{0};
  const int* const p = at<int>(8);
  const auto functions_of = [](auto call) {
    substitute.functions.clear();
    call();
    return substitute.functions;
  };
  std::set<const void*> all;
  const auto expect_one = [&](auto start, auto start_cooperative, auto ask) {
    const std::set<const void*> started = functions_of(start);
    EXPECT_EQ(started.size(), 1u);
    EXPECT_EQ(functions_of(start_cooperative), started);
    EXPECT_EQ(functions_of(ask), started);
    all.insert(started.begin(), started.end());
  };
  const auto expect_forms = [&](auto size) {
    expect_one([&] { diatomic::launch(size, size, 50000, nullptr, by, p, 9u); },
               [&] { diatomic::launch_cooperative(size, size, 50000, nullptr, by, p, 9u); },
               [&] { diatomic::max_resident_blocks(size, 50000, by, p, 9u); });
    expect_one([&] { diatomic::launch<96>(size, size, 50000, nullptr, by, p, 9u); },
               [&] { diatomic::launch_cooperative<96>(size, size, 50000, nullptr, by, p, 9u); },
               [&] { diatomic::max_resident_blocks<96>(size, 50000, by, p, 9u); });
  };
  expect_forms(1u);
  expect_forms(extent);
  EXPECT_EQ(all.size(), 4u);
  const auto one = runtime_api::entry_for<unsigned, kernel<7>, const int*, unsigned>();
  EXPECT_EQ(functions_of([&] { diatomic::launch(1, 1, 0, nullptr, by, p, 9u); }),
            std::set<const void*>{one});
  EXPECT_EQ(one,
            reinterpret_cast<const void*>(&runtime_api::entry<kernel<7>, const int*, unsigned>));
  EXPECT_EQ(functions_of([&] { diatomic::launch_global(function, 1, 1, 50000, nullptr, p, 9); }),
            std::set<const void*>{reinterpret_cast<const void*>(&function)});
}

/// A kernel's bounds, and a thread's position.
struct bounded {
  static constexpr unsigned threads_at_most = 512;
  static constexpr unsigned blocks_at_once = 8;
};
struct bounded_less {
  static constexpr unsigned threads_at_most = 512;
  static constexpr unsigned blocks_at_once = 2;
};
template <class Kernel, unsigned Threads, unsigned Blocks>
constexpr bool has_bounds = runtime_api::bounds<Kernel>::threads == Threads &&
                            runtime_api::bounds<Kernel>::blocks == Blocks;
static_assert(has_bounds<kernel<6>, 1024, 1> && has_bounds<bounded, 512, 3> &&
              has_bounds<bounded_less, 512, 2>);
static_assert(has_bounds<diatomic::detail::bounded_kernel<256, kernel<6>>, 256, 1>);

TEST_F(cuda_launches, number_threads_x_first) {
  threadIdx = {2, 3, 5};
  blockDim = {7, 11, 13};
  blockIdx = {1, 4, 6};
  gridDim = {17, 19, 23};
  EXPECT_EQ(diatomic::thread_index(), 2u + 7 * (3 + 11 * 5));
  EXPECT_EQ(diatomic::block_index(), 1u + 17 * (4 + 19 * 6));
  EXPECT_EQ(diatomic::block_size(), 7u * 11 * 13);
  EXPECT_EQ(diatomic::grid_size(), 17u * 19 * 23);
  const auto expect = [](auto found, unsigned x, unsigned y, unsigned z) {
    EXPECT_TRUE(found.x == x && found.y == y && found.z == z);
  };
  expect(diatomic::thread_position(), 2, 3, 5);
  expect(diatomic::block_position(), 1, 4, 6);
  expect(diatomic::block_extent(), 7, 11, 13);
  expect(diatomic::grid_extent(), 17, 19, 23);
  EXPECT_EQ(diatomic::warp_size(), 32u);
  EXPECT_EQ(diatomic::lane_index(), (2u + 7 * (3 + 11 * 5)) % 32);
  EXPECT_EQ(diatomic::global_size(), 17u * 19 * 23 * 7 * 11 * 13);
  EXPECT_EQ(diatomic::global_index(),
            (1u + 17 * (4 + 19 * 6)) * (7 * 11 * 13) + 2 + 7 * (3 + 11 * 5));
}

}  // namespace
}  // namespace cuda_calls_tests
