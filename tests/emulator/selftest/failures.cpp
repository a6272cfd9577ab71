// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Errors must be reported: an endless loop, a wild pointer, a trap, bad launch configurations; and
// work goes on afterwards.

#include "check.hpp"
__global__ void endless(volatile int* p) {
  while (*p == 0) {
  }
}
__global__ void wild(int* p) { p[threadIdx.x] = 1; }
__global__ void trap(int x) {
  if (x) __builtin_trap();
}
__global__ void fine(int* p) { *p = 5; }
int main() {
  buffer<int> b(1, 0);
  endless<<<1, 32>>>(b.d);
  CHECK(hipDeviceSynchronize() == hipErrorLaunchTimeOut);
  wild<<<1, 32>>>((int*)0x10);
  CHECK(hipDeviceSynchronize() == hipErrorIllegalAddress);
  wild<<<1, 32>>>((int*)0x123456780000);
  CHECK(hipDeviceSynchronize() == hipErrorIllegalAddress);
  trap<<<1, 1>>>(1);
  CHECK(hipDeviceSynchronize() != hipSuccess);
  (void)hipGetLastError();
  fine<<<1, 2000>>>(b.d);
  CHECK(hipGetLastError() == hipErrorInvalidConfiguration);
  CHECK(hipGetLastError() == hipSuccess);
  fine<<<1, 1>>>(b.d);
  CHECK(hipDeviceSynchronize() == hipSuccess);
  CHECK_EQ(b.get()[0], 5);
  return done("failures");
}
