// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Progress: spin locks between waves and blocks, ticket lock, a consumer block that waits for a
// later producer block.

#include "check.hpp"
// One lane of each wave: the compiler may (and clang does) move the release behind the loop, so
// that lanes of one wave fighting for the same lock hang, here as on hardware.
__global__ void spin(int* lock, int* data, int iters) {
  if (threadIdx.x % warpSize) return;
  for (int i = 0; i < iters; ++i) {
    bool mine = false;
    while (!mine) {
      int e = 0;
      if (__hip_atomic_compare_exchange_strong(lock, &e, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED,
                                               __HIP_MEMORY_SCOPE_AGENT)) {
        data[0] = data[0] + 1;
        mine = true;
        __hip_atomic_store(lock, 0, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
      } else
        __builtin_amdgcn_s_sleep(1);
    }
  }
}
__global__ void ticket(unsigned* next, unsigned* serving, int* data) {
  if (threadIdx.x) return;
  unsigned me = atomicAdd(next, 1u);
  while (__hip_atomic_load(serving, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != me) {
  }
  data[0] += int(blockIdx.x);
  __hip_atomic_store(serving, me + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}
__global__ void handoff(int* flag, int* out) {
  if (blockIdx.x == 0) {
    while (!__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) {
    }
    if (!threadIdx.x) *out = 17;
  } else if (blockIdx.x == gridDim.x - 1 && !threadIdx.x)
    __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
}
int main() {
  {
    buffer<int> l(1, 0), d(1, 0);
    spin<<<4, 256>>>(l.d, d.d, 2);
    HIP(hipDeviceSynchronize());
    hipDeviceProp_t p;
    HIP(hipGetDeviceProperties(&p, 0));
    CHECK_EQ(d.get()[0], 4 * (256 / p.warpSize) * 2);
  }
  {
    buffer<unsigned> n(2, 0u);
    buffer<int> d(1, 0);
    ticket<<<16, 32>>>(n.d, n.d + 1, d.d);
    HIP(hipDeviceSynchronize());
    CHECK_EQ(d.get()[0], 120);
  }
  {
    buffer<int> f(1, 0), o(1, 0);
    handoff<<<8, 64>>>(f.d, o.d);
    HIP(hipDeviceSynchronize());
    CHECK_EQ(o.get()[0], 17);
  }
  return done("locks");
}
