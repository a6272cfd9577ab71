// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Moves between lanes and between registers.

#include "execution/executor.hpp"

#include "isa/arithmetic.hpp"

namespace hip_emulator {
void executor::do_crosslane(wave_state& w, const instruction& o, int ws, uint64_t ex) {
  uint32_t src[64], out[64];
  const uint32_t* data = w.v + o.vdata * ws;
  const uint32_t* addresses = w.v + o.vaddr * ws;
  uint32_t* regs = w.v + o.vdst * ws;
  memcpy(src, o.code == opcode::swizzle ? addresses : data, 4u * unsigned(ws));
  memset(out, 0, sizeof out);
  uint32_t off = uint32_t(o.offset);
  if (o.code == opcode::permute) {
    for (int l = 0; l < ws; ++l)
      if (ex >> l & 1) out[((addresses[l] + off) / 4) % unsigned(ws)] = src[l];
  } else if (o.code != opcode::swizzle) {
    for (int l = 0; l < ws; ++l) {
      unsigned k = ((addresses[l] + off) / 4) % unsigned(ws);
      out[l] = o.code == opcode::bpermute_fi || (ex >> k & 1) ? src[k] : 0;
    }
  } else
    for (int l = 0; l < ws; ++l) {
      int k;
      if ((off & 0xe000) == 0xe000) fault("ds_swizzle FFT mode");
      if ((off & 0xe000) == 0xc000) {
        int rot = int(off >> 5 & 31), msk = int(off & 31), b = l & 31;
        int j = (b & msk) | ((off >> 10 & 1 ? b - rot : b + rot) & ~msk & 31);
        k = (l & ~31) | j;
      } else if (off & 0x8000)
        k = (l & ~3) | int(off >> (2 * (l & 3)) & 3);
      else {
        int j = l & 31;
        j = ((j & int(off & 31)) | int(off >> 5 & 31)) ^ int(off >> 10 & 31);
        k = (l & ~31) | j;
      }
      out[l] = ex >> k & 1 ? src[k] : 0;
    }
  for (int l = 0; l < ws; ++l)
    if (ex >> l & 1) regs[l] = out[l];
}

void executor::do_permlane(wave_state& w, const instruction& o, int ws, uint64_t ex) {
  uint32_t src[64];
  memcpy(src, w.v + o.vaddr * ws, 4u * unsigned(ws));
  uint64_t sel = o.offen ? 0 : sread(w, o.s[1], false) | sread(w, o.s[2], false) << 32;
  uint32_t selv[64];
  for (int l = 0; l < ws; ++l)
    selv[l] = o.offen ? w.v[o.s[1].reg * ws + l] & 15 : uint32_t(sel >> (4 * (l & 15)) & 15);
  for (int l = 0; l < ws; ++l)
    if (ex >> l & 1) {
      int k = ((l & ~15) ^ (o.sub ? 16 : 0)) | int(selv[l]);
      if ((o.d16 & 1) || (ex >> k & 1))
        w.v[o.vdst * ws + l] = src[k];
      else if (o.d16 & 2)
        w.v[o.vdst * ws + l] = 0;
    }
}

void executor::do_swap(wave_state& w, const instruction& o, int ws,
                       uint64_t ex) {  // v_swap, v_permlane64, v_permlane16_swap, v_permlane32_swap
  uint32_t *a = w.v + o.vdst * ws, *b = w.v + o.vaddr * ws;
  if (o.code == opcode::swap) {
    for (int l = 0; l < ws; ++l)
      if (ex >> l & 1) std::swap(a[l], b[l]);
    return;
  }
  if (o.code == opcode::permlane64) {
    uint32_t t[64];
    memcpy(t, b, 4u * unsigned(ws));
    for (int l = 0; l < ws; ++l)
      if (ex >> l & 1) a[l] = ws == 64 ? t[l ^ 32] : t[l];
    return;
  }
  for (int l = 0; l < ws; ++l)
    if (!(l & o.sub)) {
      int h = l + o.sub;
      if ((ex >> l & 1) && (ex >> h & 1)) std::swap(a[h], b[l]);
    }
}

void executor::do_movrel(wave_state& w, const instruction& o, int ws, uint64_t ex) {
  int k = int(w.s[reg_m0]), d = o.vdst + (o.sub & 2 ? k : 0), r = o.s[0].reg + (o.sub & 1 ? k : 0);
  bool v = o.s[0].kind == operand_vector;
  uint32_t x = v ? 0 : uint32_t(sread(w, o.s[0], false));
  if (d < 0 || d > 255 || r < 0 || r > 255)
    fault("indexed access to vector register %d", d < 0 || d > 255 ? d : r);
  for (int l = 0; l < ws; ++l)
    if (ex >> l & 1) w.v[d * ws + l] = v ? w.v[r * ws + l] : x;
}

void executor::do_valu(wave_state& w, instruction& o, int ws, uint64_t ex) {
  if (__builtin_expect(!w.idx_on, 1)) {
    valu(w, o, ws, ex);
    return;
  }
  int k = int(w.s[reg_m0] & 255), m = int(w.s[reg_m0] >> 12 & 15);
  int d = o.vdst;
  i16 r[3] = {o.s[0].reg, o.s[1].reg, o.s[2].reg};
  for (int i = 0; i < 3; ++i)
    if ((m >> i & 1) && o.s[i].kind == operand_vector) o.s[i].reg = i16(r[i] + k);
  if ((m & 8) && d >= 0) o.vdst = d + k;
  valu(w, o, ws, ex);
  o.vdst = d;
  for (int i = 0; i < 3; ++i) o.s[i].reg = r[i];
}
}  // namespace hip_emulator
