// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scalar/table.hpp"

namespace hip_emulator {
void add_scalar_integers() {
  add_scalar("s_add_u32|s_add_co_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u64 r = u64(u32(x.a)) + u32(x.b);
    x.scc = u32(r >> 32);
    return u32(r);
  });
  add_scalar("s_sub_u32|s_sub_co_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    x.scc = u32(x.a) < u32(x.b);
    return u32(x.a - x.b);
  });
  add_scalar("s_add_i32|s_add_co_i32|s_addk_i32|s_addk_co_i32", 4, 4, 4,
             [](scalar_arguments& x) -> u64 {
               i32 r;
               x.scc = __builtin_add_overflow(si(x.a), si(x.b), &r);
               return u32(r);
             });
  add_scalar("s_sub_i32|s_sub_co_i32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    i32 r;
    x.scc = __builtin_sub_overflow(si(x.a), si(x.b), &r);
    return u32(r);
  });
  add_scalar(
      "s_addk_i32|s_addk_co_i32", 4, 4, 0,
      [](scalar_arguments& x) -> u64 {
        i32 r;
        x.scc = __builtin_add_overflow(si(x.d), si(x.a), &r);
        return u32(r);
      },
      scalar_reads_result | scalar_immediate);
  add_scalar(
      "s_mulk_i32", 4, 4, 0, [](scalar_arguments& x) -> u64 { return u32(x.d) * u32(x.a); },
      scalar_reads_result | scalar_immediate);
  add_scalar("s_addc_u32|s_add_co_ci_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u64 r = u64(u32(x.a)) + u32(x.b) + x.scc;
    x.scc = u32(r >> 32);
    return u32(r);
  });
  add_scalar("s_subb_u32|s_sub_co_ci_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u64 r = u64(u32(x.a)) - u32(x.b) - x.scc;
    x.scc = u32(r >> 32) & 1;
    return u32(r);
  });
  add_scalar("s_add_nc_u64|s_add_u64", 8, 8, 8,
             [](scalar_arguments& x) -> u64 { return x.a + x.b; });
  add_scalar("s_sub_nc_u64|s_sub_u64", 8, 8, 8,
             [](scalar_arguments& x) -> u64 { return x.a - x.b; });
  add_scalar("s_mul_u64", 8, 8, 8, [](scalar_arguments& x) -> u64 { return x.a * x.b; });
  add_scalar("s_mul_i32", 4, 4, 4, [](scalar_arguments& x) -> u64 { return u32(x.a) * u32(x.b); });
  add_scalar("s_mul_hi_u32", 4, 4, 4,
             [](scalar_arguments& x) -> u64 { return u64(u32(x.a)) * u32(x.b) >> 32; });
  add_scalar("s_mul_hi_i32", 4, 4, 4,
             [](scalar_arguments& x) -> u64 { return u32(u64(i64(si(x.a)) * si(x.b)) >> 32); });
  add_scalar("s_abs_i32", 4, 4, 0, [](scalar_arguments& x) -> u64 {
    u32 r = si(x.a) < 0 ? 0u - u32(x.a) : u32(x.a);
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_absdiff_i32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u32 r = u32(x.a) - u32(x.b);
    if (i32(r) < 0) r = 0u - r;
    x.scc = r != 0;
    return r;
  });
  add_scalar("s_min_i32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    x.scc = si(x.a) < si(x.b);
    return x.scc ? x.a : x.b;
  });
  add_scalar("s_min_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    x.scc = u32(x.a) < u32(x.b);
    return x.scc ? x.a : x.b;
  });
  add_scalar("s_max_i32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    x.scc = si(x.a) >= si(x.b);
    return x.scc ? x.a : x.b;
  });
  add_scalar("s_max_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    x.scc = u32(x.a) >= u32(x.b);
    return x.scc ? x.a : x.b;
  });
  add_scalar("s_lshl1_add_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u64 r = (u64(u32(x.a)) << 1) + u32(x.b);
    x.scc = r >> 32 != 0;
    return u32(r);
  });
  add_scalar("s_lshl2_add_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u64 r = (u64(u32(x.a)) << 2) + u32(x.b);
    x.scc = r >> 32 != 0;
    return u32(r);
  });
  add_scalar("s_lshl3_add_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u64 r = (u64(u32(x.a)) << 3) + u32(x.b);
    x.scc = r >> 32 != 0;
    return u32(r);
  });
  add_scalar("s_lshl4_add_u32", 4, 4, 4, [](scalar_arguments& x) -> u64 {
    u64 r = (u64(u32(x.a)) << 4) + u32(x.b);
    x.scc = r >> 32 != 0;
    return u32(r);
  });
}
}  // namespace hip_emulator
