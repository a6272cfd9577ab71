// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scalar/table.hpp"

namespace hip_emulator {
namespace {
u32 cvt_i(float x) {
  return u32(x != x               ? 0
             : x >= 2147483648.f  ? 0x7fffffff
             : x <= -2147483648.f ? i32(0x80000000)
                                  : i32(x));
}
u32 cvt_u(float x) { return !(x > 0) ? 0 : x >= 4294967296.f ? ~0u : u32(i64(x)); }
template <class F>
F qn(F x) {
  return x != x ? x + x : x;
}
float fminimum(float a, float b) { return a != a ? qn(a) : b != b ? qn(b) : num_min(a, b); }
float fmaximum(float a, float b) { return a != a ? qn(a) : b != b ? qn(b) : num_max(a, b); }
float hfma(float a, float b, float c) {
  double p = double(a) * b, s = p + c, bb = s - p, e = (p - (s - bb)) + (c - bb);
  if (s == s && !std::isinf(s) && e != 0) {
    u64 x = bits_as<u64>(s);
    if (!(x & 1)) x += (e > 0) == (s > 0) ? 1 : -1;
    s = bits_as<double>(x);
  }
  float f = float(s);
  if (double(f) != s && s == s) {
    u32 b2 = bits_as<u32>(f);
    if (std::fabs(double(f)) > std::fabs(s)) --b2;
    f = bits_as<float>(b2 | 1);
  }
  return f;
}
}  // namespace

void add_scalar_floats() {
#define F2(n, e)                                                      \
  add_scalar("s_" n "_f32", 4, 4, 4, [](scalar_arguments& x) -> u64 { \
    float a = sf(x.a), b = sf(x.b);                                   \
    return fs(e);                                                     \
  });                                                                 \
  add_scalar("s_" n "_f16", 4, 4, 4, [](scalar_arguments& x) -> u64 { \
    float a = sh(x.a), b = sh(x.b);                                   \
    return f2h(e);                                                    \
  })
  F2("add", a + b);
  F2("sub", a - b);
  F2("mul", a * b);
  F2("min", qn(num_min(a, b)));
  F2("max", qn(num_max(a, b)));
  F2("min_num", qn(num_min(a, b)));
  F2("max_num", qn(num_max(a, b)));
  F2("minimum", fminimum(a, b));
  F2("maximum", fmaximum(a, b));
#undef F2
#define F1(n, e)                                                      \
  add_scalar("s_" n "_f32", 4, 4, 0, [](scalar_arguments& x) -> u64 { \
    float a = sf(x.a);                                                \
    return fs(e);                                                     \
  });                                                                 \
  add_scalar("s_" n "_f16", 4, 4, 0, [](scalar_arguments& x) -> u64 { \
    float a = sh(x.a);                                                \
    return f2h(e);                                                    \
  })
  F1("ceil", std::ceil(a));
  F1("floor", std::floor(a));
  F1("trunc", std::trunc(a));
  F1("rndne", std::nearbyint(a));
#undef F1
  add_scalar(
      "s_fmac_f32", 4, 4, 4,
      [](scalar_arguments& x) -> u64 { return fs(__builtin_fmaf(sf(x.a), sf(x.b), sf(x.d))); },
      scalar_reads_result);
  add_scalar(
      "s_fmac_f16", 4, 4, 4,
      [](scalar_arguments& x) -> u64 { return f2h(hfma(sh(x.a), sh(x.b), sh(x.d))); },
      scalar_reads_result);
  add_scalar("s_fmamk_f32|s_fmaak_f32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    return fs(__builtin_fmaf(sf(x.a), sf(x.b), sf(x.c)));
  });  // operands in the order of the text: a * b + c
  add_scalar("s_cvt_f32_i32", 4, 4, 0,
             [](scalar_arguments& x) -> u64 { return fs(float(si(x.a))); });
  add_scalar("s_cvt_f32_u32", 4, 4, 0,
             [](scalar_arguments& x) -> u64 { return fs(float(u32(x.a))); });
  add_scalar("s_cvt_i32_f32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return cvt_i(sf(x.a)); });
  add_scalar("s_cvt_u32_f32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return cvt_u(sf(x.a)); });
  add_scalar("s_cvt_f16_f32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return f2h(sf(x.a)); });
  add_scalar("s_cvt_f32_f16", 4, 4, 0, [](scalar_arguments& x) -> u64 { return fs(sh(x.a)); });
  add_scalar("s_cvt_hi_f32_f16", 4, 4, 0,
             [](scalar_arguments& x) -> u64 { return fs(sh(x.a >> 16)); });
  add_scalar("s_cvt_pk_rtz_f16_f32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    return u32(u16(_cvtss_sh(sf(x.a), 3))) | u32(u16(_cvtss_sh(sf(x.b), 3))) << 16;
  });
}
}  // namespace hip_emulator
