// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scalar/table.hpp"

namespace hip_emulator {
void add_scalar_compares() {
#define CMP(n, e)                                  \
  add_scalar(                                      \
      "s_cmp_" n "_i32|s_cmpk_" n "_i32", 0, 4, 4, \
      [](scalar_arguments& x) -> u64 {             \
        i32 a = si(x.a), b = si(x.b);              \
        x.scc = e;                                 \
        return 0;                                  \
      },                                           \
      scalar_no_result | scalar_result_is_source); \
  add_scalar(                                      \
      "s_cmp_" n "_u32|s_cmpk_" n "_u32", 0, 4, 4, \
      [](scalar_arguments& x) -> u64 {             \
        u32 a = u32(x.a), b = u32(x.b);            \
        x.scc = e;                                 \
        return 0;                                  \
      },                                           \
      scalar_no_result | scalar_result_is_source); \
  add_scalar(                                      \
      "s_cmp_" n "_u64", 0, 8, 8,                  \
      [](scalar_arguments& x) -> u64 {             \
        u64 a = x.a, b = x.b;                      \
        x.scc = e;                                 \
        return 0;                                  \
      },                                           \
      scalar_no_result)
  CMP("eq", a == b);
  CMP("lg", a != b);
  CMP("gt", a > b);
  CMP("ge", a >= b);
  CMP("lt", a < b);
  CMP("le", a <= b);
#undef CMP
#define CMP(n, e)                       \
  add_scalar(                           \
      "s_cmp_" n "_f32", 0, 4, 4,       \
      [](scalar_arguments& x) -> u64 {  \
        float a = sf(x.a), b = sf(x.b); \
        x.scc = e;                      \
        return 0;                       \
      },                                \
      scalar_no_result);                \
  add_scalar(                           \
      "s_cmp_" n "_f16", 0, 4, 4,       \
      [](scalar_arguments& x) -> u64 {  \
        float a = sh(x.a), b = sh(x.b); \
        x.scc = e;                      \
        return 0;                       \
      },                                \
      scalar_no_result)
  CMP("lt", a < b);
  CMP("eq", a == b);
  CMP("le", a <= b);
  CMP("gt", a > b);
  CMP("lg", (a < b || a > b));
  CMP("ge", a >= b);
  CMP("o", (a == a && b == b));
  CMP("u", (a != a || b != b));
  CMP("nge", !(a >= b));
  CMP("nlg", !(a < b || a > b));
  CMP("ngt", !(a > b));
  CMP("nle", !(a <= b));
  CMP("neq", !(a == b));
  CMP("nlt", !(a < b));
#undef CMP
  add_scalar(
      "s_bitcmp0_b32", 0, 4, 4,
      [](scalar_arguments& x) -> u64 {
        x.scc = !(x.a >> (x.b & 31) & 1);
        return 0;
      },
      scalar_no_result);
  add_scalar(
      "s_bitcmp1_b32", 0, 4, 4,
      [](scalar_arguments& x) -> u64 {
        x.scc = x.a >> (x.b & 31) & 1;
        return 0;
      },
      scalar_no_result);
  add_scalar(
      "s_bitcmp0_b64", 0, 8, 4,
      [](scalar_arguments& x) -> u64 {
        x.scc = !(x.a >> (x.b & 63) & 1);
        return 0;
      },
      scalar_no_result);
  add_scalar(
      "s_bitcmp1_b64", 0, 8, 4,
      [](scalar_arguments& x) -> u64 {
        x.scc = x.a >> (x.b & 63) & 1;
        return 0;
      },
      scalar_no_result);
}
}  // namespace hip_emulator
