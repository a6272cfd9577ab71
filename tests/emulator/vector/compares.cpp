// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "vector/math.hpp"
#include "vector/table.hpp"

namespace hip_emulator {
namespace {
template <class T>
void int_compares(const std::string& t) {
  auto add = [&](const char* op, auto f) { comparison<T, T>(op + ("_" + t), f); };
  add("lt", [](auto a, auto b) { return a < b; });
  add("le", [](auto a, auto b) { return a <= b; });
  add("eq", [](auto a, auto b) { return a == b; });
  add("gt", [](auto a, auto b) { return a > b; });
  add("ge", [](auto a, auto b) { return a >= b; });
  add("ne", [](auto a, auto b) { return a != b; });
  add("f", [](auto, auto) { return false; });
  add("t", [](auto, auto) { return true; });
}
template <class T>
void float_compares(const std::string& t) {
  auto add = [&](const char* op, auto f) { comparison<T, T>(op + ("_" + t), f); };
  add("lt", [](auto a, auto b) { return a < b; });
  add("le", [](auto a, auto b) { return a <= b; });
  add("eq", [](auto a, auto b) { return a == b; });
  add("gt", [](auto a, auto b) { return a > b; });
  add("ge", [](auto a, auto b) { return a >= b; });
  add("lg", [](auto a, auto b) { return a < b || a > b; });
  add("nlt", [](auto a, auto b) { return !(a < b); });
  add("nle", [](auto a, auto b) { return !(a <= b); });
  add("neq", [](auto a, auto b) { return !(a == b); });
  add("ngt", [](auto a, auto b) { return !(a > b); });
  add("nge", [](auto a, auto b) { return !(a >= b); });
  add("nlg", [](auto a, auto b) { return !(a < b || a > b); });
  add("o", [](auto a, auto b) { return a == a && b == b; });
  add("u", [](auto a, auto b) { return a != a || b != b; });
  add("f", [](auto, auto) { return false; });
  add("tru", [](auto, auto) { return true; });
  add("t", [](auto, auto) { return true; });
}

}  // namespace

void add_vector_compares() {
  int_compares<i32>("i32");
  int_compares<u32>("u32");
  int_compares<i64>("i64");
  int_compares<u64>("u64");
  int_compares<i16>("i16");
  int_compares<u16>("u16");
  float_compares<float>("f32");
  float_compares<double>("f64");
  float_compares<h16>("f16");
  // class tests look at the bits, so the operand is fetched as an integer with float modifiers
  comparison<u32, u32>("class_f32", [](u32 a, u32 m) { return fclass<float, u32, 8, 23>(a, m); });
  comparison<u64, u32>("class_f64", [](u64 a, u32 m) { return fclass<double, u64, 11, 52>(a, m); });
  comparison<u16, u32>("class_f16", [](u16 a, u32 m) { return fclass<float, u16, 5, 10>(a, m); });
}
}  // namespace hip_emulator
