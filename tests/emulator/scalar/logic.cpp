// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Moves, shifts and operations on bits.

#include "scalar/table.hpp"

namespace hip_emulator {
namespace {
u32 brev(u32 x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(x);
}
u64 wqm(u64 v) {
  v |= v >> 1 & 0x7777777777777777ull;
  v |= v >> 2 & 0x3333333333333333ull;
  v &= 0x1111111111111111ull;
  return v * 15;
}
u64 quadmask(u64 v, int n) {
  u64 r = 0;
  for (int i = 0; i < n; i += 4)
    if (v >> i & 15) r |= 1ull << (i / 4);
  return r;
}
u64 bitrep(u32 a) {
  u64 r = 0;
  for (int i = 0; i < 32; ++i)
    if (a >> i & 1) r |= 3ull << (2 * i);
  return r;
}
u64 exec(scalar_arguments& x) { return x.ws == 64 ? x.w->s64(reg_exec) : x.w->s[reg_exec]; }
void set_exec(scalar_arguments& x, u64 v, bool wide) {
  x.w->s[reg_exec] = u32(v);
  if (wide) x.w->s[reg_exec + 1] = u32(v >> 32);
}
}  // namespace

void add_scalar_logic() {
#define BIT(n, alias, e)                                                          \
  add_scalar("s_" n "_b32" alias("32"), 4, 4, 4, [](scalar_arguments& x) -> u64 { \
    u32 a = u32(x.a), b = u32(x.b);                                               \
    u32 r = e;                                                                    \
    x.scc = r != 0;                                                               \
    return r;                                                                     \
  });                                                                             \
  add_scalar("s_" n "_b64" alias("64"), 8, 8, 8, [](scalar_arguments& x) -> u64 { \
    u64 a = x.a, b = x.b;                                                         \
    u64 r = e;                                                                    \
    x.scc = r != 0;                                                               \
    return r;                                                                     \
  })
#define NONE(w) ""
#define ANDN(w) "|s_and_not1_b" w
#define ORN(w) "|s_or_not1_b" w
  BIT("and", NONE, a & b);
  BIT("or", NONE, a | b);
  BIT("xor", NONE, a ^ b);
  BIT("nand", NONE, ~(a & b));
  BIT("nor", NONE, ~(a | b));
  BIT("xnor", NONE, ~(a ^ b));
  BIT("andn2", ANDN, a & ~b);
  BIT("orn2", ORN, a | ~b);
#undef BIT
  // x_saveexec: the old mask goes to the destination
#define SAVE(n, e)                                                        \
  add_scalar(n "_saveexec_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 { \
    u32 s = u32(x.a), ex = u32(exec(x)), r = e;                           \
    (void)s;                                                              \
    set_exec(x, r, false);                                                \
    x.scc = r != 0;                                                       \
    return ex;                                                            \
  });                                                                     \
  add_scalar(n "_saveexec_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 { \
    u64 s = x.a, ex = exec(x), r = e;                                     \
    (void)s;                                                              \
    set_exec(x, r, true);                                                 \
    x.scc = r != 0;                                                       \
    return ex;                                                            \
  })
  SAVE("s_and", s & ex);
  SAVE("s_or", s | ex);
  SAVE("s_xor", s ^ ex);
  SAVE("s_andn2", s & ~ex);
  SAVE("s_and_not1", s & ~ex);
  SAVE("s_orn2", s | ~ex);
  SAVE("s_or_not1", s | ~ex);
  SAVE("s_nand", ~(s & ex));
  SAVE("s_nor", ~(s | ex));
  SAVE("s_xnor", ~(s ^ ex));
  SAVE("s_andn1", ~s & ex);
  SAVE("s_and_not0", ~s & ex);
  SAVE("s_orn1", ~s | ex);
  SAVE("s_or_not0", ~s | ex);
#undef SAVE
  add_scalar("s_andn1_wrexec_b64|s_and_not0_wrexec_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 {
    u64 r = ~x.a & exec(x);
    set_exec(x, r, true);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_andn2_wrexec_b64|s_and_not1_wrexec_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 {
    u64 r = x.a & ~exec(x);
    set_exec(x, r, true);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_andn1_wrexec_b32|s_and_not0_wrexec_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 r = u32(~x.a & exec(x));
    set_exec(x, r, false);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_andn2_wrexec_b32|s_and_not1_wrexec_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 r = u32(x.a & ~exec(x));
    set_exec(x, r, false);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_mov_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return x.a; });
  add_scalar("s_mov_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 { return x.a; });
  add_scalar(
      "s_movk_i32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return x.a; }, scalar_immediate);
  add_scalar(
      "s_cmov_b32|s_cmovk_i32", 4, 4, 0,
      [](scalar_arguments& x) -> u64 { return x.scc ? x.a : x.d; }, scalar_reads_result);
  add_scalar(
      "s_cmov_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 { return x.scc ? x.a : x.d; },
      scalar_reads_result);
  add_scalar("s_not_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 r = ~u32(x.a);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_not_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 {
    u64 r = ~x.a;
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_cselect_b32", 4, 4, 4,
             [](scalar_arguments& x) -> u64 { return x.scc ? x.a : x.b; });
  add_scalar("s_cselect_b64", 8, 8, 8,
             [](scalar_arguments& x) -> u64 { return x.scc ? x.a : x.b; });
  add_scalar("s_lshl_b32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u32 r = u32(x.a) << (x.b & 31);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_lshl_b64", 8, 8, 4, [](scalar_arguments& x) -> u64 {
    u64 r = x.a << (x.b & 63);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_lshr_b32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u32 r = u32(x.a) >> (x.b & 31);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_lshr_b64", 8, 8, 4, [](scalar_arguments& x) -> u64 {
    u64 r = x.a >> (x.b & 63);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_ashr_i32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u32 r = u32(si(x.a) >> (x.b & 31));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_ashr_i64", 8, 8, 4, [](scalar_arguments& x) -> u64 {
    u64 r = u64(i64(x.a) >> (x.b & 63));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_bfm_b32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    return u32(((1u << (x.a & 31)) - 1) << (x.b & 31));
  });
  add_scalar("s_bfm_b64", 8, 4, 4,
             [](scalar_arguments& x) -> u64 { return ((1ull << (x.a & 63)) - 1) << (x.b & 63); });
  add_scalar("s_bfe_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u32 o = x.b & 31, n = x.b >> 16 & 127;
    u64 v = u64(u32(x.a)) >> o;
    u32 r = n >= 32 ? u32(v) : u32(v & ((1ull << n) - 1));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_bfe_i32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u32 o = x.b & 31, n = x.b >> 16 & 127;
    u32 r;
    if (!n)
      r = 0;
    else if (o + n >= 32)
      r = u32(si(x.a) >> o);
    else
      r = u32(i32(u32(x.a) << (32 - o - n)) >> (32 - n));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_bfe_u64", 8, 8, 4, [](scalar_arguments& x) -> u64 {
    u32 o = x.b & 63, n = x.b >> 16 & 127;
    u64 v = x.a >> o, r = n >= 64 ? v : v & ((1ull << n) - 1);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_bfe_i64", 8, 8, 4, [](scalar_arguments& x) -> u64 {
    u32 o = x.b & 63, n = x.b >> 16 & 127;
    u64 r;
    if (!n)
      r = 0;
    else if (o + n >= 64)
      r = u64(i64(x.a) >> o);
    else
      r = u64(i64(x.a << (64 - o - n)) >> (64 - n));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_brev_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return brev(u32(x.a)); });
  add_scalar("s_brev_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 {
    return u64(brev(u32(x.a))) << 32 | brev(u32(x.a >> 32));
  });
  add_scalar("s_bcnt0_i32_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 r = 32 - u32(__builtin_popcount(u32(x.a)));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_bcnt1_i32_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 r = u32(__builtin_popcount(u32(x.a)));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_bcnt0_i32_b64", 4, 8, 0, [](scalar_arguments& x) -> u64 {
    u32 r = 64 - u32(__builtin_popcountll(x.a));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_bcnt1_i32_b64", 4, 8, 0, [](scalar_arguments& x) -> u64 {
    u32 r = u32(__builtin_popcountll(x.a));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_ff1_i32_b32|s_ctz_i32_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    return u32(x.a) ? u32(__builtin_ctz(u32(x.a))) : ~0u;
  });
  add_scalar("s_ff1_i32_b64|s_ctz_i32_b64", 4, 8, 0,
             [](scalar_arguments& x) -> u64 { return x.a ? u32(__builtin_ctzll(x.a)) : ~0u; });
  add_scalar("s_ff0_i32_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 a = ~u32(x.a);
    return a ? u32(__builtin_ctz(a)) : ~0u;
  });
  add_scalar("s_ff0_i32_b64", 4, 8, 0, [](scalar_arguments& x) -> u64 {
    u64 a = ~x.a;
    return a ? u32(__builtin_ctzll(a)) : ~0u;
  });
  add_scalar("s_flbit_i32_b32|s_clz_i32_u32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    return u32(x.a) ? u32(__builtin_clz(u32(x.a))) : ~0u;
  });
  add_scalar("s_flbit_i32_b64|s_clz_i32_u64", 4, 8, 0,
             [](scalar_arguments& x) -> u64 { return x.a ? u32(__builtin_clzll(x.a)) : ~0u; });
  add_scalar("s_flbit_i32|s_cls_i32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 a = u32(x.a);
    if (i32(a) < 0) a = ~a;
    return a ? u32(__builtin_clz(a)) : ~0u;
  });
  add_scalar("s_flbit_i32_i64|s_cls_i32_i64", 4, 8, 0, [](scalar_arguments& x) -> u64 {
    u64 a = x.a;
    if (i64(a) < 0) a = ~a;
    return a ? u32(__builtin_clzll(a)) : ~0u;
  });
  add_scalar(
      "s_bitset0_b32", 4, 4, 0,
      [](scalar_arguments& x) -> u64 { return u32(x.d) & ~(1u << (x.a & 31)); },
      scalar_reads_result);
  add_scalar(
      "s_bitset1_b32", 4, 4, 0,
      [](scalar_arguments& x) -> u64 { return u32(x.d) | 1u << (x.a & 31); }, scalar_reads_result);
  add_scalar(
      "s_bitset0_b64", 8, 4, 0,
      [](scalar_arguments& x) -> u64 { return x.d & ~(1ull << (x.a & 63)); }, scalar_reads_result);
  add_scalar(
      "s_bitset1_b64", 8, 4, 0, [](scalar_arguments& x) -> u64 { return x.d | 1ull << (x.a & 63); },
      scalar_reads_result);
  add_scalar("s_sext_i32_i8", 4, 4, 0,
             [](scalar_arguments& x) -> u64 { return u32(i32(i8(x.a))); });
  add_scalar("s_sext_i32_i16", 4, 4, 0,
             [](scalar_arguments& x) -> u64 { return u32(i32(i16(x.a))); });
  add_scalar("s_wqm_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 r = u32(wqm(u32(x.a)));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_wqm_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 {
    u64 r = wqm(x.a);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_quadmask_b32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 r = u32(quadmask(u32(x.a), 32));
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_quadmask_b64", 8, 8, 0, [](scalar_arguments& x) -> u64 {
    u64 r = quadmask(x.a, 64);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_bitreplicate_b64_b32", 8, 4, 0,
             [](scalar_arguments& x) -> u64 { return bitrep(u32(x.a)); });
  add_scalar("s_pack_ll_b32_b16", 4, 4, 4,
             [](scalar_arguments& x) -> u64 { return (x.a & 0xffff) | (x.b & 0xffff) << 16; });
  add_scalar("s_pack_lh_b32_b16", 4, 4, 4,
             [](scalar_arguments& x) -> u64 { return (x.a & 0xffff) | (x.b & 0xffff0000); });
  add_scalar("s_pack_hh_b32_b16", 4, 4, 4,
             [](scalar_arguments& x) -> u64 { return (x.a >> 16 & 0xffff) | (x.b & 0xffff0000); });
  add_scalar("s_pack_hl_b32_b16", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    return (x.a >> 16 & 0xffff) | (x.b & 0xffff) << 16;
  });
}
}  // namespace hip_emulator
