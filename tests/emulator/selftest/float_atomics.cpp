// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Hardware floating point atomics (built with -munsafe-fp-atomics): native add / min / max, packed
// 16-bit adds where the target has them.

#include "check.hpp"
typedef _Float16 h2 __attribute__((ext_vector_type(2)));
typedef short s2 __attribute__((ext_vector_type(2)));
template <class T>
__global__ void add(T* g, T* back) {
  __shared__ T s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = T(1);
  __syncthreads();
  back[threadIdx.x] = __hip_atomic_fetch_add(g, T(0.5), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_add(g + 1, T(0.25), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  back[128 + threadIdx.x] =
      __hip_atomic_fetch_add(s, T(0.5), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __hip_atomic_fetch_add(s + 1, T(0.25), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  T* p = threadIdx.x & 1 ? s : g + 2;
  back[256 + threadIdx.x] =
      __hip_atomic_fetch_add(p, T(2), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __syncthreads();
  if (!threadIdx.x) {
    g[3] = s[0];
    g[4] = s[1];
  }
}
template <class T>
__global__ void minmax(T* g) {
  T v = T(int(threadIdx.x * 37 % 128) - 60);
  __hip_atomic_fetch_min(g, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_max(g + 1, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __shared__ T s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = 0;
  __syncthreads();
  __hip_atomic_fetch_min(s, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __hip_atomic_fetch_max(s + 1, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  if (threadIdx.x < 2) g[2 + threadIdx.x] = s[threadIdx.x];
}
#if defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__) || defined(__gfx1200__) || \
    defined(__gfx1201__)
#define PACKED 1
#endif
__global__ void packed(h2* g, int* has) {
#ifdef PACKED
  *has = 1;
  h2 v = {_Float16(1), _Float16(0.5)};
  __builtin_amdgcn_global_atomic_fadd_v2f16((__attribute__((address_space(1))) h2*)g, v);
#endif
}
template <class T>
void run() {
  {
    buffer<T> g(5, T(1)), b(384);
    add<T><<<1, 128>>>(g.d, b.d);
    HIP(hipDeviceSynchronize());
    g.get();
    b.get();
    CHECK_EQ(g.h[0], T(65));
    CHECK_EQ(g.h[1], T(33));
    CHECK_EQ(g.h[2], T(129));
    CHECK_EQ(g.h[3], T(193));
    CHECK_EQ(g.h[4], T(33));
    for (int part = 0; part < 2; ++part) {
      std::set<T> s(b.h.begin() + part * 128, b.h.begin() + part * 128 + 128);
      CHECK_EQ(s.size(), size_t(128));
      CHECK_EQ(*s.begin(), T(1));
      CHECK_EQ(*s.rbegin(), T(64.5));
    }
  }
  {
    buffer<T> g(4, T(0));
    minmax<T><<<1, 128>>>(g.d);
    g.get();
    CHECK_EQ(g.h[0], T(-60));
    CHECK_EQ(g.h[1], T(67));
    CHECK_EQ(g.h[2], T(-60));
    CHECK_EQ(g.h[3], T(67));
  }
}
int main() {
  run<float>();
  run<double>();
  buffer<h2> p(1, h2{});
  buffer<int> has(1, 0);
  packed<<<2, 64>>>(p.d, has.d);
  HIP(hipDeviceSynchronize());
  p.get();
  if (has.get()[0]) {
    CHECK_EQ(float(p.h[0].x), 128.f);
    CHECK_EQ(float(p.h[0].y), 64.f);
  }
  return done("float_atomics");
}
