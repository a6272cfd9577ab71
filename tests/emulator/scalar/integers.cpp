// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scalar/table.hpp"

namespace hip_emulator {
namespace {
/// The lower 32 bits of a sum or difference that `f(a, b, SCC)` is of 64; SCC becomes its carry.
template <class F>
void with_carry(const std::string& names, F) {
  add_scalar(names, 4, 4, 4, [](scalar_arguments& x) -> u64 {
    const u64 r = F()(u64(u32(x.a)), u64(u32(x.b)), x.scc);
    x.scc = r >> 32 != 0;
    return u32(r);
  });
}
/// `f(&r, a, b)` tells whether it overflows.
template <class F>
void with_overflow(const std::string& names, F) {
  add_scalar(names, 4, 4, 4, [](scalar_arguments& x) -> u64 {
    i32 r;
    x.scc = F()(i32(x.a), i32(x.b), &r);
    return u32(r);
  });
}
/// One of the two operands: the first if `f(a, b)`, which SCC becomes.
template <class T, class F>
void choice(const std::string& name, F) {
  add_scalar(name, 4, 4, 4, [](scalar_arguments& x) -> u64 {
    x.scc = F()(T(x.a), T(x.b));
    return x.scc ? x.a : x.b;
  });
}
}  // namespace

void add_scalar_integers() {
  with_carry("s_add_u32|s_add_co_u32", [](u64 a, u64 b, u32) { return a + b; });
  with_carry("s_sub_u32|s_sub_co_u32", [](u64 a, u64 b, u32) { return a - b; });
  with_carry("s_addc_u32|s_add_co_ci_u32", [](u64 a, u64 b, u32 c) { return a + b + c; });
  with_carry("s_subb_u32|s_sub_co_ci_u32", [](u64 a, u64 b, u32 c) { return a - b - c; });
  with_carry("s_lshl1_add_u32", [](u64 a, u64 b, u32) { return (a << 1) + b; });
  with_carry("s_lshl2_add_u32", [](u64 a, u64 b, u32) { return (a << 2) + b; });
  with_carry("s_lshl3_add_u32", [](u64 a, u64 b, u32) { return (a << 3) + b; });
  with_carry("s_lshl4_add_u32", [](u64 a, u64 b, u32) { return (a << 4) + b; });
  with_overflow("s_add_i32|s_add_co_i32",
                [](i32 a, i32 b, i32* r) { return __builtin_add_overflow(a, b, r); });
  with_overflow("s_sub_i32|s_sub_co_i32",
                [](i32 a, i32 b, i32* r) { return __builtin_sub_overflow(a, b, r); });
  add_scalar(
      "s_addk_i32|s_addk_co_i32", 4, 4, 0,
      [](scalar_arguments& x) -> u64 {
        i32 r;
        x.scc = __builtin_add_overflow(i32(x.d), i32(x.a), &r);
        return u32(r);
      },
      scalar_reads_result | scalar_immediate);
  add_scalar(
      "s_mulk_i32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return u32(x.d) * u32(x.a); },
      scalar_reads_result | scalar_immediate);
  auto wide = [](const std::string& names, auto f) {
    scalar_binary<u64, u64, u64, keeps_scc>(names, f);
  };
  wide("s_add_nc_u64|s_add_u64", [](u64 a, u64 b) { return a + b; });
  wide("s_sub_nc_u64|s_sub_u64", [](u64 a, u64 b) { return a - b; });
  wide("s_mul_u64", [](u64 a, u64 b) { return a * b; });
  scalar_binary<u32, u32, u32, keeps_scc>("s_mul_i32", [](u32 a, u32 b) { return a * b; });
  scalar_binary<u32, u32, u32, keeps_scc>("s_mul_hi_u32",
                                          [](u32 a, u32 b) { return u64(a) * b >> 32; });
  scalar_binary<u32, i32, i32, keeps_scc>("s_mul_hi_i32",
                                          [](i32 a, i32 b) { return u64(i64(a) * b) >> 32; });
  scalar_unary<u32, u32, sets_scc>("s_abs_i32", [](u32 a) { return i32(a) < 0 ? 0u - a : a; });
  scalar_binary<u32, u32, u32, sets_scc>("s_absdiff_i32", [](u32 a, u32 b) {
    const u32 r = a - b;
    return i32(r) < 0 ? 0u - r : r;
  });
  choice<i32>("s_min_i32", [](i32 a, i32 b) { return a < b; });
  choice<u32>("s_min_u32", [](u32 a, u32 b) { return a < b; });
  choice<i32>("s_max_i32", [](i32 a, i32 b) { return a >= b; });
  choice<u32>("s_max_u32", [](u32 a, u32 b) { return a >= b; });
}
}  // namespace hip_emulator
