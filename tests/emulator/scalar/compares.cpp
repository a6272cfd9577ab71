// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scalar/table.hpp"

namespace hip_emulator {
namespace {
template <class T>
void int_compares(const std::string& type, bool with_immediate) {
  auto add = [&](const std::string& op, auto f) {
    const std::string name = op + "_" + type;
    if (with_immediate)
      scalar_compare<T>("s_cmp_" + name + "|s_cmpk_" + name, f,
                        scalar_no_result | scalar_result_is_source);
    else
      scalar_compare<T>("s_cmp_" + name, f);
  };
  add("eq", [](auto a, auto b) { return a == b; });
  add("lg", [](auto a, auto b) { return a != b; });
  add("gt", [](auto a, auto b) { return a > b; });
  add("ge", [](auto a, auto b) { return a >= b; });
  add("lt", [](auto a, auto b) { return a < b; });
  add("le", [](auto a, auto b) { return a <= b; });
}
template <class T>
void float_compares(const std::string& type) {
  auto add = [&](const std::string& op, auto f) {
    scalar_compare<T>("s_cmp_" + op + "_" + type, f);
  };
  add("lt", [](auto a, auto b) { return a < b; });
  add("eq", [](auto a, auto b) { return a == b; });
  add("le", [](auto a, auto b) { return a <= b; });
  add("gt", [](auto a, auto b) { return a > b; });
  add("lg", [](auto a, auto b) { return a < b || a > b; });
  add("ge", [](auto a, auto b) { return a >= b; });
  add("o", [](auto a, auto b) { return a == a && b == b; });
  add("u", [](auto a, auto b) { return a != a || b != b; });
  add("nge", [](auto a, auto b) { return !(a >= b); });
  add("nlg", [](auto a, auto b) { return !(a < b || a > b); });
  add("ngt", [](auto a, auto b) { return !(a > b); });
  add("nle", [](auto a, auto b) { return !(a <= b); });
  add("neq", [](auto a, auto b) { return !(a == b); });
  add("nlt", [](auto a, auto b) { return !(a < b); });
}
template <class T>
void bit_compares(const std::string& type) {
  constexpr u64 last = 8 * sizeof(T) - 1;
  add_scalar(
      "s_bitcmp0_" + type, 0, sizeof(T), 4,
      [](scalar_arguments& x) -> u64 {
        x.scc = !(x.a >> (x.b & last) & 1);
        return 0;
      },
      scalar_no_result);
  add_scalar(
      "s_bitcmp1_" + type, 0, sizeof(T), 4,
      [](scalar_arguments& x) -> u64 {
        x.scc = x.a >> (x.b & last) & 1;
        return 0;
      },
      scalar_no_result);
}
}  // namespace

void add_scalar_compares() {
  int_compares<i32>("i32", true);
  int_compares<u32>("u32", true);
  int_compares<u64>("u64", false);
  float_compares<float>("f32");
  float_compares<scalar_half>("f16");
  bit_compares<u32>("b32");
  bit_compares<u64>("b64");
}
}  // namespace hip_emulator
