// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A broad set of operations on the device against the host: integers of each width, bit operations,
// saturation, packed 16 bit, half, conversions, division (also of and by denormals), rounding,
// classification, mathematical functions (with a tolerance), and instruction builtins.

#include "check.hpp"
#define HD __host__ __device__
using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i8 = int8_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;
typedef short s2 __attribute__((ext_vector_type(2)));
typedef unsigned short us2 __attribute__((ext_vector_type(2)));
typedef _Float16 h2 __attribute__((ext_vector_type(2)));
typedef float f2 __attribute__((ext_vector_type(2)));
#if defined(__HIP_DEVICE_COMPILE__)
#define PICK(dev, host) (dev)
#else
#define PICK(dev, host) (host)
#endif
#pragma clang fp contract(off)
struct inputs {
  u64 a, b, c;
};
template <class T>
HD T as(u64 x) {
  T t;
  memcpy(&t, &x, sizeof t);
  return t;
}
template <class T>
HD u64 bits(T t) {
  u64 x = 0;
  memcpy(&x, &t, sizeof t);
  return x;
}
HD inline u32 rev(u32 x) {
  u32 r = 0;
  for (int i = 0; i < 32; ++i) r |= (x >> i & 1) << (31 - i);
  return r;
}
HD inline u32 hperm(u32 a, u32 b, u32 s) {
  u64 v = u64(a) << 32 | b;
  u32 r = 0;
  for (int i = 0; i < 4; ++i) r |= u32(v >> (8 * (s >> (8 * i) & 7)) & 255) << (8 * i);
  return r;
}
template <class T>
HD T med(T a, T b, T c) {
  T lo = a < b ? a : b, hi = a < b ? b : a;
  return c < lo ? lo : c > hi ? hi : c;
}
HD inline u32 hsad(u32 a, u32 b, u32 c) {
  for (int i = 0; i < 32; i += 8) {
    int x = int(a >> i & 255) - int(b >> i & 255);
    c += u32(x < 0 ? -x : x);
  }
  return c;
}
HD inline i32 s24(u32 x) { return i32(x << 8) >> 8; }

HD int ints(u64* o, inputs in) {
  u32 a = u32(in.a), b = u32(in.b), c = u32(in.c);
  i32 x = i32(a), y = i32(b), z = i32(c);
  u64 A = in.a, B = in.b, C = in.c;
  i64 X = i64(A), Y = i64(B);
  int n = 0;
  auto put = [&](u64 v) { o[n++] = v; };
  put(rev(a));
  put(PICK(__builtin_bitreverse32(a), rev(a)));
  put(PICK(__builtin_bitreverse64(A), u64(rev(u32(A))) << 32 | rev(u32(A >> 32))));
  put(u64(__builtin_popcount(a)));
  put(a ? u64(__builtin_clz(a)) : 32);
  put(a ? u64(__builtin_ctz(a)) : 32);
  put(__builtin_bswap32(a));
#if defined(__OPTIMIZE__) || __clang_major__ < 20  // clang 22 -O0 loses half of the word on gfx11
  put(__builtin_bswap64(A));
#endif
  put(u64(__builtin_ffsll(X)));
  put(PICK(__builtin_amdgcn_alignbit(a, b, c), u32((u64(a) << 32 | b) >> (c & 31))));
  put(PICK(__builtin_amdgcn_alignbyte(a, b, c), u32((u64(a) << 32 | b) >> (8 * (c & 3)))));
  put(PICK(__builtin_amdgcn_perm(a, b, c & 0x07070707u), hperm(a, b, c & 0x07070707u)));
  put(PICK(__builtin_amdgcn_ubfe(a, b & 31, c & 31), (a >> (b & 31)) & ((1u << (c & 31)) - 1)));
  {
    u32 of = b & 15, w = c & 15;
    put(u32(PICK(__builtin_amdgcn_sbfe(x, of, w), w ? i32(a << (32 - of - w)) >> (32 - w) : 0)));
  }
  put((a & b) | (~a & c));
  put((a & b) | c);
  put(a | b | c);
  put(a ^ b ^ c);
  put((a << (b & 31)) | c);
  put((a << (b & 31)) + c);
  put((a + b) << (c & 31));
  put((a ^ b) + c);
  put(a + b + c);
  put(~(a ^ b));
  put(a & ~b);
  put(~(a | b));
  put((A & B) | C);
  put(A & ~B);
  put(A ^ ~B);
  put(u32((1u << (a & 31)) - 1) << (b & 31));
  put(u32(med(x, y, z)));
  put(med(a, b, c));
  put(u32(std::min(std::min(x, y), z)));
  put(u32(std::max(std::max(x, y), z)));
  put(std::min(std::min(a, b), c));
  put(std::max(std::max(a, b), c));
  put(u32(std::min(std::max(x, y), z)));
  put(std::max(std::min(a, b), c));
  put(u64(std::min(X, Y)));
  put(std::max(A, B));
  put(u32(x < 0 ? 0u - a : a));
  put(__builtin_elementwise_add_sat(a, b));
  put(__builtin_elementwise_sub_sat(a, b));
  put(u32(__builtin_elementwise_add_sat(x, y)));
  put(u32(__builtin_elementwise_sub_sat(x, y)));
  put(u16(__builtin_elementwise_add_sat(i16(a), i16(b))));
  put(u16(__builtin_elementwise_sub_sat(u16(a), u16(b))));
  put(u16(__builtin_elementwise_add_sat(u16(a), u16(b))));
  put(u16(__builtin_elementwise_sub_sat(i16(a), i16(b))));
  put(u64(s24(a)) * 0 + u32(s24(a) * s24(b)));
  put((a & 0xffffff) * (b & 0xffffff) + c);
  put(u64(a & 0xffffff) * (b & 0xffffff));
  put(u32(s24(a & 0xfff) * s24(b & 0x7ff) + z));
  put(u64(a) * b >> 32);
  put(u32(u64(i64(x) * y) >> 32));
  put(u64(a) * b + C);
  put(u64(i64(x) * y + X));
  put(A * B);
  put(u64((unsigned __int128)A * B >> 64));
  put(u64((__int128)X * Y >> 64));
  put(u16(u16(a) * u16(b) + u16(c)));
  put(u32(u16(a)) * u16(b) + c);
  {
    u32 r;
    bool k = __builtin_add_overflow(a, b, &r);
    put(u64(r) << 1 | k);
    k = __builtin_sub_overflow(a, b, &r);
    put(u64(r) << 1 | k);
    u64 R;
    put(__builtin_add_overflow(A, B, &R));
    put(R);
    put(__builtin_sub_overflow(A, B, &R));
    put(__builtin_mul_overflow(A, B, &R));
    i32 s;
    put(__builtin_mul_overflow(x, y, &s));
  }
  put(c ? a / c : 0);
  put(c ? a % c : 0);
  put(z && z != -1 ? u32(x / z) : 0);
  put(z && z != -1 ? u32(x % z) : 0);
  put(C ? A / C : 0);
  put(C ? A % C : 0);
  put(C && ~C ? u64(X / i64(C)) : 0);
  put(C && ~C ? u64(X % i64(C)) : 0);
  put(a / 7 + b % 10);
  put(A / 1000000007ull + B % 12345);
  put(u16(c) ? u16(a) / u16(c) : 0);
  put(A << (b & 63));
  put(A >> (b & 63));
  put(u64(X >> (b & 63)));
  put(u32(x >> (b & 31)));
  put(u16(u16(a) << (b & 15)));
  put(u16(i16(a) >> (b & 15)));
  put(a << (b & 31) | a >> (-b & 31));
  put(A << (b & 63) | A >> (-B & 63));
  put(PICK(__builtin_amdgcn_sad_u8(a, b, c), hsad(a, b, c)));
  put(PICK(__builtin_amdgcn_lerp(a, b, c), [&] {
    u32 r = 0;
    for (int i = 0; i < 32; i += 8) r |= ((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) / 2 << i;
    return r;
  }()));
  put(u32(u8(a)) | u32(u8(b)) << 8 | u32(u8(c)) << 24);
  put((a >> 16) | (b & 0xffff0000u));
  put((a & 0xffff) | b << 16);
  put(u64(i64(i16(a >> 16))));
  put(u64(i64(i8(a >> 8))));
  put(X < Y ? C : A);
  put((x < y) + 2 * (a < b) + 4 * (X == Y) + 8 * (A > B) + 16 * (i16(a) < i16(b)) +
      32 * (u16(a) >= u16(b)) + 64 * (i8(a) > i8(b)));
  return n;
}
template <class T>
HD int widths(u64* o, inputs in) {
  T a = as<T>(in.a), b = as<T>(in.b), c = as<T>(in.c);
  int n = 0;
  auto put = [&](u64 v) { o[n++] = v; };
  using U = std::make_unsigned_t<T>;
  unsigned sh = unsigned(in.c % (8 * sizeof(T)));
  put(bits(T(U(a) + U(b))));
  put(bits(T(U(a) - U(b))));
  put(bits(T(U(a) * U(b))));
  put(b == 0 || (b == T(-1)) ? 0 : bits(T(a / b)));
  put(b == 0 || b == T(-1) ? 0 : bits(T(a % b)));
  put(bits(T(a & b)));
  put(bits(T(a | ~b)));
  put(bits(T(a ^ b ^ c)));
  put(bits(T(U(a) << sh)));
  put(bits(T(a >> sh)));
  put(bits(T(U(a) >> sh)));
  put(a < b);
  put(a <= b);
  put(a == b);
  put(U(a) > U(b));
  put(bits(a < b ? a : c));
  put(bits(T(a > b ? a : b)));
  put(bits(T(-U(a))));
  put(bits(T((U(a) & U(0xf0f0f0f0f0f0f0f0)) | (U(b) & U(0x0f0f0f0f0f0f0f0f)))));
  put(u64(__builtin_popcountll(U(a))));
  put(U(a) ? u64(__builtin_clzll(U(a))) : 64);
  put(U(a) ? u64(__builtin_ctzll(U(a))) : 64);
  put(bits(float(a)));
  put(bits(double(a)));
  put(u64(i64(i8(a))));
  put(u64(i64(i16(b))));
  put(u64(i64(i32(c))));
  put(u64((unsigned __int128)U(a) * U(b) >> 64));
  return n;
}
HD int packed(u64* o, inputs in) {
  s2 a = as<s2>(in.a), b = as<s2>(in.b), c = as<s2>(in.c);
  us2 ua = as<us2>(in.a), ub = as<us2>(in.b);
  int n = 0;
  auto put = [&](auto v) { o[n++] = bits(v); };
  us2 sh = ub & us2{15, 15};
  put(us2(ua + ub));
  put(us2(ua - ub));
  put(us2(ua * ub));
  put(us2(ua * ub + as<us2>(in.c)));
  put(us2(ua << sh));
  put(us2(ua >> sh));
  put(s2(a >> as<s2>(bits(sh))));
  put(__builtin_elementwise_max(a, b));
  put(__builtin_elementwise_min(a, b));
  put(__builtin_elementwise_max(ua, ub));
  put(__builtin_elementwise_min(ua, ub));
  put(__builtin_elementwise_add_sat(a, b));
  put(__builtin_elementwise_sub_sat(ua, ub));
  put(us2{ua.y, ub.x});
  put(us2(us2{ua.y, ua.x} + us2{ub.x, ub.x}));
  put(s2(a * c - b));
  f2 fa = {float(i16(in.a)), float(i16(in.a >> 16))},
     fb = {float(i16(in.b)) / 8, float(i16(in.b >> 16))};
  put(f2(fa + fb));
  put(f2(fa * fb));
  put(f2(-fa * fb));
  put(f2(f2{fa.y, fa.x} - fb));
  return n;
}
HD int halfs(u64* o, inputs in) {  // values whose results are not NaN matter; NaNs compare equal
  _Float16 a = as<_Float16>(in.a), b = as<_Float16>(in.b), c = as<_Float16>(in.c);
  int n = 0;
  auto put = [&](_Float16 v) { o[n++] = bits(v); };
  auto f = [&](float v) { o[n++] = 0x100000000ull | bits(v); };
  put(a + b);
  put(a - b);
  put(a * b);
  put(b - a);
  put(-a);
  put(_Float16(__builtin_fabsf16(a)));
  put(__builtin_floorf16(a));
  put(__builtin_ceilf16(a));
  put(__builtin_truncf16(a));
  put(__builtin_rintf16(a));
  put(a < b ? a : c);
  put(a >= b ? c : a);
  put(PICK(__builtin_fmaf16(a, b, c), _Float16(double(a) * double(b) + double(c))));
  put(_Float16(float(a) / float(b)));
  f(float(a) * 3.f);
  f(fmaf(float(a), float(b), float(in.c & 1023)));
  put(_Float16(fmaf(float(a), float(b), float(c))));
  o[n++] = (a < b) + 2 * (a == b) + 4 * (a <= b) + 8 * (a != b);
  o[n++] = (a == a && a < _Float16(30000) && a > _Float16(-30000)) ? u64(i64(i16(a))) : 0;
  o[n++] = (a >= _Float16(0) && a < _Float16(60000)) ? u16(a) : 0;
  put(_Float16(i16(in.b)));
  put(_Float16(u16(in.b)));
  h2 v = {a, b}, w = {b, c}, r = v + w;
  put(r.x);
  put(r.y);
  r = v * w;
  put(r.x);
  put(r.y);
  r = h2{v.y, v.x} - w.xx;
  put(r.x);
  put(r.y);
  return n;
}
template <class F>
HD int flts(u64* o, inputs in) {
  constexpr bool D = sizeof(F) == 8;
  F a = as<F>(in.a), b = as<F>(in.b), c = as<F>(in.c);
  int n = 0;
  auto put = [&](F v) { o[n++] = bits(v); };
#define M(g, ...) (D ? F(g(__VA_ARGS__)) : F(g##f(__VA_ARGS__)))
  put(a + b);
  put(a - b);
  put(a * b);
  put(a / b);
  put(b / a);
  put(F(1) / a);
  put(c / b);
  put(M(fma, a, b, c));
  put(M(sqrt, a < 0 ? -a : a));
  put(M(floor, a));
  put(M(ceil, a));
  put(M(trunc, a));
  put(M(rint, a));
  put(M(round, a));
  put(M(fabs, a));
  put(M(copysign, a, b));
  put(-M(fabs, b));
  put(M(fmin, a, b));
  put(M(fmax, a, b));
  {
    F lo = M(fmin, a, b);
    put(M(fmin, lo, c));
    put(M(fmax, lo, c));
  }
  put(M(ldexp, a, int(in.b % 300) - 150));
  put(M(ldexp, b, int(in.c % 4200) - 2100));
  {
    int e = 0;
    F m = D ? F(frexp(double(a), &e)) : F(frexpf(float(a), &e));
    bool fin = a - a == 0;
    put(m);
    o[n++] = fin ? u64(u32(e)) : 0;
  }
  put(M(fdim, a, b));
  o[n++] = (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a > b) + 16 * (a >= b) + 32 * (a != b) +
           64 * !(a < b) + 128 * !(a > b) + 256 * (a != a || b != b);
  o[n++] = u64(__builtin_isnan(a)) + 2 * u64(__builtin_isinf(a) != 0) +
           4 * u64(__builtin_isfinite(a) != 0) + 8 * u64(__builtin_isnormal(a) != 0) +
           16 * u64(__builtin_signbit(a) != 0);
  put(F(i32(in.a)));
  put(F(u32(in.a)));
  put(F(i64(in.b)));
  put(F(u64(in.b)));
  put(F(u8(in.a)) + F(u8(in.a >> 8)) + F(u8(in.a >> 16)) + F(u8(in.a >> 24)));
  bool s = a > F(-2e9) && a<F(2e9), l = a> F(-9e18) && a < F(9e18);
  o[n++] = s ? u64(i64(i32(a))) : 0;
  o[n++] = l ? u64(i64(a)) : 0;
  o[n++] = l && a >= 0 ? u64(a) : 0;
  o[n++] = s && a >= 0 ? u32(a) : 0;
  o[n++] = bits(float(a));
  o[n++] = bits(double(a));
  o[n++] = bits(_Float16(float(a)));
  put(a * F(0.15915494309189535) + F(0.5));
  put(a * b + c > 0 ? F(2) * a : F(-4) * b);
  return n;
}
/// Each in the words that the compiler may choose another instruction for.
template <class F>
HD int floats(u64* o, inputs in) {
  constexpr bool D = sizeof(F) == 8;
  F a = as<F>(in.a), b = as<F>(in.b), c = as<F>(in.c);
  int n = 0;
  auto put = [&](u64 v) { o[n++] = v; };
  put(bits(F(a + b)));
  put(bits(F(a - b)));
  put(bits(F(a * b)));
  put(a * a > F(1e-30) && b * b > F(1e-30) ? bits(F(a / b)) : 0);
  put(bits(M(fma, a, b, c)));
  put(bits(F(-a)));
  put(bits(M(fabs, a)));
  put(a < b);
  put(a <= b);
  put(a == b);
  put(a != b);
  put(a > b);
  put(!(a < b));
  put(!(a >= b));
  put(bits(a < b ? a : b));
  put(bits(a > b ? a : b));
  put(a != a);
  put(bits(M(fmin, a, b)));
  put(bits(M(fmax, a, b)));
  put(bits(float(a)));
  put(bits(double(a)));
  bool s = a > F(-1e9) && a < F(1e9), u = a >= F(0) && a < F(1e9);
  put(s ? u64(i64(i32(a))) : 0);
  put(u ? u64(u32(a)) : 0);
  put(s ? u64(i64(a)) : 0);
  put(u ? u64(a) : 0);
  put(bits(_Float16(a)));
  _Float16 ha = as<_Float16>(in.a), hb = as<_Float16>(in.b);
  put(bits(float(ha)));
  put(bits(_Float16(ha + hb)));
  put(bits(_Float16(ha * hb)));
  put(ha < hb);
  put(bits(ha > hb ? ha : hb));
  return n;
}
constexpr int float_maths = 23;               // the first of them
HD int maths(double* o, float x, double y) {  // |x|, |y| moderate
  int n = 0;
  float p = fabsf(x) + 0.01f;
  double q = fabs(y) + 0.01;
  auto put = [&](double v) { o[n++] = v; };
  put(sinf(x));
  put(cosf(x));
  put(tanf(x > 100 ? 1 : x / 16));
  put(expf(x > 100 ? 1 : x / 4));
  put(exp2f(x > 100 ? 1 : x / 4));
  put(logf(p));
  put(log2f(p));
  put(log10f(p));
  put(powf(p, 1.5f));
  put(PICK(rsqrtf(p), 1 / sqrtf(p)));
  put(cbrtf(x));
  put(atanf(x));
  put(asinf(x > 100 ? 1 : x / 100));
  put(acosf(x > 100 ? 1 : x / 100));
  put(sinhf(x > 100 ? 1 : x / 8));
  put(tanhf(x));
  put(hypotf(x, 3.f));
  put(fmodf(x, 1.7f));
  put(erff(x));
  put(log1pf(p));
  put(expm1f(x > 100 ? 1 : x / 8));
  put(atan2f(x, 2.f));
  put(remainderf(x, 1.3f));
  put(sin(y));
  put(cos(y));
  put(exp(y > 100 ? 1 : y / 4));
  put(log(q));
  put(pow(q, 1.25));
  put(PICK(rsqrt(q), 1 / sqrt(q)));
  put(cbrt(y));
  put(atan(y));
  put(tanh(y));
  put(fmod(y, 1.7));
  put(hypot(y, 2.));
  put(exp2(y > 100 ? 1 : y / 3));
  put(log10(q));
  return n;
}
// instructions that no ordinary expression reaches
__global__ void special(u32* o, const inputs* in) {
  int t = int(threadIdx.x), n = 0;
  u32 a = u32(in[t].a), b = u32(in[t].b);
  auto put = [&](u32 v) { o[64 * n++ + t] = v; };
  put(__builtin_amdgcn_mbcnt_hi(0x5a5a1234u, __builtin_amdgcn_mbcnt_lo(0x9669f00fu, 100u)));
  put(u32(__builtin_amdgcn_ballot_w64(a & 1)) ^ u32(__builtin_amdgcn_ballot_w64(b > 7) >> 32));
  put(u32(__popcll(__ballot(t % 3 == 0))));
  put(u32(__any(t == 5)) + 2 * u32(__all(t < 64)));
  put(u32(__shfl(int(a), 3)) + u32(__shfl_xor(int(a), 5)) * 3 + u32(__shfl_down(int(a), 2)) * 5);
  put(__builtin_bit_cast(u32, __builtin_amdgcn_fractf(float(i32(a)) / 8)));
  put(__builtin_bit_cast(u32, __builtin_amdgcn_fmed3f(float(i32(a)), float(i32(b)), 5.f)));
  put(__builtin_bit_cast(u32, __builtin_amdgcn_cvt_pkrtz(float(u16(a)) / 3, float(u16(b)) / 7)));
  put(u32(__builtin_amdgcn_frexp_expf(float(a))));
  put(__builtin_bit_cast(u32, __builtin_amdgcn_frexp_mantf(float(a))));
  put(u32(__builtin_amdgcn_classf(float(i32(a) % 3), 0x60)) +
      2 * u32(__builtin_amdgcn_classf(-float(a & 1), 0x20)));
  if (a & 4)
    put(u32(__builtin_amdgcn_readfirstlane(int(t))));
  else {
    put(77);
  }
  put(u32(__builtin_amdgcn_cvt_pk_u8_f32(float(u8(a)) + .25f, b & 3, 0x11223344u)));
  put(u32(__builtin_amdgcn_cvt_pk_u16(a, b).x));
  put(u32(u16(__builtin_amdgcn_cvt_pk_i16(int(a), int(b)).x)));
}
template <int W>
HD int all(u64* o, inputs in) {
  if constexpr (W == 0) return ints(o, in);
  if constexpr (W == 1) return packed(o, in);
  if constexpr (W == 2) return halfs(o, in);
  if constexpr (W == 3) return flts<float>(o, in);
  if constexpr (W == 4) return flts<double>(o, in);
  if constexpr (W == 5) return widths<i8>(o, in);
  if constexpr (W == 6) return widths<u8>(o, in);
  if constexpr (W == 7) return widths<i16>(o, in);
  if constexpr (W == 8) return widths<u16>(o, in);
  if constexpr (W == 9) return widths<i32>(o, in);
  if constexpr (W == 10) return widths<u32>(o, in);
  if constexpr (W == 11) return widths<i64>(o, in);
  if constexpr (W == 12) return widths<u64>(o, in);
  if constexpr (W == 13) return floats<float>(o, in);
  if constexpr (W == 14) return floats<double>(o, in);
}
constexpr int S = 128;
template <int W>
__global__ void vec(const inputs* in, u64* o) {
  all<W>(o + threadIdx.x * S, in[threadIdx.x]);
}
template <int W>
__global__ void uni(const inputs* in, u64* o) {
  all<W>(o + blockIdx.x * S, in[blockIdx.x]);
}
__global__ void mk(const float* x, const double* y, double* o) {
  maths(o + threadIdx.x * 64, x[threadIdx.x], y[threadIdx.x]);
}
static bool same(int W, u64 a, u64 b) {
  if (a == b) return true;
  auto nan = [&](u64 x) {
    return (x >> 32 <= 1 && (x & 0x7fffffff) > 0x7f800000) ||
           (x & ~0ull >> 1) > 0x7ff0000000000000ull ||
           (W >= 2 && !(x >> 16) && (x & 0x7fff) > 0x7c00);
  };
  const bool of_integers = W == 0 || (W >= 5 && W <= 12);
  return !of_integers && nan(a) && nan(b);
}
template <int W>
void run() {
  std::vector<u64> edge = {0x0,        0x1,        0x2,        0x3,        0x7,        0x8,
                           0x7f,       0x80,       0xff,       0x100,      0x123,      0x3ff,
                           0x400,      0x1234,     0x3c00,     0x7bff,     0x7c00,     0x7fff,
                           0x8000,     0xbc00,     0xfc00,     0xffff,     0x400000,   0x7fffff,
                           0x800000,   0x3effffff, 0x3f800000, 0x40490fdb, 0x7e800000, 0x7f000000,
                           0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7fffffff, 0x80000000, 0x80000456,
                           0xbf800000, 0xff800000, 0xffffffff};
  edge.insert(edge.end(),
              {0x0000000100000000, 0x000fffffffffffff, 0x0010000000000000, 0x123456789abcdef0,
               0x3ff0000000000000, 0x400921fb54442d18, 0x7fd0000000000000, 0x7fefffffffffffff,
               0x7ff0000000000000, 0x7ff8000000000000, 0x7fffffffffffffff, 0x8000000000000000,
               0x8000000000000777, 0xbff0000000000000, 0xfff0000000000000, 0xffffffffffffffff});
  constexpr bool is_float = W == 3 || W == 13, is_double = W == 4 || W == 14;
  u64 r = 88172645463325252ull + W * 977;
  auto rnd = [&] {
    r ^= r << 13;
    r ^= r >> 7;
    r ^= r << 17;
    return r;
  };
  const int N = 512;
  buffer<inputs> in(N);
  buffer<u64> o(N * S, 0), s(N * S, 0);
  for (auto& i : in.h) {
    auto v = [&]() -> u64 {
      switch (rnd() % 6) {
        case 0:
          return edge[rnd() % edge.size()];
        case 1:
          return rnd() % 1000;
        case 2:
          return W == 2 ? bits(_Float16(float(i64(rnd() % 4000) - 2000) / 32.f)) |
                              bits(_Float16(float(rnd() % 77))) << 16
                 : is_float  ? bits(float(i64(rnd() % 200000) - 100000) / 64.f)
                 : is_double ? bits(double(i64(rnd() % 200000) - 100000) / 64.)
                             : rnd() >> (rnd() % 60);
        case 3:
          return is_float    ? (rnd() & 0x807fffff) | (rnd() % 60) << 23
                 : is_double ? (rnd() & 0x800fffffffffffff) | (rnd() % 120) << 52
                             : rnd();
        case 4:
          return is_float    ? rnd() & 0x807fffff
                 : is_double ? rnd() & 0x800fffffffffffff
                             : rnd() & 0xffffffff;
        default:
          return rnd();
      }
    };
    i = {v(), v(), v()};
  }
  in.put();
  vec<W><<<1, N>>>(in.d, o.d);
  uni<W><<<N, 1>>>(in.d, s.d);
  HIP(hipDeviceSynchronize());
  o.get();
  s.get();
  int cnt[S] = {}, shown = 0;
  for (int i = 0; i < N; ++i) {
    u64 w[S] = {};
    int n = all<W>(w, in.h[i]);
    for (int k = 0; k < n; ++k)
      for (int q = 0; q < 2; ++q) {
        u64 g = (q ? s : o).h[i * S + k];
        if (!same(W, g, w[k])) {
          ++g_bad;
          if (cnt[k]++ < 2 && shown++ < 24)
            printf("FAIL set %d expr %d (%s): a=%llx b=%llx c=%llx device %llx host %llx\n", W, k,
                   q ? "uniform" : "vector", (unsigned long long)in.h[i].a,
                   (unsigned long long)in.h[i].b, (unsigned long long)in.h[i].c,
                   (unsigned long long)g, (unsigned long long)w[k]);
        }
      }
  }
}
static void run_maths() {
  const int N = 128;
  buffer<float> x(N);
  buffer<double> y(N), o(N * 64, 0.);
  for (int i = 0; i < N; ++i) {
    x.h[i] = i % 8 == 6 ? 1e7f * float(i) : float(i - 64) * .37f + .01f;
    y.h[i] = i % 8 == 7 ? 1e9 * i + .25 : (i - 60) * .41 + .003;
  }
  x.put();
  y.put();
  mk<<<1, N>>>(x.d, y.d, o.d);
  HIP(hipDeviceSynchronize());
  o.get();
  for (int i = 0; i < N; ++i) {
    double w[64];
    const int n = maths(w, x.h[i], y.h[i]);
    for (int k = 0; k < n; ++k) {
      double e = fabs(o.h[i * 64 + k] - w[k]),
             tol = (k < float_maths ? 2e-6 : 1e-14) * (1 + fabs(w[k]));
      if (!(e <= tol)) {
        if (++g_bad < 20)
          printf("FAIL maths %d x=%g y=%g device %.17g host %.17g\n", k, x.h[i], y.h[i],
                 o.h[i * 64 + k], w[k]);
      }
    }
  }
}
static void run_special() {
  hipDeviceProp_t p;
  HIP(hipGetDeviceProperties(&p, 0));
  int W = p.warpSize;
  buffer<inputs> in(64);
  u64 r = 4711;
  for (auto& i : in.h) {
    r = r * 6364136223846793005ull + 1442695040888963407ull;
    i.a = u32(r >> 33);
    r = r * 6364136223846793005ull + 1;
    i.b = u32(r >> 40);
    i.c = 0;
  }
  in.put();
  buffer<u32> o(64 * 20, 0);
  special<<<1, 64>>>(o.d, in.d);
  HIP(hipDeviceSynchronize());
  o.get();
  for (int t = 0; t < 64; ++t) {
    int n = 0, b0 = t / W * W, q = t % W;
    u32 a = u32(in.h[t].a), b = u32(in.h[t].b);
    auto A = [&](int l) { return u32(in.h[b0 + l].a); };
    auto eq = [&](u32 w) {
      if (o.h[64 * n + t] != w && ++g_bad < 20)
        printf("FAIL special %d lane %d: device %x host %x\n", n, t, o.h[64 * n + t], w);
      ++n;
    };
    u64 m = 0x5a5a12349669f00full & ((1ull << q) - 1);
    if (W == 32) m &= 0xffffffff;
    eq(100 + u32(__builtin_popcountll(m)));
    u64 k1 = 0, k2 = 0;
    u32 c3 = 0;
    for (int l = 0; l < W; ++l) {
      k1 |= u64(A(l) & 1) << l;
      k2 |= u64(u32(in.h[b0 + l].b) > 7) << l;
      c3 += (b0 + l) % 3 == 0;
    }
    eq(u32(k1) ^ u32(k2 >> 32));
    eq(c3);
    eq(u32(5 >= b0 && 5 < b0 + W) + 2);
    eq(A(3) + A(q ^ 5) * 3 + A(q + 2 < W ? q + 2 : q) * 5);
    {
      float x = float(i32(a)) / 8;
      float f = x - floorf(x);
      u32 u;
      memcpy(&u, &f, 4);
      eq(u);
    }
    {
      float f = med(float(i32(a)), float(i32(b)), 5.f);
      u32 u;
      memcpy(&u, &f, 4);
      eq(u);
    }
    {
      auto rz = [](float x) {
        _Float16 h = _Float16(x);
        u16 u;
        memcpy(&u, &h, 2);
        if (fabsf(float(h)) > fabsf(x)) --u;
        return u;
      };
      eq(rz(float(u16(a)) / 3) | u32(rz(float(u16(b)) / 7)) << 16);
    }
    {
      int e;
      float mnt = frexpf(float(a), &e);
      u32 u;
      memcpy(&u, &mnt, 4);
      eq(u32(e));
      eq(u);
    }
    eq(u32(i32(a) % 3 == 0) + 2 * u32(!(a & 1)));
    if (a & 4) {
      int f = -1;
      for (int l = 0; l < W && f < 0; ++l)
        if (A(l) & 4) f = b0 + l;
      eq(u32(f));
    } else
      eq(77);
    {
      u32 sh = 8 * (b & 3);
      eq((0x11223344u & ~(255u << sh)) | u32(u8(a)) << sh);
    }
    eq(std::min(a, 65535u));
    eq(u32(u16(i16(std::max(-32768, std::min(32767, int(a)))))));
  }
}
template <int... Sets>
void run_all(std::integer_sequence<int, Sets...>) {
  (run<Sets>(), ...);
}
int main() {
  run_all(std::make_integer_sequence<int, 15>());
  run_maths();
  run_special();
  return done("arithmetic");
}
