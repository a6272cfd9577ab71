// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every kind of atomic with its return value, through global, LDS and generic pointers.

#include "check.hpp"
enum operation { op_add, op_sub, op_min, op_max, op_and, op_or, op_xor, op_exch, op_cas };
template <class T>
__device__ T apply(int op, T* p, T v, int scope_sel) {
#define S(f)                                                               \
  (scope_sel == 0   ? f(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)  \
   : scope_sel == 1 ? f(p, v, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM) \
                    : f(p, v, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP))
  switch (op) {
    case op_add:
      return S(__hip_atomic_fetch_add);
    case op_min:
      return S(__hip_atomic_fetch_min);
    case op_max:
      return S(__hip_atomic_fetch_max);
    case op_exch:
      return S(__hip_atomic_exchange);
    case op_cas: {
      T e = __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
      while (!__hip_atomic_compare_exchange_strong(p, &e, T(e + v), __ATOMIC_ACQ_REL,
                                                   __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)) {
      }
      return e;
    }
  }
  return T();
}
template <class T>
__device__ T applyi(int op, T* p, T v) {
  switch (op) {
    case op_sub:
      return __hip_atomic_fetch_sub(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    case op_and:
      return __hip_atomic_fetch_and(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    case op_or:
      return __hip_atomic_fetch_or(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    default:
      return __hip_atomic_fetch_xor(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }
}
// Each thread applies (op, value) to cell `threadIdx % cells` and stores what came back.
template <class T, int OP, int SC, int SPACE, bool INT>
__global__ void kern(T* mem, T* back, const T* val, T init, int cells) {
  __shared__ T sh[8];
  T* p;
  int t = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (SPACE == 1 || SPACE == 2) {
    if (threadIdx.x < 8) sh[threadIdx.x] = init;
    __syncthreads();
  }
  if (SPACE == 0)
    p = mem + t % cells;
  else if (SPACE == 1)
    p = sh + t % cells;
  else
    p = (t & 1) ? sh + t % cells : mem + t % cells;  // 2: generic, diverging
  if constexpr (INT)
    back[t] = applyi<T>(OP, p, val[t]);
  else
    back[t] = apply<T>(OP, p, val[t], SC);
  if (SPACE) {
    __syncthreads();
    if (int(threadIdx.x) < cells && (SPACE == 1 || (threadIdx.x & 1)))
      mem[threadIdx.x] = sh[threadIdx.x];
  }
}
template <class T>
T ref(int op, T o, T v) {
  switch (op) {
    case op_add:
    case op_cas:
      return T(o + v);
    case op_sub:
      return T(o - v);
    case op_min:
      return std::min(o, v);
    case op_max:
      return std::max(o, v);
    case op_exch:
      return v;
  }
  if constexpr (std::is_integral_v<T>) {
    if (op == op_and) return o & v;
    if (op == op_or) return o | v;
    if (op == op_xor) return o ^ v;
  }
  return T();
}
// There must be an order of the operations on each cell that explains all returned values and the
// final one: every operation is an edge returned -> result, and the edges must form one path from
// init to the final value (Euler path).
template <class T>
bool explains(int op, T init, T fin, std::vector<std::pair<T, T>> ops) {
  std::vector<std::pair<T, int>> deg;
  auto at = [&](T x) -> int& {
    for (auto& d : deg)
      if (!memcmp(&d.first, &x, sizeof(T))) return d.second;
    deg.push_back({x, 0});
    return deg.back().second;
  };
  for (auto& o : ops) {
    T r = ref(op, o.first, o.second);
    if (memcmp(&r, &o.first, sizeof(T))) {
      at(o.first)++;
      at(r)--;
    }
  }
  at(init)--;
  at(fin)++;
  for (auto& d : deg)
    if (d.second) return false;
  return true;
}
template <class T, int OP, int SC, int SPACE, bool INT>
void run(const char* tn) {
  const int n = 96, cells = 6;
  T init = T(OP == op_and ? 127 : 3);
  buffer<T> mem(8, init), back(n), val(n);
  for (int i = 0; i < n; ++i) val.h[i] = T((i * 37 + 11) % 64) + (OP == op_and ? T(64) : T(1));
  val.put();
  kern<T, OP, SC, SPACE, INT><<<1, n>>>(mem.d, back.d, val.d, init, cells);
  HIP(hipDeviceSynchronize());
  mem.get();
  back.get();
  for (int c = 0; c < cells; ++c) {
    std::vector<std::pair<T, T>> v;
    for (int t = c; t < n; t += cells) v.push_back({back.h[t], val.h[t]});
    if (!explains<T>(OP, init, mem.h[c], v)) {
      ++g_bad;
      printf("FAIL %s op %d scope %d space %d cell %d\n", tn, OP, SC, SPACE, c);
      break;
    }
  }
}
template <class T, int SPACE>
void common(const char* tn) {
  run<T, op_add, 0, SPACE, false>(tn);
  run<T, op_add, 1, SPACE, false>(tn);
  run<T, op_add, 2, SPACE, false>(tn);
  run<T, op_min, 0, SPACE, false>(tn);
  run<T, op_max, 0, SPACE, false>(tn);
  run<T, op_exch, 1, SPACE, false>(tn);
  run<T, op_cas, 0, SPACE, false>(tn);
}
template <class T>
void ints(const char* tn) {
  common<T, 0>(tn);
  common<T, 1>(tn);
  common<T, 2>(tn);
  run<T, op_sub, 0, 0, true>(tn);
  run<T, op_and, 0, 0, true>(tn);
  run<T, op_or, 0, 0, true>(tn);
  run<T, op_xor, 0, 0, true>(tn);
  run<T, op_sub, 0, 1, true>(tn);
  run<T, op_and, 0, 1, true>(tn);
  run<T, op_or, 0, 2, true>(tn);
  run<T, op_xor, 0, 2, true>(tn);
}
// classic names, wrap-around inc / dec, no-return forms (HIP 5.2's atomicInc does not build with
// clang 16 and newer)
__device__ void inc(unsigned* p, unsigned w) {
  __builtin_amdgcn_atomic_inc32(p, w, __ATOMIC_RELAXED, "agent");
}
__device__ void dec(unsigned* p, unsigned w) {
  __builtin_amdgcn_atomic_dec32(p, w, __ATOMIC_RELAXED, "agent");
}
__global__ void classic(unsigned* u, unsigned long long* q, float* f, double* d, int* i) {
  atomicAdd(u, 1u);
  atomicSub(u + 1, 1u);
  inc(u + 2, 9u);
  dec(u + 3, 9u);
  atomicMax(u + 4, threadIdx.x);
  atomicOr(u + 5, 1u << (threadIdx.x & 31));
  atomicAdd(q, 1ull << 33);
  atomicMax(q + 1, (1ull << 40) + threadIdx.x);
  atomicAdd(f, 0.5f);
  atomicAdd(d, 0.25);
  atomicMin(i, -int(threadIdx.x));
  atomicMax(i + 1, int(threadIdx.x) - 50);
}
// sub-word atomics: a loop of 32-bit compare-and-swap on the containing word
template <class T>
__global__ void subword(T* a, T* back, int cells) {
  T* p = a + threadIdx.x % unsigned(cells);
  uintptr_t x = (uintptr_t)p;
  unsigned* w = (unsigned*)(x & ~uintptr_t(3));
  unsigned sh = unsigned(x & 3) * 8, m = (sizeof(T) == 1 ? 0xffu : 0xffffu) << sh;
  unsigned o = __hip_atomic_load(w, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), n;
  do {
    T cur = T((o & m) >> sh);
    n = (o & ~m) | (unsigned(T(cur + 1)) << sh);
  } while (!__hip_atomic_compare_exchange_strong(w, &o, n, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT));
  back[blockIdx.x * blockDim.x + threadIdx.x] = T((o & m) >> sh);
}
template <class T>
void subword_test() {
  buffer<T> a(8, T(5)), b(128);
  subword<<<2, 64>>>(a.d, b.d, 7);
  a.get();
  b.get();
  int seen[7][64] = {};
  for (int i = 0; i < 128; ++i) {
    int v = b.h[i] - 5;
    CHECK(v >= 0 && v < 64);
    if (v >= 0 && v < 64) seen[(i % 64) % 7][v]++;
  }
  for (int c = 0; c < 7; ++c) {
    int n = a.h[c] - 5;
    for (int v = 0; v < n; ++v) CHECK_EQ(seen[c][v], 1);
  }
  CHECK_EQ(a.h[7], T(5));
  int s = 0;
  for (int c = 0; c < 7; ++c) s += a.h[c] - 5;
  CHECK_EQ(s, 128);
}
int main() {
  ints<unsigned>("u32");
  ints<int>("i32");
  ints<unsigned long long>("u64");
  ints<long long>("i64");
  common<float, 0>("f32");
  common<float, 1>("f32");
  common<float, 2>("f32");
  common<double, 0>("f64");
  common<double, 1>("f64");
  common<double, 2>("f64");
  {
    buffer<unsigned> u(8, 0u);
    u.h[1] = 1000;
    u.h[3] = 4;
    u.put();
    buffer<unsigned long long> q(2);
    buffer<float> f(1);
    buffer<double> d(1);
    buffer<int> i(2, -100);
    classic<<<3, 100>>>(u.d, q.d, f.d, d.d, i.d);
    u.get();
    q.get();
    f.get();
    d.get();
    i.get();
    CHECK_EQ(u.h[0], 300u);
    CHECK_EQ(u.h[1], 700u);
    CHECK_EQ(u.h[2], 0u);
    CHECK_EQ(u.h[3], 4u);
    CHECK_EQ(u.h[4], 99u);
    CHECK_EQ(u.h[5], ~0u);
    CHECK_EQ(q.h[0], 300ull << 33);
    CHECK_EQ(q.h[1], (1ull << 40) + 99);
    CHECK_EQ(f.h[0], 150.f);
    CHECK_EQ(d.h[0], 75.0);
    CHECK_EQ(i.h[0], -100);
    CHECK_EQ(i.h[1], 49);
  }
  subword_test<uint8_t>();
  subword_test<uint16_t>();
  return done("atomics");
}
