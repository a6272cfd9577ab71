// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Runs the examples of docs/quickstart.md.

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

// An example names CUDA's stream.
#if defined(__HIP__)
using cudaStream_t = hipStream_t;
#elif !defined(__CUDACC__)
using cudaStream_t = diatomic::stream_view;
#endif

#include "blocks/quickstart.hpp"
#include "calls.hpp"

namespace {

using test::on_device;

TEST(quickstart, write_a_kernel) {
  testing::internal::CaptureStdout();
  const int status = quickstart_write_a_kernel::main();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "50000 even numbers\n");
  EXPECT_EQ(status, 0);
}

TEST(quickstart, shared_memory_and_a_barrier) {
  testing::internal::CaptureStdout();
  const int status = quickstart_shared_memory_and_a_barrier::main();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "200000\n");
  EXPECT_EQ(status, 0);
}

TEST(quickstart, shared_memory_and_a_barrier_2) {
  constexpr unsigned n = 10'000;
  auto values = on_device(test::numbers<unsigned>(n));
  auto total = on_device(std::vector<unsigned>{3});
  test::run({4, 256}, diatomic::block_reduce<unsigned>::shared_bytes(256),
            quickstart_shared_memory_and_a_barrier_2::add_up_faster{}, values.data(), n,
            total.data());
  EXPECT_EQ(total.download()[0], n * (n - 1) / 2 + 3);
}

TEST(quickstart, your_own_streams_and_graphs) {
  constexpr std::size_t n = 3000;
  std::vector<unsigned char> bytes(n);
  std::vector<unsigned> expected(256, 0);
  for (std::size_t i = 0; i < n; ++i) ++expected[bytes[i] = static_cast<unsigned char>(i % 199)];
  auto input = on_device(bytes);
  auto counts = on_device(std::vector<unsigned>(256, 7));
  quickstart_your_own_streams_and_graphs::count(nullptr, input.data(), n, counts.data());
  diatomic::stream_view().synchronize();
  EXPECT_EQ(counts.download(), expected);
}

TEST(quickstart, tags) {
  auto word = on_device(std::vector<unsigned>{5});
  auto sum = on_device(std::vector<float>{1});
  auto peak = on_device(std::vector<float>{-1});
  test::call<quickstart_tags::with_tags>({1, 1}, word.data(), sum.data(), peak.data(), 2.5f);
  EXPECT_EQ(word.download()[0], 1u);
  EXPECT_EQ(sum.download()[0], 3.5f);
  EXPECT_EQ(peak.download()[0], 2.5f);
}

using diatomic::float4;
using diatomic::half;
using diatomic::half2;

/// HIP's vectors are not trivially copyable, so no arguments of a launch.
DIATOMIC_DEVICE void add_up(half* sums, half x, half* pairs, float* forces) {
  half2 two;
  two.x = two.y = x;
  float4 push;
  push.x = 1, push.y = 10, push.z = 100, push.w = 1000;
  quickstart_halves_and_vectors::add_up(sums, 5, 2, x, reinterpret_cast<half2*>(pairs), two,
                                        reinterpret_cast<float4*>(forces), push);
}

TEST(quickstart, halves_and_vectors) {
  auto sums = on_device(std::vector<half>(5, half(1.0f)));
  auto pairs = on_device(std::vector<half>(6, half(0.5f)));
  auto forces = on_device(std::vector<float>{1, 2, 3, 4});
  test::call<add_up>({2, 2}, sums.data(), half(0.25f), pairs.data(), forces.data());
  const auto as_floats = [](const std::vector<half>& halves) {
    return std::vector<float>(halves.begin(), halves.end());
  };
  EXPECT_EQ(as_floats(sums.download()), (std::vector<float>{1, 1, 2, 1, 1}));
  EXPECT_EQ(as_floats(pairs.download()), (std::vector<float>{0.5f, 0.5f, 0.5f, 0.5f, 1.5f, 1.5f}));
  EXPECT_EQ(forces.download(), (std::vector<float>{5, 42, 403, 4004}));
}

TEST(quickstart, query_the_support_table) {
  using diatomic::support;
  namespace block = quickstart_query_the_support_table;
  // In host code `now` is the entry of the host.
  EXPECT_EQ(block::now, support::loop);
  // A maximum of doubles in memory of any space: a CAS loop in NVIDIA's shared memory.
#if defined(__HIP__)
  EXPECT_EQ(block::there, support::none) << "90 is no AMD chip";
#else
  EXPECT_EQ(block::there, support::loop);
#endif
}

struct odd_size {
  unsigned char at[3];
};
TEST(quickstart, query_the_support_table_2) {
  namespace block = quickstart_query_the_support_table_2;
  const auto swap = block::find_swap<unsigned>(0);
  ASSERT_NE(swap, nullptr);
  constexpr unsigned n = 200;
  diatomic::device_array<unsigned> to(n);
  diatomic::device_array<unsigned> from(n);
  to.upload(std::vector<unsigned>(n, 1));
  from.upload(std::vector<unsigned>(n, 2));
  diatomic::stream stream;
  swap(stream, to.data(), from.data(), n);
  stream.synchronize();
  EXPECT_EQ(to.download(), std::vector<unsigned>(n, 2));
  EXPECT_EQ(block::find_swap<odd_size>(0), nullptr);
}

}  // namespace
