// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Arithmetic instructions by name.
#pragma once

#include "isa/wave.hpp"

namespace hip_emulator {
// Vector operations.
enum element_type : u8 {
  type_none,
  type_b16,
  type_f16,
  type_b32,
  type_f32,
  type_b64,
  type_f64,
  type_pkf16,
  type_pkb16,
  type_pkf32,
  type_mix
};
enum vector_flags : u16 {
  vector_cmp = 1,
  vector_cmpx = 2,
  vector_cin = 4,
  vector_cout = 8,
  vector_acc = 16,  // the third source is the destination
  vector_f32 = 32,
  vector_imm = 64,  // the immediate is in cin
  vector_keephi = 128,
  vector_impvcc = 256
};
struct vector_arguments {
  void* d;
  const void *a, *b, *c;
  int n;
  u64 cin, cout;
};
struct vector_operation {
  std::string name;
  void (*k)(vector_arguments&);
  u8 nsrc;
  element_type d, st[3];
  u16 flags;
};
const vector_operation* find_valu(const std::string& name);
void valu(wave_state& w, const instruction& o, int ws, u64 ex);
void vopd(wave_state& w, const instruction& o, int ws, u64 ex);
void vscalar(wave_state& w, const instruction& o);  // such as v_s_rcp_f32

// Scalar operations.
struct scalar_arguments {
  u64 a, b, c, d;
  u32 scc;
  wave_state* w;
  int ws;
};
enum scalar_flags : u8 {
  scalar_reads_result = 1,  // reads its destination
  scalar_no_result = 2,
  scalar_immediate = 4,
  scalar_result_is_source = 8  // compares with an immediate: the destination is a source
};
struct scalar_operation {
  std::string name;
  u64 (*f)(scalar_arguments&);
  u8 dw, aw, bw, flags, nsrc;
};
const scalar_operation* find_salu(const std::string& name);
}  // namespace hip_emulator
