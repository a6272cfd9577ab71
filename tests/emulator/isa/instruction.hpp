// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// A decoded instruction, and the decoder.
#pragma once

#include "isa/basics.hpp"

#include <map>
#include <memory>
#include <vector>

namespace hip_emulator {
enum chip_family { gfx9, gfx10, gfx11, gfx12 };

enum class opcode : u8 {
  valu,
  vopd,
  salu,
  nop,
  endpgm,
  branch,
  barrier,
  bar_signal,
  bar_wait,
  sleep,
  trap,
  denorm_mode,
  getpc,
  setpc,
  swappc,
  call,
  getreg,
  setreg,
  memtime,
  smem_load,
  load,
  store,
  atomic,
  load2,
  store2,
  permute,
  bpermute,
  bpermute_fi,
  swizzle,
  ds_append,
  permlane,
  permlane64,
  permswap,
  readlane,
  readfirst,
  writelane,
  swap,
  movrel,
  gpr_idx,
  waitcnt,
  cache,
  bad
};
enum condition : u8 { if_always, if_scc0, if_scc1, if_vccz, if_vccnz, if_execz, if_execnz };
enum address_space : u8 { space_global, space_flat, space_scratch, space_lds, space_buffer };
enum atomic_operation : u8 {
  atomic_swap,
  atomic_cmpswap,
  atomic_add,
  atomic_sub,
  atomic_rsub,
  atomic_sub_clamp,
  atomic_cond_sub,
  atomic_and,
  atomic_or,
  atomic_xor,
  atomic_inc,
  atomic_dec,
  atomic_mskor,
  atomic_wrap,
  atomic_smin,
  atomic_umin,
  atomic_smax,
  atomic_umax,
  atomic_fadd,
  atomic_fmin,
  atomic_fmax,
  atomic_fcmpswap,
  atomic_pkf16,
  atomic_pkbf16
};

/// The effects of a cache control instruction (weak memory).
enum cache_action : u8 {
  cache_inv_l0 = 1,
  cache_inv_l1 = 2,
  cache_inv_l2 = 4,
  cache_wb_l2 = 8,
  cache_loadcnt = 16,  // counts as a load; as a store
  cache_storecnt = 32
};
/// Scalar registers have the numbers of the gfx9 encoding: s0.., flat_scratch 102, vcc 106, ttmp
/// 108, m0 124, exec 126. AGPR n is vector register 256 + n.
constexpr int reg_vcc = 106, reg_ttmp = 108, reg_m0 = 124, reg_exec = 126, reg_flat_scratch = 102,
              reg_scc = 253, reg_pc = 256, reg_discarded = 500, scalar_registers = 512,
              vector_registers = 512;

enum operand_kind : u8 {
  operand_none,
  operand_vector,
  operand_scalar,
  operand_constant,
  operand_shared_base,
  operand_private_base,
  operand_scc,
  operand_vccz,
  operand_execz
};
struct source_operand {
  operand_kind kind = operand_none;
  bool neg = false, abs = false, hi = false, sext = false;
  bool hl = false;   // the text has .l or .h
  u8 sel = 6;        // SDWA: 0-3 byte, 4-5 word, 6 dword
  bool selh = true;  // packed operations: the half for the high result, and its sign
  bool neg_hi = false;
  i16 reg = 0;
  bool flt = false;
  double f = 0;
  u64 val = 0;
  bool plain = true;  // nothing but the register
};
struct lane_shuffle {
  i8 from[64];
  u64 rows = 0;
  bool bound = false, fi = false;
};
struct vector_operation;
struct scalar_operation;
struct atomic_count {
  u64 runs = 0, lanes = 0;
};

/// One decoded instruction of a loaded program.
struct instruction {
  opcode code = opcode::bad;
  u8 size = 4, nsrc = 0;
  const vector_operation* vi = nullptr;
  const scalar_operation* si = nullptr;
  source_operand s[4];
  int vdst = -1, sdst = -1, cin = -1;
  bool dst_hi = false, dst_hl = false, clamp = false, keep_hi = false;
  i8 omod = 0;
  u8 dsel = 6, dunused = 0;
  std::unique_ptr<lane_shuffle> dpp;
  std::unique_ptr<instruction> second;  // second half of a dual instruction
  // scalar control and memory
  u8 cond = 0, space = 0, atom = 0, bytes = 4, sx = 0, d16 = 0, rtn = 0, layout = 0, st64 = 0,
     sub = 0, offen = 0, sve = 0, buffer = 0;
  u8 pol = 0;  // caches that an access bypasses: 1 L0, 2 also L1, 3 all incoherent ones
  int vaddr = -1, vdata = -1, vdata1 = -1, saddr = -1, ssrc0 = -1, sbase = -1,
      srsrc = -1;  // s[3]: scalar offset
  i64 offset = 0;
  u32 off0 = 0, off1 = 0, lit = 0;
  i32 simm16 = 0;
  atomic_count* stat = nullptr;
  std::string text;
};

class decoder {
  void* ctx_;
  std::string arch_;
  chip_family family_;
  int wave_;
  size_t last_ = 0;
  std::map<std::string, std::unique_ptr<atomic_count>>* stats_;

 public:
  decoder(const std::string& arch, chip_family family, int wave,
          std::map<std::string, std::unique_ptr<atomic_count>>* stats);
  size_t last_size() const { return last_; }
  std::unique_ptr<instruction> decode(const u8* bytes, size_t avail);
};
}  // namespace hip_emulator
