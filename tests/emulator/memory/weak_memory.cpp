// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Weak memory: launches, the time that passes, and single instructions.

#include "memory/weak_memory.hpp"

namespace hip_emulator {
void weak_memory::begin(chip_family family, const std::string& gfx, int wave, bool wgp_mode,
                        int mode) {
  if (!rng_) rng_ = 0x9e3779b97f4a7c15ull * u64(std::max(1l, env_int("HIP_EMU_SEED", 1))) | 1;
  bool gfx940 = family == gfx9 &&
                (gfx.compare(0, 5, "gfx94") == 0 || gfx == "gfx950" || gfx == "gfx9-4-generic");
  family_ = family;
  wave_size_ = wave;
  has_gl1_ = family == gfx10 || family == gfx11;
  split_ = family >= gfx10 && wgp_mode;
  letter_ = mode > 1;
  int xcds = gfx940 ? int(std::max(1l, env_int("HIP_EMU_XCDS", 2))) : 1;
  many_l2_ = xcds > 1;
  salt_ = rng_;
  int n = int(std::max(1l, env_int("HIP_EMU_CUS", 4)));
  units_.clear();
  gl1_.assign(has_gl1_ ? 2 : 0, cache_level());
  l2_.assign(many_l2_ ? size_t(xcds) : 0, cache_level());
  for (int i = 0; i < (family >= gfx10 ? 2 : 1) * n; ++i) {
    units_.push_back(std::make_unique<compute_unit>());
    auto& u = *units_.back();
    u.l0.make(256);
    int k = family >= gfx10 ? i / 2 : i;
    u.sa = k % 2;
    u.xcd = k % xcds;
  }
  for (auto& c : gl1_) c.make(512);
  for (auto& c : l2_) c.make(1024);
}

void weak_memory::place(workgroup& g) {  // chooses the compute units of a workgroup
  u32 n = u32(units_.size());
  if (family_ < gfx10) {
    int k = int(rnd(n));
    for (auto& w : g.w) w.cu = k;
    return;
  }
  int k = 2 * int(rnd(n / 2)), c = int(rnd(2));
  for (auto& w : g.w) w.cu = k + (split_ ? int(rnd(2)) : c);
}

void weak_memory::finish() {
  for (auto& u : units_)
    while (!u->active.empty()) perform_first(*u, u->active[rnd(u32(u->active.size()))]->head);
  for (auto& u : units_) u->wbs.clear();
  for (auto& c : l2_) write_back_all(c);
  drop();
}

void weak_memory::drop() {
  units_.clear();
  gl1_.clear();
  l2_.clear();
  pages_.clear();
  free_ = nullptr;
  chunks_.clear();
  free_chunks_.clear();
  recs_.clear();
  free_recs_.clear();
  tmp_.clear();
}

void weak_memory::tick(const wave_state& w) {
  if ((++ticks_ & 0x3fff) == 0) salt_ = rng_;
  compute_unit& u = *units_[size_t(w.cu)];
  size_t n = u.active.size();
  if (n) {
    u32 m = rnd(8);
    m = m < 4 ? 0 : m < 7 ? rnd(3) : rnd(u32(n)) + 1;
    if (n > 4096) m = u32(n) / 2;
    while (m-- && !u.active.empty()) {
      access_queue* k = u.active[rnd(u32(u.active.size()))];
      if (n > 4096 || ((k->key ^ salt_) * 0xd6e8feb86659fd93ull >> 61) || !rnd(64))
        perform_first(u, k->head);
    }
  }
  if (!u.wbs.empty() && !rnd(8)) perform_wb(u, u.wbs[rnd(u32(u.wbs.size()))]);
  if (many_l2_ && !rnd(8)) {
    cache_level& c = l2_[size_t(u.xcd)];
    for (int i = 0; i < 8; ++i) {
      cache_line& x = c.l[rnd(u32(c.l.size()))];
      if (x.tag) write_back(c, x, ~byte_mask(0));
    }
  }
}

void weak_memory::open(wave_state& w, const instruction& o) {
  kind_ = o.code == opcode::load    ? access_load
          : o.code == opcode::store ? access_store
                                    : access_atomic;
  now_ = kind_ == access_store           ? !rnd(4)
         : kind_ == access_load || o.rtn ? rnd(4) != 0
                                         : rnd(2) != 0;
  cur_ = record(w);
  cur_->left = 1;  // until it is closed
  if (kind_ == access_load || o.rtn) {
    in_order(w, o);
    cur_->d0 = o.vdst;
    cur_->d1 = o.vdst + (o.bytes + 3) / 4;
  }
}

void weak_memory::in_order(wave_state& w, const instruction& o) {
  int d0 = o.vdst, d1 = o.vdst + (o.bytes + 3) / 4;
  for (memory_operation* r : w.vm)
    if (r->left && r->d0 < d1 && d0 < r->d1) force(r);
}

void weak_memory::load(wave_state& w, const instruction& o, u64 a, u32* reg) {
  compute_unit& u = *units_[size_t(w.cu)];
  u64 key = a & ~(chunk_bytes - 1);
  (void)*(volatile u8*)a;
  if (((a + o.bytes - 1) & ~(chunk_bytes - 1)) != key) {  // not within one chunk
    settle_chunk(u, key);
    settle_chunk(u, key + chunk_bytes);
    u8 b[16];
    unsigned n = unsigned(key + chunk_bytes - a);
    read(u, a, b, n, o.pol);
    read(u, a + n, b + n, o.bytes - n, o.pol);
    to_register(o, reg, b);
    return;
  }
  if (now_ && !find(u, key)) {
    u8 b[16];
    read(u, a, b, o.bytes, o.pol);
    to_register(o, reg, b);
    return;
  }
  lane_access* e = entry(u, cur_, access_load, o, a, o.bytes);
  e->reg = reg;
  if (now_) settle(u, e);
}

void weak_memory::store(wave_state& w, const instruction& o, u64 a, const u8* data) {
  compute_unit& u = *units_[size_t(w.cu)];
  unsigned n = o.bytes;
  (void)*(volatile u8*)a;
  while (n) {
    u64 key = a & ~(chunk_bytes - 1);
    unsigned k = unsigned(std::min<u64>(n, key + chunk_bytes - a));
    if (now_ && !find(u, key))
      write(u, a, data, k, o.pol);
    else {
      lane_access* e = entry(u, cur_, access_store, o, a, k);
      memcpy(e->data, data, k);
      if (now_) settle(u, e);
    }
    a += k;
    data += k;
    n -= k;
  }
}

void weak_memory::atomic(wave_state& w, const instruction& o, u64 a, u64 d, u64 c, u32* reg) {
  compute_unit& u = *units_[size_t(w.cu)];
  (void)*(volatile u8*)a;
  if (now_ && !find(u, a & ~(chunk_bytes - 1))) {
    do_update(u, o, a, d, c, reg);
    return;
  }
  lane_access* e = entry(u, cur_, access_atomic, o, a, o.bytes);
  memcpy(e->data, &d, 8);
  e->cmp = c;
  e->reg = reg;
  if (now_) settle(u, e);
}

void weak_memory::close(wave_state& w, const instruction& o) {
  if (--cur_->left == 0) recycle(cur_);
  file(counter(w, kind_, o), cur_);
  cur_ = nullptr;
}

void weak_memory::count(wave_state& w, const instruction& o) {
  auto& l = counter(w,
                    o.code == opcode::load    ? access_load
                    : o.code == opcode::store ? access_store
                                              : access_atomic,
                    o);
  pop(l);
  if (!l.empty()) file(l, record(w));
}

bool weak_memory::wait(wave_state& w, u32 vm, u32 vs) {
  for (int i = 0; i < 2; ++i) {
    auto& l = i ? w.vs : w.vm;
    u32 n = i ? vs : vm;
    pop(l);
    while (l.size() > n) {
      if (!rnd(3)) {
        tick(w);
        return false;
      }
      u32 k = rnd(u32(l.size() - n));
      force_if(l[k]);
      pop(l);
    }
  }
  return true;
}

void weak_memory::cache(wave_state& w, const instruction& o) {
  compute_unit& u = *units_[size_t(w.cu)];
  int c = o.sub;
  if (c & cache_inv_l0) u.l0.clear();
  if ((c & cache_inv_l1) && has_gl1_) gl1_[size_t(u.sa)].clear();
  if ((c & cache_inv_l2) && many_l2_) invalidate_clean(l2_[size_t(u.xcd)]);
  if ((c & cache_wb_l2) && many_l2_ && !letter_) write_back_now(u, w);
  if ((c & cache_wb_l2) && many_l2_ && letter_) {
    memory_operation* r = record(w);
    r->left = 1;
    r->wb = true;
    u.wbs.push_back(r);
    file(w.vm, r);
  }
  if (c & cache_loadcnt) {
    pop(w.vm);
    if (!w.vm.empty()) file(w.vm, record(w));
  }
  if (c & cache_storecnt) {
    pop(w.vs);
    if (!w.vs.empty()) file(w.vs, record(w));
  }
}
}  // namespace hip_emulator
