// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scalar/table.hpp"

#include <unordered_map>

namespace hip_emulator {
namespace {
using operation_table = std::unordered_map<std::string, scalar_operation>;
operation_table& table() {
  static operation_table t;
  return t;
}
}  // namespace

void add_scalar(const char* names, int dw, int aw, int bw, u64 (*f)(scalar_arguments&), int flags) {
  for (const char* p = names; *p;) {
    const char* e = p;
    while (*e && *e != '|') ++e;
    std::string n(p, size_t(e - p));
    table()[n] = {n, f, u8(dw), u8(aw), u8(bw), u8(flags), u8(aw ? bw ? 2 : 1 : 0)};
    p = *e ? e + 1 : e;
  }
}
const scalar_operation* find_salu(const std::string& n) {
  static bool done = false;
  if (!done) {
    done = true;
    add_scalar_compares();
    add_scalar_logic();
    add_scalar_integers();
    add_scalar_floats();
  }
  auto i = table().find(n);
  return i == table().end() ? nullptr : &i->second;
}
}  // namespace hip_emulator
