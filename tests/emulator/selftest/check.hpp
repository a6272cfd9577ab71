// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Checks, and memory of the device, for the self-tests.
#pragma once
#include <hip/hip_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <vector>
#if __clang_major__ >= 20 && \
    HIP_VERSION_MAJOR < 6  // __syncthreads of these headers needs a library function that newer
                           // compilers do not link
extern "C" __device__ inline __attribute__((used)) void __atomic_work_item_fence(unsigned,
                                                                                 __memory_order,
                                                                                 __memory_scope) {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
extern "C" __constant__ __attribute__((used)) const unsigned char __oclc_daz_opt =
    0;  // likewise a constant of older device libraries
#endif
static int g_bad = 0;
#define HIP(x)                                                                        \
  do {                                                                                \
    hipError_t e_ = (x);                                                              \
    if (e_ != hipSuccess) {                                                           \
      printf("FAIL %s:%d %s -> %s\n", __FILE__, __LINE__, #x, hipGetErrorString(e_)); \
      exit(2);                                                                        \
    }                                                                                 \
  } while (0)
#define CHECK(c)                                                            \
  do {                                                                      \
    if (!(c)) {                                                             \
      if (++g_bad <= 20) printf("FAIL %s:%d %s\n", __FILE__, __LINE__, #c); \
    }                                                                       \
  } while (0)
#define CHECK_EQ(a, b)                                                                         \
  do {                                                                                         \
    auto a_ = (a);                                                                             \
    auto b_ = (b);                                                                             \
    if (!(a_ == b_)) {                                                                         \
      if (++g_bad <= 20)                                                                       \
        printf("FAIL %s:%d %s == %s: %.17g / %.17g\n", __FILE__, __LINE__, #a, #b, double(a_), \
               double(b_));                                                                    \
    }                                                                                          \
  } while (0)
template <class T>
struct buffer {  // device buffer with a host copy
  T* d = nullptr;
  std::vector<T> h;
  explicit buffer(size_t n, T v = T()) : h(n, v) {
    HIP(hipMalloc((void**)&d, n * sizeof(T)));
    put();
  }
  ~buffer() { (void)hipFree(d); }
  void put() { HIP(hipMemcpy(d, h.data(), h.size() * sizeof(T), hipMemcpyHostToDevice)); }
  std::vector<T>& get() {
    HIP(hipMemcpy(h.data(), d, h.size() * sizeof(T), hipMemcpyDeviceToHost));
    return h;
  }
};
static inline int done(const char* n) {
  printf("%s %s\n", g_bad ? "FAILED" : "passed", n);
  return g_bad ? 1 : 0;
}
