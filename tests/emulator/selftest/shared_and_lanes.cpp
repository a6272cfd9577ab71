// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// LDS histogram, barriers with early exits, dynamic shared memory, wave operations, divergence.

#include "check.hpp"
__global__ void hist(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned h[16];
  if (threadIdx.x < 16) h[threadIdx.x] = 0;
  __syncthreads();
  for (int i = int(threadIdx.x); i < n; i += int(blockDim.x)) atomicAdd(&h[in[i] & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
extern __shared__ int dyn[];
__global__ void reduce(int* out, int n) {
  int t = int(threadIdx.x);
  dyn[t] = t < n ? t : 0;
  __syncthreads();
  for (int s = int(blockDim.x) / 2; s; s >>= 1) {
    if (t < s) dyn[t] += dyn[t + s];
    __syncthreads();
  }
  if (!t) out[blockIdx.x] = dyn[0];
}
__global__ void early(int* out) {
  __shared__ int x;
  if (threadIdx.x >= 128) return;
  if (threadIdx.x == 0) x = 42;
  __syncthreads();
  out[threadIdx.x] = x;
}
__global__ void warp(int* o, unsigned long long* b) {
  int t = int(threadIdx.x), l = t % warpSize;
  o[t] = __shfl(t, (l + 3) % warpSize);
  o[256 + t] = __shfl_xor(t, 5);
  o[512 + t] = __shfl_up(t, 2);
  o[768 + t] = __shfl_down(t, 1);
  b[t] = __ballot(t % 3 == 0);
  o[1024 + t] = __any(t == 70) | __all(t >= 0) << 1;
  o[1280 + t] = warpSize;
  int s = 0;
  if (t & 1) {
    for (int i = 0; i < l; ++i) s += i;
  } else {
    s = -l;
  }
  o[1536 + t] = s;
  o[1792 + t] = __popcll(__ballot(1)) + __ffs(t + 1) + __clz(t + 1);
}
int main() {
  {
    const int n = 1000;
    buffer<unsigned char> in(n);
    unsigned w[16] = {};
    for (int i = 0; i < n; ++i) {
      in.h[i] = (unsigned char)(i * i * 7 >> 3);
      w[in.h[i] & 15] += 3;
    }
    in.put();
    buffer<unsigned> o(16, 0u);
    hist<<<3, 128>>>(in.d, o.d, n);
    o.get();
    for (int i = 0; i < 16; ++i) CHECK_EQ(o.h[i], w[i]);
  }
  {
    buffer<int> o(3);
    reduce<<<3, 256, 256 * sizeof(int)>>>(o.d, 200);
    o.get();
    for (int x : o.h) CHECK_EQ(x, 199 * 200 / 2);
  }
  {
    buffer<int> o(128, 0);
    early<<<1, 256>>>(o.d);
    o.get();
    for (int x : o.h) CHECK_EQ(x, 42);
  }
  {
    buffer<int> o(2048, 0);
    buffer<unsigned long long> b(256);
    warp<<<1, 256>>>(o.d, b.d);
    HIP(hipDeviceSynchronize());
    o.get();
    b.get();
    int W = o.h[1280];
    hipDeviceProp_t p;
    HIP(hipGetDeviceProperties(&p, 0));
    CHECK_EQ(W, p.warpSize);
    for (int t = 0; t < 256; ++t) {
      int l = t % W, base = t - l;
      CHECK_EQ(o.h[t], base + (l + 3) % W);
      CHECK_EQ(o.h[256 + t], base + (l ^ 5));
      CHECK_EQ(o.h[512 + t], l >= 2 ? t - 2 : t);
      CHECK_EQ(o.h[768 + t], l + 1 < W ? t + 1 : t);
      unsigned long long m = 0;
      for (int i = 0; i < W; ++i)
        if ((base + i) % 3 == 0) m |= 1ull << i;
      CHECK(b.h[t] == m);
      CHECK_EQ(o.h[1024 + t], 2 | (70 / W == t / W));
      CHECK_EQ(o.h[1536 + t], t & 1 ? l * (l - 1) / 2 : -l);
      CHECK_EQ(o.h[1792 + t], W + __builtin_ffs(t + 1) + __builtin_clz(unsigned(t + 1)));
    }
  }
  return done("shared_and_lanes");
}
