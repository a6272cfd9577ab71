// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Moves and operations on bits.

#include "vector/math.hpp"
#include "vector/table.hpp"

namespace hip_emulator {
namespace {
struct bitop3_lanes {
  static void run(vector_arguments& k) {
    auto* __restrict d = (u32*)k.d;
    auto *a = (const u32*)k.a, *b = (const u32*)k.b, *c = (const u32*)k.c;
    u32 t = u32(k.cin);
    LANES {
      u32 r = 0;
      for (int j = 0; j < 8; ++j) {
        u32 m = t >> j & 1 ? ~0u : 0;
        r |= m & (j & 4 ? a[i] : ~a[i]) & (j & 2 ? b[i] : ~b[i]) & (j & 1 ? c[i] : ~c[i]);
      }
      d[i] = r;
    }
  }
};
}  // namespace

void add_moves_and_bits() {
  each<u32, u32>("v_mov_b32|v_accvgpr_read_b32|v_accvgpr_write_b32|v_accvgpr_mov_b32|v_mov_fed_b32",
                 [](u32 a) { return a; });
  each<u64, u64>("v_mov_b64", [](u64 a) { return a; });
  each<u16, u16>("v_mov_b16", [](u16 a) { return a; });
  each<u64, pf32, pf32>("v_pk_mov_b32", [](u64 a, u64 b) { return u64(u32(a)) | b << 32; });
  add_operation("v_cndmask_b32", {"",
                                  [](vector_arguments& k) {
                                    auto* __restrict d = (u32*)k.d;
                                    auto *a = (const u32*)k.a, *b = (const u32*)k.b;
                                    u64 m = k.cin;
                                    LANES d[i] = m >> i & 1 ? b[i] : a[i];
                                  },
                                  2,
                                  type_b32,
                                  {type_b32, type_b32},
                                  vector_cin});
  add_operation("v_cndmask_b16", {"",
                                  [](vector_arguments& k) {
                                    auto* __restrict d = (u32*)k.d;
                                    auto *a = (const u32*)k.a, *b = (const u32*)k.b;
                                    u64 m = k.cin;
                                    LANES d[i] = m >> i & 1 ? b[i] : a[i];
                                  },
                                  2,
                                  type_b16,
                                  {type_b16, type_b16},
                                  vector_cin});
  each<u32, u32>("v_not_b32", [](u32 a) { return ~a; });
  each<u16, u16>("v_not_b16", [](u16 a) { return u16(~a); });
  each<u32, u32, u32>("v_and_b32", [](u32 a, u32 b) { return a & b; });
  each<u32, u32, u32>("v_or_b32", [](u32 a, u32 b) { return a | b; });
  each<u32, u32, u32>("v_xor_b32", [](u32 a, u32 b) { return a ^ b; });
  each<u32, u32, u32>("v_xnor_b32", [](u32 a, u32 b) { return ~(a ^ b); });
  each<u16, u16, u16>("v_and_b16", [](u16 a, u16 b) { return u16(a & b); });
  each<u16, u16, u16>("v_or_b16", [](u16 a, u16 b) { return u16(a | b); });
  each<u16, u16, u16>("v_xor_b16", [](u16 a, u16 b) { return u16(a ^ b); });
  each<u32, u32, u32>("v_lshlrev_b32", [](u32 a, u32 b) { return b << (a & 31); });
  each<u32, u32, u32>("v_lshrrev_b32", [](u32 a, u32 b) { return b >> (a & 31); });
  each<u32, u32, i32>("v_ashrrev_i32", [](u32 a, i32 b) { return b >> (a & 31); });
  each<u32, u32, u32>("v_lshl_b32", [](u32 a, u32 b) { return a << (b & 31); });
  each<u32, u32, u32>("v_lshr_b32", [](u32 a, u32 b) { return a >> (b & 31); });
  each<u64, u32, u64>("v_lshlrev_b64", [](u32 a, u64 b) { return b << (a & 63); });
  each<u64, u32, u64>("v_lshrrev_b64", [](u32 a, u64 b) { return b >> (a & 63); });
  each<u64, u32, i64>("v_ashrrev_i64", [](u32 a, i64 b) { return u64(b >> (a & 63)); });
  each<u16, u16, u16>("v_lshlrev_b16", [](u16 a, u16 b) { return u16(b << (a & 15)); });
  each<u16, u16, u16>("v_lshrrev_b16", [](u16 a, u16 b) { return u16(b >> (a & 15)); });
  each<i16, u16, i16>("v_ashrrev_i16", [](u16 a, i16 b) { return i16(b >> (a & 15)); });
  each<u32, u32, u32, u32>("v_bfe_u32", [](u32 a, u32 b, u32 c) { return bfe_u(a, b, c); });
  each<i32, u32, u32, u32>("v_bfe_i32", [](u32 a, u32 b, u32 c) { return bfe_i(a, b, c); });
  each<u32, u32, u32, u32>("v_bfi_b32", [](u32 a, u32 b, u32 c) { return (a & b) | (~a & c); });
  each<u32, u32, u32>("v_bfm_b32", [](u32 a, u32 b) { return ((1u << (a & 31)) - 1) << (b & 31); });
  each<u32, u32, u32, u32>("v_alignbit_b32",
                           [](u32 a, u32 b, u32 c) { return u32((u64(a) << 32 | b) >> (c & 31)); });
  each<u32, u32, u32, u32>("v_alignbyte_b32", [](u32 a, u32 b, u32 c) {
    return u32((u64(a) << 32 | b) >> (8 * (c & 3)));
  });
  each<u32, u32, u32, u32>("v_perm_b32", [](u32 a, u32 b, u32 c) { return perm(a, b, c); });
  each<u32, u32, u32, u32>("v_and_or_b32", [](u32 a, u32 b, u32 c) { return (a & b) | c; });
  each<u32, u32, u32, u32>("v_or3_b32", [](u32 a, u32 b, u32 c) { return a | b | c; });
  each<u32, u32, u32, u32>("v_xor3_b32", [](u32 a, u32 b, u32 c) { return a ^ b ^ c; });
  each<u32, u32, u32, u32>("v_lshl_or_b32", [](u32 a, u32 b, u32 c) { return a << (b & 31) | c; });
  each<u32, u32, u32, u32>("v_lshl_add_u32",
                           [](u32 a, u32 b, u32 c) { return (a << (b & 31)) + c; });
  each<u32, u32, u32, u32>("v_add_lshl_u32",
                           [](u32 a, u32 b, u32 c) { return (a + b) << (c & 31); });
  each<u32, u32, u32, u32>("v_xad_u32", [](u32 a, u32 b, u32 c) { return (a ^ b) + c; });
  each<u64, u64, u32, u64>("v_lshl_add_u64",
                           [](u64 a, u32 b, u64 c) { return (a << (b & 7)) + c; });
  add_operation("v_bitop3_b32",
                {"", bitop3_lanes::run, 3, type_b32, {type_b32, type_b32, type_b32}, vector_imm});
  add_operation("v_bitop3_b16",
                {"", bitop3_lanes::run, 3, type_b16, {type_b16, type_b16, type_b16}, vector_imm});
  each<u32, u32, u32>("v_bcnt_u32_b32",
                      [](u32 a, u32 b) { return u32(__builtin_popcount(a)) + b; });
  indexed("v_mbcnt_lo_u32_b32", [](u32 a, u32 b, u32 l) {
    return u32(__builtin_popcount(a & (l < 32 ? (1u << l) - 1 : ~0u))) + b;
  });
  indexed("v_mbcnt_hi_u32_b32", [](u32 a, u32 b, u32 l) {
    return (l < 32 ? 0 : u32(__builtin_popcount(a & ((1u << (l & 31)) - 1)))) + b;
  });
  each<u32, u32>("v_bfrev_b32", [](u32 x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
  });
  each<u32, u32>("v_ffbh_u32|v_clz_i32_u32", [](u32 a) { return clz32(a); });
  each<u32, u32>("v_ffbl_b32|v_ctz_i32_b32", [](u32 a) { return ctz32(a); });
  each<u32, u32>("v_ffbh_i32|v_cls_i32", [](u32 a) { return cls32(a); });
  each<u32, u16, u16>("v_pack_b32_f16|v_pack_b32_u16",
                      [](u16 a, u16 b) { return a | u32(b) << 16; });
  each<u32, u32>("v_sat_pk_u8_i16", [](u32 a) {
    return u32(mn(mx(i32(i16(a)), 0), 255) | mn(mx(i32(a) >> 16, 0), 255) << 8);
  });
  each<u32, u32, u32, u32>("v_sad_u8", [](u32 a, u32 b, u32 c) { return sadu8(a, b, c); });
  each<u32, u32, u32, u32>("v_sad_u32",
                           [](u32 a, u32 b, u32 c) { return (a > b ? a - b : b - a) + c; });
  each<u32, u32, u32, u32>("v_sad_hi_u8",
                           [](u32 a, u32 b, u32 c) { return (sadu8(a, b, 0) << 16) + c; });
  each<u32, u32, u32, u32>("v_sad_u16", [](u32 a, u32 b, u32 c) {
    return u32(std::abs(int(a & 65535) - int(b & 65535)) + std::abs(int(a >> 16) - int(b >> 16))) +
           c;
  });
  each<u32, u32, u32, u32>("v_lerp_u8", [](u32 a, u32 b, u32 c) {
    u32 r = 0;
    for (int i = 0; i < 32; i += 8)
      r |= (((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1) << i;
    return r;
  });
  each<u32, u32, u32, u32>("v_msad_u8", [](u32 a, u32 b, u32 c) {
    for (int i = 0; i < 32; i += 8) {
      int x = int(a >> i & 255), y = int(b >> i & 255);
      if (y) c += u32(x > y ? x - y : y - x);
    }
    return c;
  });
  each<u32, float, u32, u32>("v_cvt_pk_u8_f32", [](float a, u32 b, u32 c) {
    u32 sh = 8 * (b & 3);
    float r = std::rint(a);
    u32 v = !(r > 0) ? 0 : r > 255 ? 255 : u32(r);
    return (c & ~(255u << sh)) | v << sh;
  });
}
}  // namespace hip_emulator
