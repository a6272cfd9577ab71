// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Vector add, argument layout, multi-dimensional grids, device / constant / managed variables,
// scratch, recursion, calls.

#include "check.hpp"
struct big_argument {
  int a;
  double b;
  char c[5];
  float d[7];
};
__global__ void vadd(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void args(char c, short s, big_argument b, double* out, long long l, float f) {
  out[0] = c;
  out[1] = s;
  out[2] = b.a;
  out[3] = b.b;
  out[4] = b.c[4];
  out[5] = b.d[6];
  out[6] = double(l);
  out[7] = f;
}
__global__ void dims(unsigned* o) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
           z = blockIdx.z * blockDim.z + threadIdx.z, w = gridDim.x * blockDim.x,
           h = gridDim.y * blockDim.y;
  o[(z * h + y) * w + x] = x + 100 * y + 10000 * z;
}
__device__ int dvar = 7;
__device__ unsigned dcount;
__constant__ float cvar[4] = {1, 2, 3, 4};
__device__ int* dptr = &dvar;
__managed__ int mvar = 5;
__global__ void globals(int* o) {
  o[0] = dvar;
  o[1] = int(cvar[threadIdx.x & 3]);
  o[2] = *dptr;
  o[3] = mvar;
  atomicAdd(&dcount, 1u);
  if (threadIdx.x == 0) {
    mvar = 9;
    dvar = 8;
  }
}
__global__ void scratch(int* o, int k) {
  int a[32];
  for (int i = 0; i < 32; ++i) a[i] = i * int(threadIdx.x);
  int s = 0;
  for (int i = 0; i < 32; ++i) s += a[(i * k + int(threadIdx.x)) & 31];
  o[threadIdx.x] = s;
}
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void recurse(int* o) { o[threadIdx.x] = fib(int(threadIdx.x) % 8); }
__device__ __noinline__ int fa(int x) { return x + 1; }
__device__ __noinline__ int fb(int x) { return x * 2; }
__global__ void fptr(int* o) {
  int (*f)(int) = threadIdx.x & 1 ? fa : fb;
  o[threadIdx.x] = f(int(threadIdx.x));
}
__global__ void generic(int* o) {
  __shared__ int sh[64];
  int loc[4];
  int* p = threadIdx.x % 3 == 0   ? sh + threadIdx.x
           : threadIdx.x % 3 == 1 ? loc + (threadIdx.x & 3)
                                  : o + 64 + threadIdx.x;
  *p = int(threadIdx.x) + 1;
  __syncthreads();
  o[threadIdx.x] = *p;
}
__global__ void math(float* f, double* d) {
  float x = float(threadIdx.x) + 1;
  f[threadIdx.x] = sqrtf(x) + 1.0f / x;
  double y = double(threadIdx.x) + 1;
  d[threadIdx.x] = 1.0 / y + sqrt(y);
}
int main() {
  {
    const int n = 1000;
    buffer<float> a(n), b(n), c(n);
    for (int i = 0; i < n; ++i) {
      a.h[i] = float(i);
      b.h[i] = 0.5f * float(i);
    }
    a.put();
    b.put();
    vadd<<<(n + 127) / 128, 128>>>(a.d, b.d, c.d, n);
    HIP(hipDeviceSynchronize());
    c.get();
    for (int i = 0; i < n; ++i) CHECK_EQ(c.h[i], 1.5f * float(i));
  }
  {
    buffer<double> o(8);
    big_argument b{};
    b.a = -3;
    b.b = 2.25;
    b.c[4] = 'x';
    b.d[6] = 6.5f;
    args<<<1, 1>>>('q', -7, b, o.d, 1ll << 40, 0.125f);
    o.get();
    double w[8] = {'q', -7, -3, 2.25, 'x', 6.5, double(1ll << 40), 0.125};
    for (int i = 0; i < 8; ++i) CHECK_EQ(o.h[i], w[i]);
  }
  {
    buffer<unsigned> o(6 * 6 * 4);
    dims<<<dim3(2, 3, 2), dim3(3, 2, 2)>>>(o.d);
    o.get();
    for (unsigned z = 0; z < 4; ++z)
      for (unsigned y = 0; y < 6; ++y)
        for (unsigned x = 0; x < 6; ++x)
          CHECK_EQ(o.h[(z * 6 + y) * 6 + x], x + 100 * y + 10000 * z);
  }
  {
    buffer<int> o(4);
    globals<<<2, 40>>>(o.d);
    HIP(hipDeviceSynchronize());
    o.get();
    CHECK_EQ(mvar, 9);
    unsigned c;
    HIP(hipMemcpyFromSymbol(&c, HIP_SYMBOL(dcount), 4));
    CHECK_EQ(c, 80u);
    int v = 21;
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(dvar), &v, 4));
    float cf[4] = {9, 9, 9, 9};
    HIP(hipMemcpyToSymbol(HIP_SYMBOL(cvar), cf, 16));
    mvar = 33;
    globals<<<1, 1>>>(o.d);
    o.get();
    CHECK_EQ(o.h[0], 21);
    CHECK_EQ(o.h[1], 9);
    CHECK_EQ(o.h[2], 21);
    CHECK_EQ(o.h[3], 33);
    void* p;
    HIP(hipGetSymbolAddress(&p, HIP_SYMBOL(dvar)));
    HIP(hipMemcpy(&v, p, 4, hipMemcpyDeviceToHost));
    CHECK_EQ(v, 8);
  }
  {
    buffer<int> o(96);
    scratch<<<1, 96>>>(o.d, 5);
    o.get();
    for (int t = 0; t < 96; ++t) CHECK_EQ(o.h[t], t * 496);
  }
  {
    buffer<int> o(64);
    int w[8] = {0, 1, 1, 2, 3, 5, 8, 13};
    recurse<<<1, 64>>>(o.d);
    o.get();
    for (int t = 0; t < 64; ++t) CHECK_EQ(o.h[t], w[t % 8]);
    fptr<<<1, 64>>>(o.d);
    o.get();
    for (int t = 0; t < 64; ++t) CHECK_EQ(o.h[t], t & 1 ? t + 1 : 2 * t);
  }
  {
    buffer<int> o(128);
    generic<<<1, 64>>>(o.d);
    o.get();
    for (int t = 0; t < 64; ++t) CHECK_EQ(o.h[t], t + 1);
  }
  {
    buffer<float> f(64);
    buffer<double> d(64);
    math<<<1, 64>>>(f.d, d.d);
    f.get();
    d.get();
    for (int t = 0; t < 64; ++t) {
      CHECK(fabsf(f.h[t] - (sqrtf(float(t) + 1) + 1 / (float(t) + 1))) < 1e-5f);
      CHECK(fabs(d.h[t] - (1.0 / (t + 1) + sqrt(t + 1.0))) < 1e-13);
    }
  }
  hipDeviceProp_t p;
  HIP(hipGetDeviceProperties(&p, 0));
  int ws;
  HIP(hipDeviceGetAttribute(&ws, hipDeviceAttributeWarpSize, 0));
  CHECK_EQ(ws, p.warpSize);
  printf("device %s, wave %d\n", p.gcnArchName, p.warpSize);
  hipEvent_t a, b;
  float ms;
  HIP(hipEventCreate(&a));
  HIP(hipEventCreate(&b));
  HIP(hipEventRecord(a, 0));
  HIP(hipEventRecord(b, 0));
  HIP(hipEventSynchronize(b));
  HIP(hipEventElapsedTime(&ms, a, b));
  CHECK(ms >= 0);
  return done("basics");
}
