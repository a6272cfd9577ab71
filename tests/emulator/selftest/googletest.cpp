// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>
#include <hip/hip_runtime.h>
#include <numeric>
#include <vector>
__global__ void sum(const int* in, int* out, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) atomicAdd(out, in[i]);
}
__global__ void inc(unsigned* p, unsigned wrap) {
  __builtin_amdgcn_atomic_inc32(p, wrap, __ATOMIC_RELAXED, "agent");
}
TEST(Emulated, Sum) {
  std::vector<int> v(300);
  std::iota(v.begin(), v.end(), 1);
  int *in, *out, r = 0;
  ASSERT_EQ(hipMalloc((void**)&in, v.size() * 4), hipSuccess);
  ASSERT_EQ(hipMalloc((void**)&out, 4), hipSuccess);
  ASSERT_EQ(hipMemcpy(in, v.data(), v.size() * 4, hipMemcpyHostToDevice), hipSuccess);
  ASSERT_EQ(hipMemset(out, 0, 4), hipSuccess);
  sum<<<3, 128>>>(in, out, int(v.size()));
  ASSERT_EQ(hipGetLastError(), hipSuccess);
  ASSERT_EQ(hipMemcpy(&r, out, 4, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(r, 300 * 301 / 2);
  EXPECT_EQ(hipFree(in), hipSuccess);
  EXPECT_EQ(hipFree(out), hipSuccess);
}
TEST(Emulated, IncWraps) {
  unsigned *p, r;
  ASSERT_EQ(hipMalloc((void**)&p, 4), hipSuccess);
  ASSERT_EQ(hipMemset(p, 0, 4), hipSuccess);
  inc<<<2, 64>>>(p, 9u);
  ASSERT_EQ(hipMemcpy(&r, p, 4, hipMemcpyDeviceToHost), hipSuccess);
  EXPECT_EQ(r, 8u);
  EXPECT_EQ(hipFree(p), hipSuccess);
}
