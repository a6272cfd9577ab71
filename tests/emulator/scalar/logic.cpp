// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Moves, shifts and operations on bits.

#include "scalar/table.hpp"

namespace hip_emulator {
namespace {
u64 brev(u64 x) {
  x = (x >> 1 & 0x5555555555555555ull) | (x & 0x5555555555555555ull) << 1;
  x = (x >> 2 & 0x3333333333333333ull) | (x & 0x3333333333333333ull) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0full) | (x & 0x0f0f0f0f0f0f0f0full) << 4;
  return __builtin_bswap64(x);
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
/// The bits that `b` says: the first one, and in its upper half how many.
template <class T>
T bit_field(T a, u32 b) {
  using U = std::make_unsigned_t<T>;
  constexpr u32 bits = 8 * sizeof(T);
  const u32 o = b & (bits - 1), n = b >> 16 & 127;
  if (n == 0) return 0;
  if (o + n >= bits) return a >> o;
  return T(U(a) << (bits - o - n)) >> (bits - n);
}
/// How many bits from the left are 0; -1 if all are.
template <class T>
u32 leading_zeros(T a) {
  return a ? u32(__builtin_clzll(a)) - (64 - 8 * u32(sizeof(T))) : ~0u;
}
template <class T>
u32 sign_bits(T a) {
  return leading_zeros(std::make_unsigned_t<T>(a < 0 ? ~a : a));
}
u64 exec(scalar_arguments& x) { return x.ws == 64 ? x.w->s64(reg_exec) : x.w->s[reg_exec]; }
/// Sets EXEC to `f(operand, EXEC)`. The result is the old mask, or with `NewMask` this one.
template <class T, bool NewMask, class F>
void on_exec(const std::string& names, F) {
  add_scalar(names, sizeof(T), sizeof(T), 0, [](scalar_arguments& x) -> u64 {
    const T old = T(exec(x)), r = F()(T(x.a), old);
    x.w->s[reg_exec] = u32(r);
    if (sizeof(T) == 8) x.w->s[reg_exec + 1] = u32(u64(r) >> 32);
    x.scc = r != 0;
    return NewMask ? r : old;
  });
}

/// What there is for 32 bits and for 64; `n` is "32" or "64".
template <class T>
void of_width(const std::string& n) {
  constexpr u32 bits = 8 * sizeof(T);
  constexpr u32 last = bits - 1;
  auto logic = [&](const std::string& name, auto f, const std::string& alias = "") {
    const std::string end = "_b" + n;
    scalar_binary<T, T, T, sets_scc>("s_" + name + end + (alias.empty() ? "" : "|" + alias + end),
                                     f);
  };
  logic("and", [](T a, T b) { return a & b; });
  logic("or", [](T a, T b) { return a | b; });
  logic("xor", [](T a, T b) { return a ^ b; });
  logic("nand", [](T a, T b) { return ~(a & b); });
  logic("nor", [](T a, T b) { return ~(a | b); });
  logic("xnor", [](T a, T b) { return ~(a ^ b); });
  logic("andn2", [](T a, T b) { return a & ~b; }, "s_and_not1");
  logic("orn2", [](T a, T b) { return a | ~b; }, "s_or_not1");
  auto save = [&](const std::string& name, auto f) {
    on_exec<T, false>("s_" + name + "_saveexec_b" + n, f);
  };
  save("and", [](T s, T e) { return s & e; });
  save("or", [](T s, T e) { return s | e; });
  save("xor", [](T s, T e) { return s ^ e; });
  save("nand", [](T s, T e) { return ~(s & e); });
  save("nor", [](T s, T e) { return ~(s | e); });
  save("xnor", [](T s, T e) { return ~(s ^ e); });
  for (const char* name : {"andn2", "and_not1"}) save(name, [](T s, T e) { return s & ~e; });
  for (const char* name : {"orn2", "or_not1"}) save(name, [](T s, T e) { return s | ~e; });
  for (const char* name : {"andn1", "and_not0"}) save(name, [](T s, T e) { return ~s & e; });
  for (const char* name : {"orn1", "or_not0"}) save(name, [](T s, T e) { return ~s | e; });
  on_exec<T, true>("s_andn1_wrexec_b" + n + "|s_and_not0_wrexec_b" + n,
                   [](T s, T e) { return ~s & e; });
  on_exec<T, true>("s_andn2_wrexec_b" + n + "|s_and_not1_wrexec_b" + n,
                   [](T s, T e) { return s & ~e; });

  using I = std::make_signed_t<T>;
  scalar_unary<T, T, keeps_scc>("s_mov_b" + n, [](T a) { return a; });
  scalar_unary<T, T, sets_scc>("s_not_b" + n, [](T a) { return ~a; });
  add_scalar("s_cselect_b" + n, sizeof(T), sizeof(T), sizeof(T),
             [](scalar_arguments& x) { return x.scc ? x.a : x.b; });
  scalar_binary<T, T, u32, sets_scc>("s_lshl_b" + n, [](T a, u32 b) { return a << (b & last); });
  scalar_binary<T, T, u32, sets_scc>("s_lshr_b" + n, [](T a, u32 b) { return a >> (b & last); });
  scalar_binary<I, I, u32, sets_scc>("s_ashr_i" + n, [](I a, u32 b) { return a >> (b & last); });
  scalar_binary<T, u32, u32, keeps_scc>(
      "s_bfm_b" + n, [](u32 a, u32 b) { return ((T(1) << (a & last)) - 1) << (b & last); });
  scalar_binary<T, T, u32, sets_scc>("s_bfe_u" + n, [](T a, u32 b) { return bit_field(a, b); });
  scalar_binary<I, I, u32, sets_scc>("s_bfe_i" + n, [](I a, u32 b) { return bit_field(a, b); });
  scalar_unary<T, T, keeps_scc>("s_brev_b" + n, [](T a) { return T(brev(a) >> (64 - bits)); });
  scalar_unary<u32, T, sets_scc>("s_bcnt0_i32_b" + n,
                                 [](T a) { return bits - u32(__builtin_popcountll(a)); });
  scalar_unary<u32, T, sets_scc>("s_bcnt1_i32_b" + n, [](T a) { return __builtin_popcountll(a); });
  scalar_unary<u32, T, keeps_scc>("s_ff1_i32_b" + n + "|s_ctz_i32_b" + n,
                                  [](T a) { return a ? __builtin_ctzll(a) : -1; });
  scalar_unary<u32, T, keeps_scc>("s_ff0_i32_b" + n,
                                  [](T a) { return T(~a) ? __builtin_ctzll(T(~a)) : -1; });
  scalar_unary<u32, T, keeps_scc>("s_flbit_i32_b" + n + "|s_clz_i32_u" + n,
                                  [](T a) { return leading_zeros(a); });
  scalar_unary<T, T, sets_scc>("s_wqm_b" + n, [](T a) { return T(wqm(a)); });
  scalar_unary<T, T, sets_scc>("s_quadmask_b" + n, [](T a) { return T(quadmask(a, bits)); });
  add_scalar(
      "s_bitset0_b" + n, sizeof(T), 4, 0,
      [](scalar_arguments& x) -> u64 { return x.d & ~(u64(1) << (x.a & last)); },
      scalar_reads_result);
  add_scalar(
      "s_bitset1_b" + n, sizeof(T), 4, 0,
      [](scalar_arguments& x) -> u64 { return x.d | u64(1) << (x.a & last); }, scalar_reads_result);
}
}  // namespace

void add_scalar_logic() {
  of_width<u32>("32");
  of_width<u64>("64");
  add_scalar(
      "s_movk_i32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return x.a; }, scalar_immediate);
  for (const bool wide : {false, true}) {
    add_scalar(
        wide ? "s_cmov_b64" : "s_cmov_b32|s_cmovk_i32", wide ? 8 : 4, wide ? 8 : 4, 0,
        [](scalar_arguments& x) -> u64 { return x.scc ? x.a : x.d; }, scalar_reads_result);
  }
  scalar_unary<u32, i32, keeps_scc>("s_flbit_i32|s_cls_i32", [](i32 a) { return sign_bits(a); });
  scalar_unary<u32, i64, keeps_scc>("s_flbit_i32_i64|s_cls_i32_i64",
                                    [](i64 a) { return sign_bits(a); });
  scalar_unary<u32, u32, keeps_scc>("s_sext_i32_i8", [](u32 a) { return i32(i8(a)); });
  scalar_unary<u32, u32, keeps_scc>("s_sext_i32_i16", [](u32 a) { return i32(i16(a)); });
  scalar_unary<u64, u32, keeps_scc>("s_bitreplicate_b64_b32", [](u32 a) { return bitrep(a); });
  auto pack = [](const std::string& halves, auto f) {
    scalar_binary<u32, u32, u32, keeps_scc>("s_pack_" + halves + "_b32_b16", f);
  };
  pack("ll", [](u32 a, u32 b) { return (a & 0xffff) | b << 16; });
  pack("lh", [](u32 a, u32 b) { return (a & 0xffff) | (b & 0xffff0000); });
  pack("hh", [](u32 a, u32 b) { return a >> 16 | (b & 0xffff0000); });
  pack("hl", [](u32 a, u32 b) { return a >> 16 | b << 16; });
}
}  // namespace hip_emulator
