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
/// An operation on floats of 32 and of 16 bits.
template <class F>
void binary_of(const std::string& name, F f) {
  scalar_binary<float, float, float, keeps_scc>("s_" + name + "_f32", f);
  scalar_binary<scalar_half, scalar_half, scalar_half, keeps_scc>("s_" + name + "_f16", f);
}
template <class F>
void unary_of(const std::string& name, F f) {
  scalar_unary<float, float, keeps_scc>("s_" + name + "_f32", f);
  scalar_unary<scalar_half, scalar_half, keeps_scc>("s_" + name + "_f16", f);
}
}  // namespace

void add_scalar_floats() {
  binary_of("add", [](float a, float b) { return a + b; });
  binary_of("sub", [](float a, float b) { return a - b; });
  binary_of("mul", [](float a, float b) { return a * b; });
  for (const char* name : {"min", "min_num"})
    binary_of(name, [](float a, float b) { return qn(num_min(a, b)); });
  for (const char* name : {"max", "max_num"})
    binary_of(name, [](float a, float b) { return qn(num_max(a, b)); });
  binary_of("minimum", [](float a, float b) { return fminimum(a, b); });
  binary_of("maximum", [](float a, float b) { return fmaximum(a, b); });
  unary_of("ceil", [](float a) { return std::ceil(a); });
  unary_of("floor", [](float a) { return std::floor(a); });
  unary_of("trunc", [](float a) { return std::trunc(a); });
  unary_of("rndne", [](float a) { return std::nearbyint(a); });
  add_scalar(
      "s_fmac_f32", 4, 4, 4,
      [](scalar_arguments& x) {
        return result_bits<float>(
            __builtin_fmaf(operand<float>(x.a), operand<float>(x.b), operand<float>(x.d)));
      },
      scalar_reads_result);
  add_scalar(
      "s_fmac_f16", 4, 4, 4,
      [](scalar_arguments& x) -> u64 { return f2h(hfma(h2f(x.a), h2f(x.b), h2f(x.d))); },
      scalar_reads_result);
  add_scalar("s_fmamk_f32|s_fmaak_f32", 4, 4, 4, [](scalar_arguments& x) {
    return result_bits<float>(
        __builtin_fmaf(operand<float>(x.a), operand<float>(x.b), operand<float>(x.c)));
  });  // operands in the order of the text: a * b + c
  scalar_unary<float, i32, keeps_scc>("s_cvt_f32_i32", [](i32 a) { return float(a); });
  scalar_unary<float, u32, keeps_scc>("s_cvt_f32_u32", [](u32 a) { return float(a); });
  scalar_unary<u32, float, keeps_scc>("s_cvt_i32_f32", [](float a) { return cvt_i(a); });
  scalar_unary<u32, float, keeps_scc>("s_cvt_u32_f32", [](float a) { return cvt_u(a); });
  scalar_unary<scalar_half, float, keeps_scc>("s_cvt_f16_f32", [](float a) { return a; });
  scalar_unary<float, scalar_half, keeps_scc>("s_cvt_f32_f16", [](float a) { return a; });
  scalar_unary<float, u32, keeps_scc>("s_cvt_hi_f32_f16", [](u32 a) { return h2f(u16(a >> 16)); });
  scalar_binary<u32, float, float, keeps_scc>("s_cvt_pk_rtz_f16_f32", [](float a, float b) {
    return u32(u16(_cvtss_sh(a, 3))) | u32(u16(_cvtss_sh(b, 3))) << 16;
  });
}
}  // namespace hip_emulator
