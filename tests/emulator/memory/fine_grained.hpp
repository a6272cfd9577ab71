// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Fine-grained memory, and the float atomics that a chip drops there: they return 0 and change
/// nothing (HIP_EMU_FINE_GRAINED).
#pragma once

#include "isa/instruction.hpp"

#include <map>
#include <mutex>

namespace hip_emulator {
class fine_grained_memory {
  std::mutex mu_;
  std::map<uintptr_t, size_t> ranges_;
  uint32_t dropped_[2] = {};  // of 4 and of 8 bytes, a bit for each kind of atomic
 public:
  void choose(const std::string& gfx, chip_family family);
  bool drops(int atom, unsigned bytes) const { return dropped_[bytes == 8] >> atom & 1; }
  bool has(const void* p);
  void add(const void* p, size_t n);
  void remove(const void* p);
};
fine_grained_memory& fine();
}  // namespace hip_emulator
