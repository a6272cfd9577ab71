// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "vector/math.hpp"
#include "vector/table.hpp"

namespace hip_emulator {
void add_vector_integers() {
  each<u32, u32, u32>("v_add_u32|v_add_nc_u32|v_add_i32|v_add_nc_i32",
                      [](u32 a, u32 b) { return a + b; });
  each<u32, u32, u32>("v_sub_u32|v_sub_nc_u32|v_sub_i32|v_sub_nc_i32",
                      [](u32 a, u32 b) { return a - b; });
  each<u32, u32, u32>("v_subrev_u32|v_subrev_nc_u32", [](u32 a, u32 b) { return b - a; });
  each<u32, u32, u32>("v_add_u32 clamp|v_add_nc_u32 clamp",
                      [](u32 a, u32 b) { return a + b < a ? ~0u : a + b; });
  each<u32, u32, u32>("v_sub_u32 clamp|v_sub_nc_u32 clamp",
                      [](u32 a, u32 b) { return a > b ? a - b : 0; });
  each<u32, u32, u32>("v_subrev_u32 clamp|v_subrev_nc_u32 clamp",
                      [](u32 a, u32 b) { return b > a ? b - a : 0; });
  each<u32, i32, i32>("v_add_i32 clamp|v_add_nc_i32 clamp",
                      [](i32 a, i32 b) { return sat<i32>(i64(a) + b); });
  each<u32, i32, i32>("v_sub_i32 clamp|v_sub_nc_i32 clamp",
                      [](i32 a, i32 b) { return sat<i32>(i64(a) - b); });
  carry("v_add_co_u32", vector_cout, [](u32 a, u32 b, u32, u32& c) {
    c = a + b < a;
    return a + b;
  });
  carry("v_sub_co_u32", vector_cout, [](u32 a, u32 b, u32, u32& c) {
    c = a < b;
    return a - b;
  });
  carry("v_subrev_co_u32", vector_cout, [](u32 a, u32 b, u32, u32& c) {
    c = b < a;
    return b - a;
  });
  carry("v_addc_co_u32|v_add_co_ci_u32", vector_cout | vector_cin, [](u32 a, u32 b, u32 i, u32& c) {
    u64 s = u64(a) + b + i;
    c = u32(s >> 32);
    return u32(s);
  });
  carry("v_subb_co_u32|v_sub_co_ci_u32", vector_cout | vector_cin, [](u32 a, u32 b, u32 i, u32& c) {
    u64 s = u64(a) - b - i;
    c = u32(s >> 32) & 1;
    return u32(s);
  });
  carry("v_subbrev_co_u32|v_subrev_co_ci_u32", vector_cout | vector_cin,
        [](u32 a, u32 b, u32 i, u32& c) {
          u64 s = u64(b) - a - i;
          c = u32(s >> 32) & 1;
          return u32(s);
        });
  each<u32, u32, u32, u32>("v_add3_u32", [](u32 a, u32 b, u32 c) { return a + b + c; });
  each<u32, u32, u32>("v_mul_lo_u32|v_mul_lo_i32", [](u32 a, u32 b) { return a * b; });
  each<u32, u32, u32>("v_mul_hi_u32", [](u32 a, u32 b) { return u32(u64(a) * b >> 32); });
  each<u32, i32, i32>("v_mul_hi_i32", [](i32 a, i32 b) { return u32(i64(a) * b >> 32); });
  each<u32, u32, u32>("v_mul_u32_u24", [](u32 a, u32 b) { return u24(a) * u24(b); });
  each<u32, u32, u32>("v_mul_i32_i24", [](u32 a, u32 b) { return u32(s24(a)) * u32(s24(b)); });
  each<u32, u32, u32>("v_mul_hi_u32_u24",
                      [](u32 a, u32 b) { return u32(u64(u24(a)) * u24(b) >> 32); });
  each<u32, u32, u32>("v_mul_hi_i32_i24",
                      [](u32 a, u32 b) { return u32(i64(s24(a)) * s24(b) >> 32); });
  each<u32, u32, u32, u32>("v_mad_u32_u24",
                           [](u32 a, u32 b, u32 c) { return u24(a) * u24(b) + c; });
  each<u32, u32, u32, u32>("v_mad_i32_i24",
                           [](u32 a, u32 b, u32 c) { return u32(s24(a)) * u32(s24(b)) + c; });
  each<u32, u32, u32, u32>("v_mad_u32_u24 clamp",
                           [](u32 a, u32 b, u32 c) { return sat<u32>(u64(u24(a)) * u24(b) + c); });
  each<u32, u32, u32, i32>("v_mad_i32_i24 clamp",
                           [](u32 a, u32 b, i32 c) { return sat<i32>(i64(s24(a)) * s24(b) + c); });
  masked<u64, u32, u32, u64>("v_mad_u64_u32|v_mad_co_u64_u32", vector_cout,
                             [](u32 a, u32 b, u64 c, bool, bool& o) {
                               u64 p = u64(a) * b, r = p + c;
                               o = r < p;
                               return r;
                             });
  masked<u64, i32, i32, i64>("v_mad_i64_i32|v_mad_co_i64_i32", vector_cout,
                             [](i32 a, i32 b, i64 c, bool, bool& o) {
                               i64 r;
                               o = __builtin_add_overflow(i64(a) * b, c, &r);
                               return u64(r);
                             });
  each<u64, u64, u64>("v_add_nc_u64|v_add_u64", [](u64 a, u64 b) { return a + b; });
  each<u64, u64, u64>("v_sub_nc_u64|v_sub_u64", [](u64 a, u64 b) { return a - b; });
  each<u32, i32, i32>("v_min_i32", [](i32 a, i32 b) { return mn(a, b); });
  each<u32, i32, i32>("v_max_i32", [](i32 a, i32 b) { return mx(a, b); });
  each<u32, u32, u32>("v_min_u32", [](u32 a, u32 b) { return mn(a, b); });
  each<u32, u32, u32>("v_max_u32", [](u32 a, u32 b) { return mx(a, b); });
  each<u32, i32, i32, i32>("v_min3_i32", [](i32 a, i32 b, i32 c) { return mn(mn(a, b), c); });
  each<u32, i32, i32, i32>("v_max3_i32", [](i32 a, i32 b, i32 c) { return mx(mx(a, b), c); });
  each<u32, i32, i32, i32>("v_med3_i32", [](i32 a, i32 b, i32 c) { return med(a, b, c); });
  each<u32, u32, u32, u32>("v_min3_u32", [](u32 a, u32 b, u32 c) { return mn(mn(a, b), c); });
  each<u32, u32, u32, u32>("v_max3_u32", [](u32 a, u32 b, u32 c) { return mx(mx(a, b), c); });
  each<u32, u32, u32, u32>("v_med3_u32", [](u32 a, u32 b, u32 c) { return med(a, b, c); });
  each<u32, i32, i32, i32>("v_maxmin_i32", [](i32 a, i32 b, i32 c) { return mn(mx(a, b), c); });
  each<u32, i32, i32, i32>("v_minmax_i32", [](i32 a, i32 b, i32 c) { return mx(mn(a, b), c); });
  each<u32, u32, u32, u32>("v_maxmin_u32", [](u32 a, u32 b, u32 c) { return mn(mx(a, b), c); });
  each<u32, u32, u32, u32>("v_minmax_u32", [](u32 a, u32 b, u32 c) { return mx(mn(a, b), c); });
  // 16 bit
  each<u16, u16, u16>("v_add_u16|v_add_nc_u16|v_add_i16|v_add_nc_i16",
                      [](u16 a, u16 b) { return u16(a + b); });
  each<u16, u16, u16>("v_sub_u16|v_sub_nc_u16|v_sub_i16|v_sub_nc_i16",
                      [](u16 a, u16 b) { return u16(a - b); });
  each<u16, u16, u16>("v_subrev_u16", [](u16 a, u16 b) { return u16(b - a); });
  each<u16, u16, u16>("v_add_u16 clamp|v_add_nc_u16 clamp",
                      [](u16 a, u16 b) { return sat<u16>(i32(a) + b); });
  each<u16, u16, u16>("v_sub_u16 clamp|v_sub_nc_u16 clamp",
                      [](u16 a, u16 b) { return sat<u16>(i32(a) - b); });
  each<i16, i16, i16>("v_add_i16 clamp|v_add_nc_i16 clamp",
                      [](i16 a, i16 b) { return sat<i16>(i32(a) + b); });
  each<i16, i16, i16>("v_sub_i16 clamp|v_sub_nc_i16 clamp",
                      [](i16 a, i16 b) { return sat<i16>(i32(a) - b); });
  each<u16, u16, u16>("v_mul_lo_u16", [](u16 a, u16 b) { return u16(u32(a) * b); });
  each<u16, u16, u16, u16>(
      "v_mad_u16|v_mad_i16|v_mad_legacy_u16|v_mad_legacy_i16",
      [](u16 a, u16 b, u16 c) { return u16(u32(a) * b + c); }, vector_keephi);
  each<u32, u16, u16, u32>("v_mad_u32_u16", [](u16 a, u16 b, u32 c) { return u32(a) * b + c; });
  each<u32, i16, i16, u32>("v_mad_i32_i16",
                           [](i16 a, i16 b, u32 c) { return u32(i32(a) * b) + c; });
  each<i16, i16, i16>("v_min_i16", [](i16 a, i16 b) { return mn(a, b); });
  each<i16, i16, i16>("v_max_i16", [](i16 a, i16 b) { return mx(a, b); });
  each<u16, u16, u16>("v_min_u16", [](u16 a, u16 b) { return mn(a, b); });
  each<u16, u16, u16>("v_max_u16", [](u16 a, u16 b) { return mx(a, b); });
  each<i16, i16, i16, i16>(
      "v_min3_i16", [](i16 a, i16 b, i16 c) { return mn(mn(a, b), c); }, vector_keephi);
  each<i16, i16, i16, i16>(
      "v_max3_i16", [](i16 a, i16 b, i16 c) { return mx(mx(a, b), c); }, vector_keephi);
  each<i16, i16, i16, i16>(
      "v_med3_i16", [](i16 a, i16 b, i16 c) { return med(a, b, c); }, vector_keephi);
  each<u16, u16, u16, u16>(
      "v_min3_u16", [](u16 a, u16 b, u16 c) { return mn(mn(a, b), c); }, vector_keephi);
  each<u16, u16, u16, u16>(
      "v_max3_u16", [](u16 a, u16 b, u16 c) { return mx(mx(a, b), c); }, vector_keephi);
  each<u16, u16, u16, u16>(
      "v_med3_u16", [](u16 a, u16 b, u16 c) { return med(a, b, c); }, vector_keephi);
  // packed 16 bit
  auto packed = [](const char* n, auto f) { each<pb16, pb16, pb16>(n, f); };
  packed("v_pk_add_u16|v_pk_add_i16",
         [](u32 a, u32 b) { return pki<u16>(a, b, [](u16 x, u16 y) { return u16(x + y); }); });
  packed("v_pk_sub_u16|v_pk_sub_i16",
         [](u32 a, u32 b) { return pki<u16>(a, b, [](u16 x, u16 y) { return u16(x - y); }); });
  packed("v_pk_mul_lo_u16",
         [](u32 a, u32 b) { return pki<u16>(a, b, [](u16 x, u16 y) { return u16(u32(x) * y); }); });
  packed("v_pk_add_u16 clamp", [](u32 a, u32 b) {
    return pki<u16>(a, b, [](u16 x, u16 y) { return sat<u16>(i32(x) + y); });
  });
  packed("v_pk_sub_u16 clamp", [](u32 a, u32 b) {
    return pki<u16>(a, b, [](u16 x, u16 y) { return sat<u16>(i32(x) - y); });
  });
  packed("v_pk_add_i16 clamp", [](u32 a, u32 b) {
    return pki<i16>(a, b, [](i16 x, i16 y) { return sat<i16>(i32(x) + y); });
  });
  packed("v_pk_sub_i16 clamp", [](u32 a, u32 b) {
    return pki<i16>(a, b, [](i16 x, i16 y) { return sat<i16>(i32(x) - y); });
  });
  packed("v_pk_min_i16",
         [](u32 a, u32 b) { return pki<i16>(a, b, [](i16 x, i16 y) { return mn(x, y); }); });
  packed("v_pk_max_i16",
         [](u32 a, u32 b) { return pki<i16>(a, b, [](i16 x, i16 y) { return mx(x, y); }); });
  packed("v_pk_min_u16",
         [](u32 a, u32 b) { return pki<u16>(a, b, [](u16 x, u16 y) { return mn(x, y); }); });
  packed("v_pk_max_u16",
         [](u32 a, u32 b) { return pki<u16>(a, b, [](u16 x, u16 y) { return mx(x, y); }); });
  packed("v_pk_lshlrev_b16", [](u32 a, u32 b) {
    return pki<u16>(a, b, [](u16 x, u16 y) { return u16(y << (x & 15)); });
  });
  packed("v_pk_lshrrev_b16", [](u32 a, u32 b) {
    return pki<u16>(a, b, [](u16 x, u16 y) { return u16(y >> (x & 15)); });
  });
  packed("v_pk_ashrrev_i16", [](u32 a, u32 b) {
    return pki<i16>(a, b, [](i16 x, i16 y) { return i16(y >> (x & 15)); });
  });
  each<pb16, pb16, pb16, pb16>("v_pk_mad_u16|v_pk_mad_i16", [](u32 a, u32 b, u32 c) {
    return u32(u16(u32(u16(a)) * u16(b) + u16(c))) | u32(u16((a >> 16) * (b >> 16) + (c >> 16)))
                                                         << 16;
  });
  // dot products
  each<u32, u32, u32, u32>("v_dot4_u32_u8", [](u32 a, u32 b, u32 c) {
    for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
    return c;
  });
  each<u32, u32, u32, u32>("v_dot4_i32_i8|v_dot4c_i32_i8", [](u32 a, u32 b, u32 c) {
    for (int i = 0; i < 32; i += 8) c += u32(i32(i8(a >> i)) * i8(b >> i));
    return c;
  });
  add_operation("v_dot4c_i32_i8", [] {
    vector_operation v = vector_operations()["v_dot4_i32_i8"];
    v.nsrc = 2;
    v.flags |= vector_acc;
    return v;
  }());
  each<u32, u32, u32, u32>("v_dot8_u32_u4", [](u32 a, u32 b, u32 c) {
    for (int i = 0; i < 32; i += 4) c += (a >> i & 15) * (b >> i & 15);
    return c;
  });
  each<u32, u32, u32, u32>("v_dot8_i32_i4", [](u32 a, u32 b, u32 c) {
    for (int i = 0; i < 32; i += 4)
      c += u32((i32(a << (28 - i)) >> 28) * (i32(b << (28 - i)) >> 28));
    return c;
  });
  each<u32, u32, u32, u32>("v_dot2_u32_u16", [](u32 a, u32 b, u32 c) {
    return (a & 65535) * (b & 65535) + (a >> 16) * (b >> 16) + c;
  });
  each<u32, u32, u32, u32>("v_dot2_i32_i16", [](u32 a, u32 b, u32 c) {
    return u32(i32(i16(a)) * i16(b)) + u32((i32(a) >> 16) * (i32(b) >> 16)) + c;
  });
  each<float, u32, u32, float>("v_dot2_f32_f16", [](u32 a, u32 b, float c) {
    return h2f(u16(a)) * h2f(u16(b)) + h2f(u16(a >> 16)) * h2f(u16(b >> 16)) + c;
  });
}
}  // namespace hip_emulator
