// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is particular to CUDA: nvcc's own code around a launch.

#include <vector>

#include <gtest/gtest.h>

#include <diatomic/number_types.hpp>
#include <diatomic/runtime.hpp>

namespace {

struct add_to_vectors {
  DIATOMIC_DEVICE void operator()(float2* a, float4* b, double2* c) const {
    diatomic::store_add(a, float2{1, 2});
    diatomic::store_add(b, float4{1, 2, 3, 4});
    diatomic::store_add(c, double2{1, 2});
  }
};

// The names of CUDA's vectors are also names of Diatomic's, which nvcc must take for the same.
TEST(cuda, kernels_take_vectors) {
  diatomic::device_array<float2> a(1);
  diatomic::device_array<float4> b(1);
  diatomic::device_array<double2> c(1);
  a.fill_bytes(0);
  b.fill_bytes(0);
  c.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(1, 32, 0, stream, add_to_vectors{}, a.data(), b.data(), c.data());
  stream.synchronize();
  EXPECT_EQ(a.download()[0].y, 64.0f);
  EXPECT_EQ(b.download()[0].w, 128.0f);
  EXPECT_EQ(c.download()[0].y, 64.0);
}

}  // namespace
