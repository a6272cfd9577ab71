// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The same expressions on the host and on the emulated device: integer, floating point, conversions
// (division by and of denormals: arithmetic_wide.cpp)

#include "check.hpp"
#define HD __host__ __device__
struct inputs {
  uint64_t a, b, c;
};
template <class T>
HD T pick(uint64_t x) {
  T t;
  memcpy(&t, &x, sizeof t);
  return t;
}
template <class T>
HD uint64_t bitsof(T t) {
  uint64_t x = 0;
  memcpy(&x, &t, sizeof t);
  return x;
}
template <class T>
HD int int_ops(uint64_t* o, inputs in) {
  T a = pick<T>(in.a), b = pick<T>(in.b), c = pick<T>(in.c);
  int n = 0;
  using U = std::make_unsigned_t<T>;
  unsigned sh = unsigned(in.c % (8 * sizeof(T)));
  o[n++] = bitsof(T(U(a) + U(b)));
  o[n++] = bitsof(T(U(a) - U(b)));
  o[n++] = bitsof(T(U(a) * U(b)));
  o[n++] = b == 0 || (b == T(-1)) ? 0 : bitsof(T(a / b));
  o[n++] = b == 0 || b == T(-1) ? 0 : bitsof(T(a % b));
  o[n++] = bitsof(T(a & b));
  o[n++] = bitsof(T(a | ~b));
  o[n++] = bitsof(T(a ^ b ^ c));
  o[n++] = bitsof(T(U(a) << sh));
  o[n++] = bitsof(T(a >> sh));
  o[n++] = bitsof(T(U(a) >> sh));
  o[n++] = a < b;
  o[n++] = a <= b;
  o[n++] = a == b;
  o[n++] = U(a) > U(b);
  o[n++] = bitsof(a < b ? a : c);
  o[n++] = bitsof(T(a > b ? a : b));
  o[n++] = bitsof(T(-U(a)));
  o[n++] = bitsof(T((U(a) & U(0xf0f0f0f0f0f0f0f0)) | (U(b) & U(0x0f0f0f0f0f0f0f0f))));
  o[n++] = uint64_t(__builtin_popcountll(U(a)));
  o[n++] = U(a) ? uint64_t(__builtin_clzll(U(a))) : 64;
  o[n++] = U(a) ? uint64_t(__builtin_ctzll(U(a))) : 64;
  o[n++] = bitsof(float(a));
  o[n++] = bitsof(double(a));
  o[n++] = uint64_t(int64_t(int8_t(a)));
  o[n++] = uint64_t(int64_t(int16_t(b)));
  o[n++] = uint64_t(int64_t(int32_t(c)));
  o[n++] = uint64_t((unsigned __int128)U(a) * U(b) >> 64);
  return n;
}
template <class T>
HD int flt_ops(uint64_t* o, inputs in) {
  T a = pick<T>(in.a), b = pick<T>(in.b), c = pick<T>(in.c);
  int n = 0;
  o[n++] = bitsof(T(a + b));
  o[n++] = bitsof(T(a - b));
  o[n++] = bitsof(T(a * b));
  o[n++] = a * a > T(1e-30) && b * b > T(1e-30) ? bitsof(T(a / b)) : 0;
  o[n++] = bitsof(std::is_same_v<T, float> ? T(fmaf(float(a), float(b), float(c)))
                                           : T(fma(double(a), double(b), double(c))));
  o[n++] = bitsof(T(-a));
  o[n++] = bitsof(T(std::is_same_v<T, float> ? fabsf(float(a)) : fabs(double(a))));
  o[n++] = a < b;
  o[n++] = a <= b;
  o[n++] = a == b;
  o[n++] = a != b;
  o[n++] = a > b;
  o[n++] = !(a < b);
  o[n++] = !(a >= b);
  o[n++] = bitsof(a < b ? a : b);
  o[n++] = bitsof(a > b ? a : b);
  o[n++] = a != a;
  o[n++] = bitsof(std::is_same_v<T, float> ? T(fminf(float(a), float(b)))
                                           : T(fmin(double(a), double(b))));
  o[n++] = bitsof(std::is_same_v<T, float> ? T(fmaxf(float(a), float(b)))
                                           : T(fmax(double(a), double(b))));
  o[n++] = bitsof(float(a));
  o[n++] = bitsof(double(a));
  bool s = a > T(-1e9) && a < T(1e9), u = a >= T(0) && a < T(1e9);
  o[n++] = s ? uint64_t(int64_t(int32_t(a))) : 0;
  o[n++] = u ? uint64_t(uint32_t(a)) : 0;
  o[n++] = s ? uint64_t(int64_t(a)) : 0;
  o[n++] = u ? uint64_t(a) : 0;
  o[n++] = bitsof(_Float16(a));
  _Float16 ha = pick<_Float16>(in.a), hb = pick<_Float16>(in.b);
  o[n++] = bitsof(float(ha));
  o[n++] = bitsof(_Float16(ha + hb));
  o[n++] = bitsof(_Float16(ha * hb));
  o[n++] = ha < hb;
  o[n++] = bitsof(ha > hb ? ha : hb);
  return n;
}
template <int W>
HD int all(uint64_t* o, inputs in) {
  if constexpr (W == 0) return int_ops<int8_t>(o, in);
  if constexpr (W == 1) return int_ops<uint8_t>(o, in);
  if constexpr (W == 2) return int_ops<int16_t>(o, in);
  if constexpr (W == 3) return int_ops<uint16_t>(o, in);
  if constexpr (W == 4) return int_ops<int32_t>(o, in);
  if constexpr (W == 5) return int_ops<uint32_t>(o, in);
  if constexpr (W == 6) return int_ops<int64_t>(o, in);
  if constexpr (W == 7) return int_ops<uint64_t>(o, in);
  if constexpr (W == 8)
    return flt_ops<float>(o, in);
  else
    return flt_ops<double>(o, in);
}
template <int W>
__global__ void dev(const inputs* in, uint64_t* o) {
  all<W>(o + threadIdx.x * 40, in[threadIdx.x]);
}
template <int W>
__global__ void uni(const inputs* in, uint64_t* o) {
  all<W>(o + blockIdx.x * 40, in[blockIdx.x]);
}  // scalar unit
static bool same(int W, uint64_t a, uint64_t b) {
  if (a == b) return true;
  if (W >= 8) {
    auto nan32 = [](uint64_t x) { return !(x >> 32) && (x & 0x7fffffff) > 0x7f800000; };
    auto nan64 = [](uint64_t x) { return (x & ~0ull >> 1) > 0x7ff0000000000000ull; };
    auto nan16 = [](uint64_t x) { return !(x >> 16) && (x & 0x7fff) > 0x7c00; };
    if ((nan32(a) && nan32(b)) || (nan64(a) && nan64(b)) || (nan16(a) && nan16(b))) return true;
  }
  return false;
}
template <int W>
void run() {
  std::vector<uint64_t> edge = {0,
                                1,
                                2,
                                3,
                                7,
                                8,
                                0x7f,
                                0x80,
                                0xff,
                                0x100,
                                0x7fff,
                                0x8000,
                                0xffff,
                                0x3c00,
                                0xbc00,
                                0x7fffffff,
                                0x80000000,
                                0xffffffff,
                                0x100000000,
                                0x3f800000,
                                0xbf800000,
                                0x40490fdb,
                                0x7f800000,
                                0xff800000,
                                0x7fc00000,
                                0x00400000,
                                0x3ff0000000000000,
                                0xbff0000000000000,
                                0x400921fb54442d18,
                                0x7ff0000000000000,
                                0x7ff8000000000000,
                                0x000fffffffffffff,
                                0x7fffffffffffffff,
                                0x8000000000000000,
                                ~0ull,
                                0x123456789abcdef0};
  uint64_t r = 88172645463325252ull + W;
  auto rnd = [&] {
    r ^= r << 13;
    r ^= r >> 7;
    r ^= r << 17;
    return r;
  };
  const int N = 256;
  buffer<inputs> in(N);
  buffer<uint64_t> o(N * 40, 0), s(N * 40, 0);
  for (auto& i : in.h) {
    auto v = [&]() -> uint64_t {
      switch (rnd() % 4) {
        case 0:
          return edge[rnd() % edge.size()];
        case 1:
          return rnd() % 1000;
        case 2:
          if (W == 8) return bitsof(float(int64_t(rnd() % 200000) - 100000) / 64.f);
          if (W == 9) return bitsof(double(int64_t(rnd() % 200000) - 100000) / 64.);
          return rnd() >> (rnd() % 60);
        default:
          return rnd();
      }
    };
    i = {v(), v(), v()};
  }
  in.put();
  dev<W><<<1, N>>>(in.d, o.d);
  uni<W><<<N, 1>>>(in.d, s.d);
  HIP(hipDeviceSynchronize());
  o.get();
  s.get();
  int cnt[40] = {}, shown = 0;
  for (int i = 0; i < N; ++i) {
    uint64_t w[40] = {};
    int n = all<W>(w, in.h[i]);
    for (int k = 0; k < n; ++k)
      for (int q = 0; q < 2; ++q) {
        uint64_t g = (q ? s : o).h[i * 40 + k];
        if (!same(W, g, w[k])) {
          ++g_bad;
          if (cnt[k]++ < 2 && shown++ < 24)
            printf("FAIL type %d expr %d (%s): a=%llx b=%llx c=%llx device %llx host %llx\n", W, k,
                   q ? "uniform" : "vector", (unsigned long long)in.h[i].a,
                   (unsigned long long)in.h[i].b, (unsigned long long)in.h[i].c,
                   (unsigned long long)g, (unsigned long long)w[k]);
        }
      }
  }
}
int main() {
  run<0>();
  run<1>();
  run<2>();
  run<3>();
  run<4>();
  run<5>();
  run<6>();
  run<7>();
  run<8>();
  run<9>();
  return done("arithmetic");
}
