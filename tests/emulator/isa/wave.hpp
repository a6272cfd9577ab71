// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The state of waves and workgroups.
#pragma once

#include "isa/instruction.hpp"

namespace hip_emulator {
struct workgroup;
struct wave_state;
/// Weak memory: a vector memory instruction with outstanding accesses.
struct memory_operation {
  wave_state* w = nullptr;
  void* first = nullptr;
  u32 left = 0;
  int cu = 0, d0 = 0, d1 = 0;
  bool wb = false;
  u64 seq = 0;
};
struct wave_state {
  u32* s;
  u32* v;
  u8* scratch;
  workgroup* g;
  int lanes, id;
  bool done = false, waiting = false;
  u64 sig_phase = 0;
  u32 mode = 0;
  u64 retired = 0;
  u32 mxcsr0 = 0;
  bool idx_on = false;                    // gfx9 register indexing
  int cu = 0;                             // weak memory: the compute unit
  std::vector<memory_operation*> vm, vs;  // outstanding operations of each counter, oldest first
  u64 pc() const {
    u64 x;
    memcpy(&x, s + reg_pc, 8);
    return x;
  }
  void pc(u64 x) { memcpy(s + reg_pc, &x, 8); }
  u64 s64(int r) const { return u64(s[r]) | u64(s[r + 1]) << 32; }
};
struct workgroup {
  std::vector<wave_state> w;
  u8* lds = nullptr;
  u64 window = 0;
  u32 lds_bytes = 0, id[3] = {0, 0, 0};
  int live = 0, arrived = 0;
  u64 phase = 0;
  bool active = false;
};
/// High 32 bits of the windows of generic addresses. As on hardware only the top 16 bits count, and
/// no host address has these bits. Every resident workgroup has its own window for LDS.
constexpr u64 lds_window = 0x10000000, lds_window_step = 0x10000, private_window = 0x2fff0000,
              private_resource = 0x2fff00000000;

/// Reads a scalar operand of any kind, of 64 bits if `wide`.
inline u64 sread(const wave_state& w, const source_operand& s, bool wide) {
  switch (s.kind) {
    case operand_scalar:
      return wide ? w.s64(s.reg) : w.s[s.reg];
    case operand_constant:
      return s.val;
    case operand_shared_base:
      return wide ? w.g->window << 32 : w.g->window;
    case operand_private_base:
      return wide ? private_window << 32 : private_window;
    case operand_scc:
      return w.s[reg_scc];
    case operand_vccz:
      return w.s64(reg_vcc) == 0;
    case operand_execz:
      return w.s64(reg_exec) == 0;
    default:
      return 0;
  }
}

}  // namespace hip_emulator
