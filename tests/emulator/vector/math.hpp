// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Functions of numbers that vector instructions compute.
#pragma once

#include "isa/basics.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace hip_emulator {
template <class F>
F quiet(F x) {
  return x != x ? x + x : x;
}
template <class F>
F fmn(F a, F b) {
  return quiet(num_min(a, b));
}
template <class F>
F fmx(F a, F b) {
  return quiet(num_max(a, b));
}
template <class F>
F fminimum(F a, F b) {
  return a != a ? quiet(a) : b != b ? quiet(b) : num_min(a, b);
}
template <class F>
F fmaximum(F a, F b) {
  return a != a ? quiet(a) : b != b ? quiet(b) : num_max(a, b);
}
template <class F>
F fmed(F a, F b, F c) {
  if (a != a || b != b || c != c) return fmn(fmn(a, b), c);
  return fmx(fmn(a, b), fmn(fmx(a, b), c));
}
template <class I>
I mn(I a, I b) {
  return a < b ? a : b;
}
template <class I>
I mx(I a, I b) {
  return a > b ? a : b;
}
template <class I>
I med(I a, I b, I c) {
  return mx(mn(a, b), mn(mx(a, b), c));
}
inline i32 s24(u32 x) { return i32(x << 8) >> 8; }
inline u32 u24(u32 x) { return x & 0xffffff; }
template <class I, class W>
I sat(W x) {
  return x < W(std::is_signed_v<I> ? I(I(1) << (8 * sizeof(I) - 1)) : 0)
             ? std::is_signed_v<I> ? I(I(1) << (8 * sizeof(I) - 1)) : I(0)
         : x > W(std::is_signed_v<I> ? I(~(I(1) << (8 * sizeof(I) - 1))) : I(~I(0)))
             ? std::is_signed_v<I> ? I(~(I(1) << (8 * sizeof(I) - 1))) : I(~I(0))
             : I(x);
}
template <class F>
i32 f2i(F x) {
  return x != x                  ? 0
         : x >= F(2147483648.0)  ? 0x7fffffff
         : x <= F(-2147483648.0) ? i32(0x80000000)
                                 : i32(x);
}
template <class F>
u32 f2u(F x) {
  return !(x > 0) ? 0 : x >= F(4294967296.0) ? ~0u : u32(i64(x));
}
inline u16 d2h(double d) {  // one rounding: through a float rounded to odd
  float f = float(d);
  if (double(f) != d && d == d) {
    u32 b = bits_as<u32>(f);
    if (std::fabs(double(f)) > std::fabs(d)) --b;
    b |= 1;
    f = bits_as<float>(b);
  }
  return f2h(f);
}
inline float hfma(float a, float b, float c) {  // fused multiply-add of half values, rounded once
  double p = double(a) * b, s = p + c, bb = s - p, err = (p - (s - bb)) + (c - bb);
  if (s == s && !std::isinf(s) && err != 0) {
    u64 x = bits_as<u64>(s);
    if (!(x & 1)) x += (err > 0) == (s > 0) ? 1 : -1;
    s = bits_as<double>(x);
  }
  return h2f(d2h(s));
}
inline float hr(float x) { return h2f(f2h(x)); }
template <class F>
u32 lo16(F f) {
  return u16(f);
}
template <class G>
u32 pkh(u32 a, u32 b, G g) {
  return f2h(g(h2f(u16(a)), h2f(u16(b)))) | u32(f2h(g(h2f(u16(a >> 16)), h2f(u16(b >> 16))))) << 16;
}
template <class I, class G>
u32 pki(u32 a, u32 b, G g) {
  return u16(g(I(a), I(b))) | u32(u16(g(I(a >> 16), I(b >> 16)))) << 16;
}
template <class G>
u64 pks(u64 a, u64 b, G g) {
  return bits_as<u32>(float(g(bits_as<float>(u32(a)), bits_as<float>(u32(b))))) |
         u64(bits_as<u32>(float(g(bits_as<float>(u32(a >> 32)), bits_as<float>(u32(b >> 32))))))
             << 32;
}
template <class F, class U, int EB, int MB>
bool fclass(U x, u32 m) {
  U sign = x >> (EB + MB), ex = x >> MB & ((U(1) << EB) - 1), man = x & ((U(1) << MB) - 1);
  int c;
  if (ex == (U(1) << EB) - 1)
    c = man ? (man >> (MB - 1) & 1 ? 1 : 0) : sign ? 2 : 9;
  else if (ex)
    c = sign ? 3 : 8;
  else if (man)
    c = sign ? 4 : 7;
  else
    c = sign ? 5 : 6;
  return m >> c & 1;
}
inline int expo(float x) { return int(bits_as<u32>(x) >> 23 & 255); }
inline int expo(double x) { return int(bits_as<u64>(x) >> 52 & 2047); }
inline bool denorm(float x) { return x != 0 && expo(x) == 0; }
inline bool denorm(double x) { return x != 0 && expo(x) == 0; }
template <class F>
F fract(F x) {
  if (std::isinf(x)) return std::numeric_limits<F>::quiet_NaN();
  F r = x - std::floor(x), lim = sizeof(F) == 8 ? F(0x1.fffffffffffffp-1) : F(0x1.fffffep-1f);
  return r > lim ? lim : r;
}
template <class F>
int fexp(F x) {
  if (x == 0 || x != x || std::isinf(x)) return 0;
  int e;
  (void)std::frexp(x, &e);
  return e;
}
template <class F>
F fman(F x) {
  if (x == 0 || x != x || std::isinf(x)) return quiet(x);
  int e;
  return std::frexp(x, &e);
}
inline u32 clz32(u32 x) { return x ? u32(__builtin_clz(x)) : ~0u; }
inline u32 ctz32(u32 x) { return x ? u32(__builtin_ctz(x)) : ~0u; }
inline u32 cls32(u32 x) {
  u32 y = i32(x) < 0 ? ~x : x;
  return y ? u32(__builtin_clz(y)) : ~0u;
}
inline u32 bfe_u(u32 a, u32 b, u32 c) {
  u32 o = b & 31, n = c & 31;
  return (a >> o) & ((1u << n) - 1);
}
inline i32 bfe_i(u32 a, u32 b, u32 c) {
  u32 o = b & 31, n = c & 31;
  if (!n) return 0;
  return i32((o + n >= 32 ? a : a << (32 - o - n))) >> (o + n >= 32 ? o : 32 - n);
}
inline u32 perm(u32 a, u32 b, u32 s) {
  u64 v = u64(a) << 32 | b;
  u32 r = 0;
  for (int i = 0; i < 4; ++i) {
    u32 k = s >> (8 * i) & 255, x;
    if (k >= 13)
      x = 255;
    else if (k == 12)
      x = 0;
    else if (k >= 8)
      x = v >> (16 * (k - 8) + 15) & 1 ? 255 : 0;
    else
      x = u32(v >> (8 * k)) & 255;
    r |= x << (8 * i);
  }
  return r;
}
inline u32 sadu8(u32 a, u32 b, u32 c) {
  for (int i = 0; i < 4; ++i) {
    int x = int(a >> (8 * i) & 255), y = int(b >> (8 * i) & 255);
    c += u32(x > y ? x - y : y - x);
  }
  return c;
}
inline float trig(float x, bool c) {
  double r = double(x) - std::rint(double(x));
  return float(c ? std::cos(2 * M_PI * r) : std::sin(2 * M_PI * r));
}
/// 53 bits of 2/pi for the reduction of large angles.
double trig_preop(double x, u32 k);
inline u16 f2h_rz(float x) { return u16(_cvtss_sh(x, 3)); }
}  // namespace hip_emulator
