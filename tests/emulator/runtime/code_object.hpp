// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Code objects: the kernels that are embedded in a program.
#pragma once

#include "execution/program.hpp"

namespace hip_emulator {
struct kernel_argument {
  uint32_t offset, size;
  std::string kind;
};
struct kernel {
  std::string name, symbol;
  std::vector<kernel_argument> args;
  uint32_t kernarg = 0, lds = 0, scratch = 0, wave = 0, maxwg = 1024, vgprs = 0, sgprs = 0;
  bool dynstack = false;
  uint8_t* kd = nullptr;
  program* prog = nullptr;
};
struct loaded_module {
  program prog;
  std::map<std::string, kernel> kernels;
};

/// Memory for the device. With weak memory the addresses are the same in every run, because the
/// caches depend on them.
void* map_memory(size_t n, int flags = 0);
/// The family of a chip; false for a chip that is not supported.
bool family_of(const std::string& a, chip_family& f);
std::unique_ptr<loaded_module> load_code_object(const uint8_t* b, size_t n, const std::string& gfx);
/// The code objects of a fat binary: chip and contents.
std::vector<std::pair<std::string, std::vector<uint8_t>>> unbundle(const uint8_t* b);
}  // namespace hip_emulator
