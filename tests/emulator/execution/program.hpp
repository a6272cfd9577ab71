// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// A loaded code object, and a launch of one of its kernels.
#pragma once

#include "isa/instruction.hpp"

namespace hip_emulator {
struct program {
  std::string arch;
  chip_family family = gfx11;
  uint8_t* mem = nullptr;
  size_t size = 0;
  std::vector<std::pair<size_t, size_t>> exec;
  std::vector<instruction*>
      ops[2];  // decoded instructions by (pc - mem) / 4, for wave32 and wave64
  std::unique_ptr<decoder> dec[2];
  std::map<std::string, std::pair<uint8_t*, size_t>> symbols;
};

struct launch_description {
  program* prog;
  std::string name;
  uint64_t entry;
  uint32_t grid[3], block[3];
  uint32_t lds_bytes, scratch_bytes;
  int wave;
  uint32_t rsrc1, rsrc2;
  uint16_t props;
  uint64_t kernarg;
  uint64_t dispatch_packet;
  bool dynamic_stack;
  std::string gfx;
  bool all_resident;
};

/// Decodes all code of a program, executed or not. Reports the instructions that have no
/// implementation, and returns how many kinds of them there are.
int scan(program& code, int wave, FILE* f);
}  // namespace hip_emulator
