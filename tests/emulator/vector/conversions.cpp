// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "vector/math.hpp"
#include "vector/table.hpp"

namespace hip_emulator {
void add_vector_conversions() {
  each<float, i32>("v_cvt_f32_i32", [](i32 a) { return float(a); });
  each<float, u32>("v_cvt_f32_u32", [](u32 a) { return float(a); });
  each<double, i32>("v_cvt_f64_i32", [](i32 a) { return double(a); });
  each<double, u32>("v_cvt_f64_u32", [](u32 a) { return double(a); });
  each<i32, float>("v_cvt_i32_f32", [](float a) { return f2i(a); });
  each<u32, float>("v_cvt_u32_f32", [](float a) { return f2u(a); });
  each<i32, double>("v_cvt_i32_f64", [](double a) { return f2i(a); });
  each<u32, double>("v_cvt_u32_f64", [](double a) { return f2u(a); });
  each<i32, float>("v_cvt_rpi_i32_f32|v_cvt_nearest_i32_f32",
                   [](float a) { return f2i(std::floor(double(a) + 0.5)); });
  each<i32, float>("v_cvt_flr_i32_f32|v_cvt_floor_i32_f32",
                   [](float a) { return f2i(std::floor(a)); });
  each<float, double>("v_cvt_f32_f64", [](double a) { return float(a); });
  each<double, float>("v_cvt_f64_f32", [](float a) { return double(a); });
  each<h16, float>("v_cvt_f16_f32", [](float a) { return a; });
  each<float, h16>("v_cvt_f32_f16", [](float a) { return a; });
  each<h16, u16>("v_cvt_f16_u16", [](u16 a) { return float(a); });
  each<h16, i16>("v_cvt_f16_i16", [](i16 a) { return float(a); });
  each<u16, h16>("v_cvt_u16_f16", [](float a) {
    return !(a > 0) ? u16(0) : a >= 65535.f ? u16(65535) : u16(a);
  });
  each<i16, h16>("v_cvt_i16_f16", [](float a) {
    return a != a ? i16(0) : a >= 32767.f ? i16(32767) : a <= -32768.f ? i16(-32768) : i16(a);
  });
  each<u32, i16>("v_cvt_i32_i16", [](i16 a) { return u32(i32(a)); });
  each<u32, u16>("v_cvt_u32_u16", [](u16 a) { return u32(a); });
  each<float, u32>("v_cvt_f32_ubyte0", [](u32 a) { return float(a & 255); });
  each<float, u32>("v_cvt_f32_ubyte1", [](u32 a) { return float(a >> 8 & 255); });
  each<float, u32>("v_cvt_f32_ubyte2", [](u32 a) { return float(a >> 16 & 255); });
  each<float, u32>("v_cvt_f32_ubyte3", [](u32 a) { return float(a >> 24); });
  each<float, u32>("v_cvt_off_f32_i4", [](u32 a) { return float(i32(a << 28) >> 28) / 16; });
  each<u32, float, float>("v_cvt_pkrtz_f16_f32|v_cvt_pk_rtz_f16_f32",
                          [](float a, float b) { return f2h_rz(a) | u32(f2h_rz(b)) << 16; });
  each<u32, float, float>("v_cvt_pk_f16_f32",
                          [](float a, float b) { return f2h(a) | u32(f2h(b)) << 16; });
  each<u32, float, float>("v_cvt_pk_bf16_f32",
                          [](float a, float b) { return f2b(a) | u32(f2b(b)) << 16; });
  each<float, u16>("v_cvt_f32_bf16", [](u16 a) { return b2f(a); });
  each<u32, u32, u32>("v_cvt_pk_u16_u32",
                      [](u32 a, u32 b) { return mn(a, 65535u) | mn(b, 65535u) << 16; });
  each<u32, i32, i32>("v_cvt_pk_i16_i32", [](i32 a, i32 b) {
    return u32(u16(sat<i16>(i64(a)))) | u32(u16(sat<i16>(i64(b)))) << 16;
  });
  each<u32, float, float>("v_cvt_pknorm_i16_f32|v_cvt_pk_norm_i16_f32", [](float a, float b) {
    auto f = [](float x) {
      return u32(u16(i16(std::rint(std::fmax(std::fmin(x, 1.f), -1.f) * 32767.f))));
    };
    return f(a) | f(b) << 16;
  });
  each<u32, float, float>("v_cvt_pknorm_u16_f32|v_cvt_pk_norm_u16_f32", [](float a, float b) {
    auto f = [](float x) { return u32(std::rint(std::fmax(std::fmin(x, 1.f), 0.f) * 65535.f)); };
    return f(a) | f(b) << 16;
  });
  each<u32, float, float>("v_cvt_pk_i16_f32", [](float a, float b) {
    return u32(u16(sat<i16>(i64(f2i(a))))) | u32(u16(sat<i16>(i64(f2i(b))))) << 16;
  });
  each<u32, float, float>("v_cvt_pk_u16_f32", [](float a, float b) {
    return mn(f2u(a), 65535u) | mn(f2u(b), 65535u) << 16;
  });
}
}  // namespace hip_emulator
