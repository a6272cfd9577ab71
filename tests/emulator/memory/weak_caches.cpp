// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Weak memory: the memory and the caches before it.

#include "memory/weak_memory.hpp"

namespace hip_emulator {
void weak_memory::put(u64 a, const u8* s, unsigned n) {
  while (n) {
    if (n >= 8 && !(a & 7)) {
      u64 x;
      memcpy(&x, s, 8);
      __atomic_store_n((u64*)a, x, __ATOMIC_RELAXED);
      a += 8;
      s += 8;
      n -= 8;
    } else if (n >= 4 && !(a & 3)) {
      u32 x;
      memcpy(&x, s, 4);
      __atomic_store_n((u32*)a, x, __ATOMIC_RELAXED);
      a += 4;
      s += 4;
      n -= 4;
    } else if (n >= 2 && !(a & 1)) {
      u16 x;
      memcpy(&x, s, 2);
      __atomic_store_n((u16*)a, x, __ATOMIC_RELAXED);
      a += 2;
      s += 2;
      n -= 2;
    } else {
      __atomic_store_n((u8*)a, *s, __ATOMIC_RELAXED);
      ++a;
      ++s;
      --n;
    }
  }
}

void weak_memory::get(u64 a, u8* d, unsigned n) {
  if (n == 8 && !(a & 7)) {
    u64 x = __atomic_load_n((const u64*)a, __ATOMIC_RELAXED);
    memcpy(d, &x, 8);
  } else if (n == 4 && !(a & 3)) {
    u32 x = __atomic_load_n((const u32*)a, __ATOMIC_RELAXED);
    memcpy(d, &x, 4);
  } else
    memcpy(d, (const void*)a, n);
}

weak_memory::byte_mask weak_memory::mask(u64 a, unsigned n) {
  return ((byte_mask(1) << n) - 1) << (a & (line_bytes - 1));
}

void weak_memory::write_back(cache_level& c, cache_line& x, byte_mask which) {
  byte_mask m = x.dirty & which;
  if (!m) return;
  for (unsigned i = 0; i < line_bytes;) {
    if (!(m >> i & 1)) {
      ++i;
      continue;
    }
    unsigned k = i;
    while (k < line_bytes && (m >> k & 1)) ++k;
    put(x.tag + i, x.data + i, k - i);
    i = k;
  }
  x.dirty &= ~m;
  if (!x.dirty) --c.dirty;
}

void weak_memory::write_back_all(cache_level& c) {
  if (c.dirty)
    for (auto& x : c.l)
      if (x.tag && x.dirty) write_back(c, x, ~byte_mask(0));
}

void weak_memory::invalidate_clean(cache_level& c) {
  for (auto& x : c.l)
    if (x.tag) {
      x.valid = x.dirty;
      if (!x.valid) x.tag = 0;
    }
}

weak_memory::cache_line& weak_memory::l2_line(cache_level& c, u64 tag) {
  if (cache_line* x = c.find(tag)) return *x;
  cache_line* s = c.set(tag);
  int k = int(rnd(cache_ways));
  for (int i = 0; i < cache_ways; ++i)
    if (!s[i].tag) k = i;
  cache_line& x = s[k];
  if (x.tag) write_back(c, x, ~byte_mask(0));
  x.tag = tag;
  x.valid = x.dirty = 0;
  return x;
}

void weak_memory::l2_read(compute_unit& u, u64 a, u8* d, unsigned n, int pol) {
  if (!many_l2_) {
    get(a, d, n);
    return;
  }
  cache_level& c = l2_[size_t(u.xcd)];
  u64 tag = a & ~(line_bytes - 1);
  if (pol >= 3) {
    if (cache_line* x = c.find(tag)) {
      byte_mask m = mask(a, n);
      write_back(c, *x, m);
      x->valid &= ~m;
    }
    get(a, d, n);
    return;
  }
  cache_line& x = l2_line(c, tag);
  if (x.valid && !rnd(16)) x.valid = x.dirty;  // evicted in between
  if (~x.valid) {
    u8 t[line_bytes];
    memcpy(t, (const void*)tag, line_bytes);
    for (unsigned i = 0; i < line_bytes; ++i)
      if (!(x.valid >> i & 1)) x.data[i] = t[i];
    x.valid = ~byte_mask(0);
  }
  memcpy(d, x.data + (a - tag), n);
}

void weak_memory::l2_write(compute_unit& u, u64 a, const u8* s, unsigned n, int pol) {
  if (!many_l2_) {
    put(a, s, n);
    return;
  }
  cache_level& c = l2_[size_t(u.xcd)];
  u64 tag = a & ~(line_bytes - 1);
  byte_mask m = mask(a, n);
  if (pol >= 3) {
    if (cache_line* x = c.find(tag)) {
      memcpy(x->data + (a - tag), s, n);
      if (x->dirty) {
        x->dirty &= ~m;
        if (!x->dirty) --c.dirty;
      }
    }
    put(a, s, n);
    return;
  }
  cache_line& x = l2_line(c, tag);
  memcpy(x.data + (a - tag), s, n);
  if (!x.dirty) ++c.dirty;
  x.valid |= m;
  x.dirty |= m;
}

weak_memory::cache_line& weak_memory::victim(cache_level& c, u64 tag, u32 r) {
  cache_line* s = c.set(tag);
  int k = int(r);
  for (int i = 0; i < cache_ways; ++i)
    if (!s[i].tag) k = i;
  return s[k];
}

void weak_memory::gl1_read(compute_unit& u, u64 a, u8* d, unsigned n, int pol) {
  if (!has_gl1_) {
    l2_read(u, a, d, n, pol);
    return;
  }
  cache_level& c = gl1_[size_t(u.sa)];
  u64 tag = a & ~(line_bytes - 1);
  cache_line* x = c.find(tag);
  if (pol >= 2) {
    if (x) x->tag = 0;
    l2_read(u, a, d, n, pol);
    return;
  }
  if (x && !rnd(16)) {
    x->tag = 0;
    x = nullptr;
  }
  if (!x) {
    x = &victim(c, tag, rnd(cache_ways));
    x->tag = 0;
    l2_read(u, tag, x->data, line_bytes, 0);
    x->tag = tag;
  }
  memcpy(d, x->data + (a - tag), n);
}

void weak_memory::read(compute_unit& u, u64 a, u8* d, unsigned n, int pol) {
  u64 tag = a & ~(line_bytes - 1);
  cache_line* x = u.l0.find(tag);
  if (pol) {
    if (x) x->tag = 0;
    gl1_read(u, a, d, n, pol);
    return;
  }
  if (x && !rnd(16)) {
    x->tag = 0;
    x = nullptr;
  }
  if (!x) {
    x = &victim(u.l0, tag, rnd(cache_ways));
    x->tag = 0;
    gl1_read(u, tag, x->data, line_bytes, 0);
    x->tag = tag;
  }
  memcpy(d, x->data + (a - tag), n);
}

void weak_memory::write(compute_unit& u, u64 a, const u8* s, unsigned n, int pol) {
  if (cache_line* x = u.l0.find(a & ~(line_bytes - 1)))
    memcpy(x->data + (a & (line_bytes - 1)), s, n);
  if (has_gl1_) gl1_[size_t(u.sa)].drop(a);
  l2_write(u, a, s, n, pol);
}

u64 weak_memory::update(compute_unit& u, const instruction& o, u64 a, u64 d, u64 c) {
  u.l0.drop(a);
  if (has_gl1_) gl1_[size_t(u.sa)].drop(a);
  if (many_l2_) {
    cache_level& l = l2_[size_t(u.xcd)];
    if (cache_line* x = l.find(a & ~(line_bytes - 1))) {
      byte_mask m = mask(a, o.bytes);
      write_back(l, *x, m);
      x->valid &= ~m;
    }
  }
  return apply(o.atom, o.bytes, (void*)a, d, c);
}
}  // namespace hip_emulator
