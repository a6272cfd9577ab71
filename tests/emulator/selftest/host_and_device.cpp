// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Host and device working at the same time on host memory (with HIP_EMU_ASYNC=1)

#include <thread>
#include "check.hpp"
__global__ void pingpong(int* flag, int n) {
  if (threadIdx.x) return;
  for (int i = 0; i < n; ++i) {
    while (__hip_atomic_load(flag, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM) != 2 * i + 1) {
    }
    __hip_atomic_store(flag, 2 * i + 2, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);
  }
}
__global__ void count(unsigned* c, double* d, int n) {
  for (int i = 0; i < n; ++i) {
    __hip_atomic_fetch_add(c, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    __hip_atomic_fetch_add(d, 0.5, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
  }
}
int main() {
  int* f;
  HIP(hipHostMalloc((void**)&f, 64, hipHostMallocCoherent));
  *f = 0;
  pingpong<<<1, 64>>>(f, 50);
  for (int i = 0; i < 50; ++i) {
    __atomic_store_n(f, 2 * i + 1, __ATOMIC_RELEASE);
    while (__atomic_load_n(f, __ATOMIC_ACQUIRE) != 2 * i + 2) std::this_thread::yield();
  }
  HIP(hipDeviceSynchronize());
  CHECK_EQ(*f, 100);
  unsigned* c;
  double* d;
  HIP(hipHostMalloc((void**)&c, 64, 0));
  HIP(hipHostMalloc((void**)&d, 64, 0));
  *c = 0;
  *d = 0;
  count<<<4, 64>>>(c, d, 100);
  HIP(hipGetLastError());
  for (int i = 0; i < 20000; ++i) {
    __atomic_fetch_add(c, 1u, __ATOMIC_RELAXED);
    double o;
    __atomic_load(d, &o, __ATOMIC_RELAXED);
    for (double n = o + 1;
         !__atomic_compare_exchange(d, &o, &n, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
         n = o + 1) {
    }
  }
  HIP(hipDeviceSynchronize());
  CHECK_EQ(*c, 45600u);
  CHECK_EQ(*d, 32800.0);
  HIP(hipHostFree(f));
  HIP(hipHostFree(c));
  HIP(hipHostFree(d));
  return done("host_and_device");
}
