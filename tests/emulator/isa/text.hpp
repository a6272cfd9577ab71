// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The text of an instruction, taken apart.
#pragma once

#include "isa/arithmetic.hpp"

#include <initializer_list>
#include <string>

namespace hip_emulator {
struct operand {
  source_operand s;
  int regs = 0;
  bool off = false, null = false;
};
struct instruction_text {
  std::string mn, enc;
  std::vector<operand> ops;
  std::vector<std::string> raw;
  std::map<std::string, std::string> mod;
  bool has(const char* m) const { return mod.count(m) != 0; }
};
/// Ends the decoding of an instruction.
[[noreturn]] inline void bad(const std::string& what) { fault("%s", what.c_str()); }
bool begins(const std::string& s, const char* p);
bool ends(const std::string& s, const char* p);
/// Whether `n` is one of the list; whether it begins with one of them.
bool any(const std::string& n, std::initializer_list<const char*> l);
bool starts(const std::string& n, std::initializer_list<const char*> l);
i64 num(const std::string& s);
/// The numbers in a text.
std::vector<int> list(const std::string& s);
instruction_text parse_text(const std::string& line);
/// Gives a constant the value that it has in an operand of this type.
void bind(source_operand& s, element_type t);
/// The number of the register that an operand names.
int vreg(const operand& o);
int dst_reg(const operand& o);
int sdst_reg(const operand& o);
}  // namespace hip_emulator
