// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Accesses to memory.

#include "execution/executor.hpp"

#include "memory/atomics.hpp"

namespace hip_emulator {
uint8_t* executor::lane_ptr(wave_state& w, const instruction& o, int lane, int ws, unsigned n) {
  const instruction& p = o;
  auto vector_reg = [&](int r) -> uint32_t { return w.v[r * ws + lane]; };
  switch (p.space) {
    case space_lds:
      return lds_ptr(w, uint32_t(vector_reg(o.vaddr) + uint32_t(o.offset)), n);
    case space_scratch: {
      uint32_t a = uint32_t(o.offset);
      if (p.sve) a += vector_reg(o.vaddr);
      if (o.saddr >= 0) a += w.s[o.saddr];
      return scratch_ptr(w, lane, a, n);
    }
    case space_buffer: {
      uint64_t base = w.s64(o.srsrc) & 0xffffffffffffull;
      uint32_t soff = uint32_t(sread(w, o.s[3], false)), vo = p.offen ? vector_reg(o.vaddr) : 0;
      if (base == private_resource)
        return scratch_ptr(w, lane, uint32_t(o.offset) + vo + soff / uint32_t(ws), n);
      return glob_ptr(base + uint64_t(o.offset) + vo + soff);
    }
    case space_global: {
      uint64_t a = uint64_t(o.offset);
      if (o.saddr >= 0)
        a += w.s64(o.saddr) + vector_reg(o.vaddr);
      else
        a += uint64_t(vector_reg(o.vaddr)) | uint64_t(vector_reg(o.vaddr + 1)) << 32;
      return glob_ptr(a);
    }
    default: {
      uint64_t a = (uint64_t(vector_reg(o.vaddr)) | uint64_t(vector_reg(o.vaddr + 1)) << 32) +
                   uint64_t(o.offset),
               hi = a >> 32;
      if (hi == w.g->window) return lds_ptr(w, uint32_t(a), n);
      if (hi == private_window) return scratch_ptr(w, lane, uint32_t(a), n);
      if (hi >= lds_window && hi < private_window)
        fault("generic access to the LDS of another workgroup (0x%llx)", (unsigned long long)a);
      return glob_ptr(a);
    }
  }
}

void executor::do_load(wave_state& w, const instruction& o, int ws, uint64_t ex) {
  const instruction& p = o;
  uint32_t* regs = w.v;
  for (int l = 0; l < ws; ++l)
    if (ex >> l & 1) {
      uint8_t* m = lane_ptr(w, o, l, ws, p.bytes);
      uint32_t* d = regs + o.vdst * ws + l;
      if (p.bytes < 4) {
        uint32_t x;
        if (p.bytes == 1) {
          uint8_t b = __atomic_load_n(m, __ATOMIC_RELAXED);
          x = p.sx ? uint32_t(int8_t(b)) : b;
        } else {
          uint16_t b;
          if ((uintptr_t(m) & 1) == 0)
            b = __atomic_load_n((uint16_t*)m, __ATOMIC_RELAXED);
          else
            memcpy(&b, m, 2);
          x = p.sx ? uint32_t(int16_t(b)) : b;
        }
        *d = p.d16 == 0   ? x
             : p.d16 == 1 ? ((*d & 0xffff0000u) | (x & 0xffff))
                          : ((*d & 0xffff) | x << 16);
      } else if (p.bytes == 8 && (uintptr_t(m) & 7) == 0) {
        uint64_t x = __atomic_load_n((uint64_t*)m, __ATOMIC_RELAXED);
        d[0] = uint32_t(x);
        d[ws] = uint32_t(x >> 32);
      } else {
        uint32_t t[4];
        for (int i = 0; i < p.bytes / 4; ++i) memcpy(&t[i], m + 4 * i, 4);
        for (int i = 0; i < p.bytes / 4; ++i) d[i * ws] = t[i];
      }
    }
}

void executor::put(uint8_t* m, const uint32_t* s, int ws, int nbytes) {
  if (nbytes == 8 && (uintptr_t(m) & 7) == 0) {
    __atomic_store_n((uint64_t*)m, uint64_t(s[0]) | uint64_t(s[ws]) << 32, __ATOMIC_RELAXED);
    return;
  }
  for (int i = 0; i < nbytes / 4; ++i) {
    if ((uintptr_t(m) & 3) == 0)
      __atomic_store_n((uint32_t*)(m + 4 * i), s[i * ws], __ATOMIC_RELAXED);
    else
      memcpy(m + 4 * i, &s[i * ws], 4);
  }
}

void executor::do_store(wave_state& w, const instruction& o, int ws, uint64_t ex) {
  const instruction& p = o;
  uint32_t* regs = w.v;
  for (int l = 0; l < ws; ++l)
    if (ex >> l & 1) {
      uint8_t* m = lane_ptr(w, o, l, ws, p.bytes);
      const uint32_t* s = regs + o.vdata * ws + l;
      uint32_t x = p.d16 == 2 ? *s >> 16 : *s;
      if (p.bytes == 1)
        __atomic_store_n(m, uint8_t(x), __ATOMIC_RELAXED);
      else if (p.bytes == 2) {
        uint16_t h = uint16_t(x);
        if ((uintptr_t(m) & 1) == 0)
          __atomic_store_n((uint16_t*)m, h, __ATOMIC_RELAXED);
        else
          memcpy(m, &h, 2);
      } else
        put(m, s, ws, p.bytes);
    }
}

void executor::do_two(wave_state& w, const instruction& o, int ws, uint64_t ex, bool store) {
  const instruction& p = o;
  uint32_t* regs = w.v;
  uint32_t unit = p.bytes * (p.st64 ? 64u : 1u);
  for (int l = 0; l < ws; ++l)
    if (ex >> l & 1) {
      uint32_t a = w.v[o.vaddr * ws + l];
      uint8_t *m0 = lds_ptr(w, a + o.off0 * unit, p.bytes),
              *m1 = lds_ptr(w, a + o.off1 * unit, p.bytes);
      if (store) {
        put(m0, regs + o.vdata * ws + l, ws, p.bytes);
        put(m1, regs + o.vdata1 * ws + l, ws, p.bytes);
      } else {
        uint32_t t[4];
        int n = p.bytes / 4;
        memcpy(t, m0, p.bytes);
        memcpy(t + n, m1, p.bytes);
        for (int i = 0; i < 2 * n; ++i) regs[(o.vdst + i) * ws + l] = t[i];
      }
    }
}

void executor::do_atomics(wave_state& w, const instruction& o, int ws, uint64_t ex) {
  const instruction& p = o;
  uint32_t* regs = w.v;
  ++p.stat->runs;
  p.stat->lanes += uint64_t(__builtin_popcountll(ex));
  bool cas = p.atom == atomic_cmpswap || p.atom == atomic_fcmpswap || p.atom == atomic_mskor ||
             p.atom == atomic_wrap;
  bool down = random_ && rnd(2);
  int rot = random_ ? int(rnd(uint32_t(ws))) : 0;
  for (int i = 0; i < ws; ++i) {
    int l = (i + rot) % ws;
    if (down) l = ws - 1 - l;
    if (!(ex >> l & 1)) continue;
    uint8_t* m = lane_ptr(w, o, l, ws, p.bytes);
    if (uintptr_t(m) % p.bytes) fault("misaligned %u-byte atomic at %p", p.bytes, (void*)m);
    auto rd = [&](int r) -> uint64_t {
      return p.bytes == 8 ? uint64_t(regs[r * ws + l]) | uint64_t(regs[(r + 1) * ws + l]) << 32
                          : regs[r * ws + l];
    };
    uint64_t d = rd(o.vdata), c = 0, r;
    if (cas) {
      if (p.space != space_lds)
        c = rd(o.vdata + p.bytes / 4);
      else {
        c = rd(o.vdata1);
        if (p.layout == 1) std::swap(c, d);
      }
    }
    r = memory_atomic(p.atom, p.bytes, m, d, c);
    if (p.rtn) {
      regs[o.vdst * ws + l] = uint32_t(r);
      if (p.bytes == 8) regs[(o.vdst + 1) * ws + l] = uint32_t(r >> 32);
    }
  }
}

void executor::weak_access(wave_state& w, const instruction& o, int ws, uint64_t ex) {
  auto plain = [&](uint64_t lanes) {
    if (o.code == opcode::load)
      do_load(w, o, ws, lanes);
    else if (o.code == opcode::store)
      do_store(w, o, ws, lanes);
    else
      do_atomics(w, o, ws, lanes);
  };
  if (o.space == space_lds) {
    plain(ex);
    return;
  }
  if (o.space == space_scratch ||
      (o.space == space_buffer && (w.s64(o.srsrc) & 0xffffffffffffull) == private_resource)) {
    if (o.code == opcode::load) weak_.in_order(w, o);
    plain(ex);
    weak_.count(w, o);
    return;
  }
  const instruction& p = o;
  uint32_t* regs = w.v;
  bool cas = p.atom == atomic_cmpswap || p.atom == atomic_fcmpswap || p.atom == atomic_mskor ||
             p.atom == atomic_wrap;
  uint64_t near = 0;
  if (o.code == opcode::atomic) {
    ++p.stat->runs;
    p.stat->lanes += uint64_t(__builtin_popcountll(ex));
  }
  bool down = o.code == opcode::atomic && rnd(2);
  int rot = o.code == opcode::atomic ? int(rnd(uint32_t(ws))) : 0;
  weak_.open(w, o);
  for (int i = 0; i < ws; ++i) {
    int l = (i + rot) % ws;
    if (down) l = ws - 1 - l;
    if (!(ex >> l & 1)) continue;
    uint8_t* m = lane_ptr(w, o, l, ws, p.bytes);
    uint64_t a = uint64_t(m);
    if (o.space == space_flat &&
        ((m >= w.g->lds && m < w.g->lds + w.g->lds_bytes) ||
         (stride_ && m >= w.scratch && m < w.scratch + size_t(stride_) * unsigned(ws)))) {
      near |= 1ull << l;
      continue;
    }
    if (o.code == opcode::load)
      weak_.load(w, o, a, regs + o.vdst * ws + l);
    else if (o.code == opcode::store) {
      uint8_t b[16];
      const uint32_t* s = regs + o.vdata * ws + l;
      uint32_t x = p.d16 == 2 ? *s >> 16 : *s;
      if (p.bytes < 4)
        memcpy(b, &x, 4);
      else
        for (int k = 0; k < p.bytes / 4; ++k) memcpy(b + 4 * k, &s[k * ws], 4);
      weak_.store(w, o, a, b);
    } else {
      if (a % p.bytes) fault("misaligned %u-byte atomic at %p", p.bytes, (void*)m);
      auto rd = [&](int r) -> uint64_t {
        return p.bytes == 8 ? uint64_t(regs[r * ws + l]) | uint64_t(regs[(r + 1) * ws + l]) << 32
                            : regs[r * ws + l];
      };
      weak_.atomic(w, o, a, rd(o.vdata), cas ? rd(o.vdata + p.bytes / 4) : 0,
                   regs + o.vdst * ws + l);
    }
  }
  weak_.close(w, o);
  if (near) plain(near);
}
}  // namespace hip_emulator
