// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scalar/table.hpp"

#include <sstream>
#include <unordered_map>

namespace hip_emulator {
namespace {
using operation_table = std::unordered_map<std::string, scalar_operation>;
operation_table& table() {
  static operation_table t;
  return t;
}
}  // namespace

void add_scalar(const std::string& names, int dw, int aw, int bw, u64 (*f)(scalar_arguments&),
                int flags) {
  std::istringstream each(names);
  for (std::string n; std::getline(each, n, '|');) {
    table()[n] = {n, f, u8(dw), u8(aw), u8(bw), u8(flags), u8(aw ? bw ? 2 : 1 : 0)};
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
