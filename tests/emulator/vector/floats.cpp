// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "vector/division.hpp"
#include "vector/math.hpp"
#include "vector/table.hpp"

namespace hip_emulator {
namespace {
// Operations that f16, f32 and f64 share. `t` is the type's name.
template <class T>
void float_common(const char* t) {
  auto named = [&](std::string s) {
    std::string r;
    size_t i = 0;
    while (i <= s.size()) {
      size_t j = s.find('|', i);
      if (j == std::string::npos) j = s.size();
      r += (r.empty() ? "" : "|") + ("v_" + s.substr(i, j - i)) + "_" + t;
      i = j + 1;
    }
    return r;
  };
  auto two = [&](const char* n, auto f) { each<T, T, T>(named(n).c_str(), f); };
  auto one = [&](const char* n, auto f) { each<T, T>(named(n).c_str(), f); };
  two("add", [](auto a, auto b) { return a + b; });
  two("sub", [](auto a, auto b) { return a - b; });
  two("subrev", [](auto a, auto b) { return b - a; });
  two("mul", [](auto a, auto b) { return a * b; });
  two("min|min_num", [](auto a, auto b) { return fmn(a, b); });
  two("max|max_num", [](auto a, auto b) { return fmx(a, b); });
  two("minimum", [](auto a, auto b) { return fminimum(a, b); });
  two("maximum", [](auto a, auto b) { return fmaximum(a, b); });
  one("floor", [](auto a) { return std::floor(a); });
  one("ceil", [](auto a) { return std::ceil(a); });
  one("trunc", [](auto a) { return std::trunc(a); });
  one("rndne", [](auto a) { return std::nearbyint(a); });
  one("fract", [](auto a) { return fract(a); });
  one("rcp|rcp_iflag", [](auto a) { return decltype(a)(1) / a; });
  one("sqrt", [](auto a) { return std::sqrt(a); });
  one("rsq", [](auto a) { return decltype(a)(1 / std::sqrt(double(a))); });
  one("frexp_mant", [](auto a) { return fman(a); });
}
}  // namespace

void add_vector_floats() {
  float_common<float>("f32");
  float_common<double>("f64");
  float_common<h16>("f16");
  each<h16, h16>("v_fract_f16", [](float a) {
    float r = a - std::floor(a);
    return r > 0x1.ffcp-1f ? 0x1.ffcp-1f : r;
  });
  each<float, float, float>("v_mul_legacy_f32|v_mul_dx9_zero_f32",
                            [](float a, float b) { return a == 0 || b == 0 ? 0.f : a * b; });
  each<float, float, float, float>(
      "v_fma_legacy_f32|v_fma_dx9_zero_f32",
      [](float a, float b, float c) { return a == 0 || b == 0 ? c : std::fma(a, b, c); });
  auto fma32 = [](float a, float b, float c) { return __builtin_fmaf(a, b, c); };
  auto fma64 = [](double a, double b, double c) { return __builtin_fma(a, b, c); };
  auto mad32 = [](float a, float b, float c) {
    float p = a * b;
    return p + c;
  };
  each<float, float, float, float>("v_fma_f32|v_fmamk_f32|v_fmaak_f32", fma32);
  each<float, float, float, float>("v_fmac_f32", fma32, vector_acc);
  each<double, double, double, double>("v_fma_f64", fma64);
  each<double, double, double, double>("v_fmac_f64", fma64, vector_acc);
  each<float, float, float, float>("v_mad_f32|v_madmk_f32|v_madak_f32", mad32);
  each<float, float, float, float>("v_mac_f32", mad32, vector_acc);
  each<h16, h16, h16, h16>(
      "v_fma_f16|v_fmamk_f16|v_fmaak_f16", [](float a, float b, float c) { return hfma(a, b, c); },
      vector_keephi);
  each<h16, h16, h16, h16>(
      "v_fmac_f16", [](float a, float b, float c) { return hfma(a, b, c); }, vector_acc);
  each<h16, h16, h16, h16>(
      "v_mad_f16|v_madmk_f16|v_madak_f16", [](float a, float b, float c) { return hr(a * b) + c; },
      vector_keephi);
  each<h16, h16, h16, h16>(
      "v_mac_f16", [](float a, float b, float c) { return hr(a * b) + c; }, vector_acc);
  auto three = [](const char* n, auto f) {
    std::string s = n;
    auto sub = [&](const char* t) {
      std::string r = s;
      for (size_t i; (i = r.find('@')) != std::string::npos;) r.replace(i, 1, t);
      return r;
    };
    each<float, float, float, float>(sub("f32").c_str(), f);
    each<h16, h16, h16, h16>(sub("f16").c_str(), f, vector_keephi);
  };
  three("v_min3_@|v_min3_num_@", [](float a, float b, float c) { return fmn(fmn(a, b), c); });
  three("v_max3_@|v_max3_num_@", [](float a, float b, float c) { return fmx(fmx(a, b), c); });
  three("v_med3_@|v_med3_num_@", [](float a, float b, float c) { return fmed(a, b, c); });
  three("v_minmax_@|v_minmax_num_@", [](float a, float b, float c) { return fmx(fmn(a, b), c); });
  three("v_maxmin_@|v_maxmin_num_@", [](float a, float b, float c) { return fmn(fmx(a, b), c); });
  three("v_minimum3_@", [](float a, float b, float c) { return fminimum(fminimum(a, b), c); });
  three("v_maximum3_@", [](float a, float b, float c) { return fmaximum(fmaximum(a, b), c); });
  three("v_minimummaximum_@",
        [](float a, float b, float c) { return fmaximum(fminimum(a, b), c); });
  three("v_maximumminimum_@",
        [](float a, float b, float c) { return fminimum(fmaximum(a, b), c); });
  each<float, float>("v_exp_f32", [](float a) { return exp2f(a); });
  each<float, float>("v_log_f32", [](float a) { return log2f(a); });
  each<h16, h16>("v_exp_f16", [](float a) { return exp2f(a); });
  each<h16, h16>("v_log_f16", [](float a) { return log2f(a); });
  each<float, float>("v_sin_f32", [](float a) { return trig(a, false); });
  each<float, float>("v_cos_f32", [](float a) { return trig(a, true); });
  each<h16, h16>("v_sin_f16", [](float a) { return trig(a, false); });
  each<h16, h16>("v_cos_f16", [](float a) { return trig(a, true); });
  each<float, float>("v_exp_legacy_f32", [](float a) { return exp2f(a); });
  each<float, float>("v_log_legacy_f32", [](float a) { return log2f(a); });
  each<float, float, u32>("v_ldexp_f32", [](float a, u32 b) { return std::ldexp(a, i32(b)); });
  each<double, double, u32>("v_ldexp_f64", [](double a, u32 b) { return std::ldexp(a, i32(b)); });
  each<h16, h16, i16>("v_ldexp_f16", [](float a, i16 b) { return std::ldexp(a, b); });
  each<double, double, u32>("v_trig_preop_f64", [](double a, u32 b) { return trig_preop(a, b); });
  each<u32, float>("v_frexp_exp_i32_f32", [](float a) { return u32(fexp(a)); });
  each<u32, double>("v_frexp_exp_i32_f64", [](double a) { return u32(fexp(a)); });
  each<i16, h16>("v_frexp_exp_i16_f16", [](float a) { return i16(fexp(a)); });
  masked<float, float, float, float>(
      "v_div_scale_f32", vector_cout,
      [](float a, float b, float c, bool, bool& o) { return div_scale(a, b, c, o); });
  masked<double, double, double, double>(
      "v_div_scale_f64", vector_cout,
      [](double a, double b, double c, bool, bool& o) { return div_scale(a, b, c, o); });
  masked<float, float, float, float>(
      "v_div_fmas_f32", vector_cin | vector_impvcc,
      [](float a, float b, float c, bool v, bool&) { return div_fmas(a, b, c, v); });
  masked<double, double, double, double>(
      "v_div_fmas_f64", vector_cin | vector_impvcc,
      [](double a, double b, double c, bool v, bool&) { return div_fmas(a, b, c, v); });
  each<float, float, float, float>("v_div_fixup_f32",
                                   [](float a, float b, float c) { return div_fixup(a, b, c); });
  each<double, double, double, double>(
      "v_div_fixup_f64", [](double a, double b, double c) { return div_fixup(a, b, c); });
  each<h16, h16, h16, h16>(
      "v_div_fixup_f16", [](float a, float b, float c) { return div_fixup(a, b, c); },
      vector_keephi);
  // packed
  auto packed = [](const char* n, auto g) {
    (void)g;
    each<pf16, pf16, pf16>(n, [](u32 a, u32 b) { return pkh(a, b, decltype(g){}); });
  };
  packed("v_pk_add_f16", [](float a, float b) { return a + b; });
  packed("v_pk_mul_f16", [](float a, float b) { return a * b; });
  packed("v_pk_min_f16|v_pk_min_num_f16", [](float a, float b) { return fmn(a, b); });
  packed("v_pk_max_f16|v_pk_max_num_f16", [](float a, float b) { return fmx(a, b); });
  packed("v_pk_minimum_f16", [](float a, float b) { return fminimum(a, b); });
  packed("v_pk_maximum_f16", [](float a, float b) { return fmaximum(a, b); });
  auto pkfma = [](u32 a, u32 b, u32 c) {
    return u32(f2h(hfma(h2f(u16(a)), h2f(u16(b)), h2f(u16(c))))) |
           u32(f2h(hfma(h2f(u16(a >> 16)), h2f(u16(b >> 16)), h2f(u16(c >> 16))))) << 16;
  };
  each<pf16, pf16, pf16, pf16>("v_pk_fma_f16", pkfma);
  each<pf16, pf16, pf16, pf16>("v_pk_fmac_f16", pkfma, vector_acc);
  auto packed_floats = [](const char* n, auto g) {
    (void)g;
    each<pf32, pf32, pf32>(n, [](u64 a, u64 b) { return pks(a, b, decltype(g){}); });
  };
  packed_floats("v_pk_add_f32", [](float a, float b) { return a + b; });
  packed_floats("v_pk_mul_f32", [](float a, float b) { return a * b; });
  each<pf32, pf32, pf32, pf32>("v_pk_fma_f32", [](u64 a, u64 b, u64 c) {
    return u64(bits_as<u32>(__builtin_fmaf(bits_as<float>(u32(a)), bits_as<float>(u32(b)),
                                           bits_as<float>(u32(c))))) |
           u64(bits_as<u32>(__builtin_fmaf(bits_as<float>(u32(a >> 32)),
                                           bits_as<float>(u32(b >> 32)),
                                           bits_as<float>(u32(c >> 32)))))
               << 32;
  });
  each<float, mix, mix, mix>("v_fma_mix_f32|v_mad_mix_f32", fma32);
  each<h16, mix, mix, mix>("v_fma_mixlo_f16|v_mad_mixlo_f16", fma32, vector_keephi);
  each<h16, mix, mix, mix>("v_fma_mixhi_f16|v_mad_mixhi_f16", fma32, vector_keephi);
}
}  // namespace hip_emulator
