// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Weak memory: the queues of accesses that are not performed yet.

#include "memory/weak_memory.hpp"

namespace hip_emulator {
weak_memory::access_queue* weak_memory::find(compute_unit& u, u64 key) {
  if (u.active.empty()) return nullptr;
  access_queue* k = u.bucket[slot(key)];
  while (k && k->key != key) k = k->link;
  return k;
}

weak_memory::access_queue* weak_memory::chunk(compute_unit& u, u64 key) {
  if (access_queue* k = find(u, key)) return k;
  if (free_chunks_.empty()) {
    chunks_.push_back(std::make_unique<access_queue>());
    free_chunks_.push_back(chunks_.back().get());
  }
  access_queue* k = free_chunks_.back();
  free_chunks_.pop_back();
  access_queue*& b = u.bucket[slot(key)];
  *k = {key, b, nullptr, nullptr, u32(u.active.size())};
  b = k;
  u.active.push_back(k);
  return k;
}

void weak_memory::unlink(compute_unit& u, lane_access* e) {
  access_queue* k = e->chunk;
  (e->prev ? e->prev->next : k->head) = e->next;
  (e->next ? e->next->prev : k->tail) = e->prev;
  e->chunk = nullptr;
  if (!k->head) {
    access_queue** p = &u.bucket[slot(k->key)];
    while (*p != k) p = &(*p)->link;
    *p = k->link;
    u.active.back()->at = k->at;
    u.active[k->at] = u.active.back();
    u.active.pop_back();
    free_chunks_.push_back(k);
  }
  memory_operation* r = e->rec;
  if (--r->left == 0) recycle(r);
}

void weak_memory::recycle(memory_operation* r) {
  for (lane_access* x = static_cast<lane_access*>(r->first); x;) {
    lane_access* n = x->more;
    x->more = free_;
    free_ = x;
    x = n;
  }
  r->first = nullptr;
}

weak_memory::lane_access* weak_memory::entry(compute_unit& u, memory_operation* r, access_kind kind,
                                             const instruction& o, u64 a, unsigned n) {
  if (!free_) {
    pages_.emplace_back(new lane_access[1024]);
    for (int i = 0; i < 1024; ++i) {
      pages_.back()[i].more = free_;
      free_ = &pages_.back()[i];
    }
  }
  lane_access* e = free_;
  free_ = e->more;
  access_queue* k = chunk(u, a & ~(chunk_bytes - 1));
  e->prev = k->tail;
  e->next = nullptr;
  (k->tail ? k->tail->next : k->head) = e;
  k->tail = e;
  e->chunk = k;
  e->rec = r;
  e->more = static_cast<lane_access*>(r->first);
  r->first = e;
  ++r->left;
  e->op = &o;
  e->addr = a;
  e->n = u8(n);
  e->kind = kind;
  e->through = false;
  return e;
}

void weak_memory::to_register(const instruction& p, u32* d, const u8* m) {
  if (p.bytes < 4) {
    u32 x;
    if (p.bytes == 1)
      x = p.sx ? u32(i8(*m)) : *m;
    else {
      u16 h;
      memcpy(&h, m, 2);
      x = p.sx ? u32(i16(h)) : h;
    }
    *d = p.d16 == 0   ? x
         : p.d16 == 1 ? ((*d & 0xffff0000u) | (x & 0xffff))
                      : ((*d & 0xffff) | x << 16);
  } else
    for (int i = 0; i < p.bytes / 4; ++i) memcpy(&d[i * wave_size_], m + 4 * i, 4);
}

void weak_memory::do_update(compute_unit& u, const instruction& o, u64 a, u64 d, u64 c, u32* reg) {
  u64 r = update(u, o, a, d, c);
  if (o.rtn) {
    reg[0] = u32(r);
    if (o.bytes == 8) reg[wave_size_] = u32(r >> 32);
  }
}

void weak_memory::perform_load(compute_unit& u, lane_access* e) {
  u8 b[16];
  read(u, e->addr, b, e->n, e->op->pol);
  for (lane_access* p = e->chunk->head; p != e; p = p->next)
    if (p->kind == access_store) {
      u64 lo = std::max(p->addr, e->addr), hi = std::min(p->addr + p->n, e->addr + e->n);
      if (lo < hi) memcpy(b + (lo - e->addr), p->data + (lo - p->addr), hi - lo);
    }
  to_register(*e->op, e->reg, b);
  unlink(u, e);
}

void weak_memory::perform_first(compute_unit& u, lane_access* e) {  // the first one of its queue
  if (e->kind == access_load) {
    perform_load(u, e);
    return;
  }
  if (e->kind == access_store)
    write(u, e->addr, e->data, e->n, e->through ? 3 : e->op->pol);
  else {
    u64 d;
    memcpy(&d, e->data, 8);
    do_update(u, *e->op, e->addr, d, e->cmp, e->reg);
  }
  unlink(u, e);
}

void weak_memory::settle(
    compute_unit& u,
    lane_access* e) {  // performs an entry, and before it what has to be before it
  access_queue* k = e->chunk;
  if (e->kind != access_load) {
    while (k->head != e) perform_first(u, k->head);
    perform_first(u, e);
    return;
  }
  lane_access* stop = e->prev;
  while (stop && !(stop->kind == access_atomic || (stop->kind == access_store && e->op->pol)))
    stop = stop->prev;
  if (stop)
    for (bool more = true; more;) {
      more = k->head != stop;
      perform_first(u, k->head);
    }
  for (lane_access* p = k->head; p != e;) {
    lane_access* n = p->next;
    if (p->kind == access_load) perform_load(u, p);
    p = n;
  }
  perform_load(u, e);
}

void weak_memory::settle_chunk(compute_unit& u, u64 key) {
  if (access_queue* k = find(u, key)) {
    lane_access* last = k->tail;
    while (last->chunk) perform_first(u, k->head);
  }
}

void weak_memory::write_back_now(compute_unit& u, const wave_state& w) {
  std::vector<u64> keys;
  for (access_queue* k : u.active) keys.push_back(k->key);
  for (u64 key : keys)
    if (access_queue* k = find(u, key)) {
      lane_access* e = k->tail;
      while (e && e->rec->w == &w) {
        e->through = true;
        e = e->prev;
      }
      if (e) {
        while (k->head != e) perform_first(u, k->head);
        perform_first(u, e);
      }
    }
  write_back_all(l2_[size_t(u.xcd)]);
}

void weak_memory::perform_wb(compute_unit& u, memory_operation* r) {
  std::vector<u64> keys;
  for (access_queue* k : u.active) keys.push_back(k->key);
  for (u64 key : keys)
    if (access_queue* k = find(u, key)) {
      lane_access* e = k->tail;
      while (e && !(e->rec->seq < r->seq && e->rec->w == r->w)) e = e->prev;
      if (e) {
        while (k->head != e) perform_first(u, k->head);
        perform_first(u, e);
      }
    }
  write_back_all(l2_[size_t(u.xcd)]);
  r->left = 0;
  u.wbs.erase(std::find(u.wbs.begin(), u.wbs.end(), r));
}

void weak_memory::force(memory_operation* r) {
  compute_unit& u = *units_[size_t(r->cu)];
  if (r->wb) {
    perform_wb(u, r);
    return;
  }
  size_t n0 = tmp_.size();
  for (lane_access* e = static_cast<lane_access*>(r->first); e; e = e->more)
    if (e->chunk) tmp_.push_back(e);
  for (size_t i = tmp_.size(); i > n0 + 1; --i) std::swap(tmp_[i - 1], tmp_[n0 + rnd(u32(i - n0))]);
  while (tmp_.size() > n0) {
    lane_access* e = tmp_.back();
    tmp_.pop_back();
    if (e->chunk) settle(u, e);
  }
}

memory_operation* weak_memory::record(wave_state& w) {
  if (free_recs_.empty()) {
    recs_.push_back(std::make_unique<memory_operation>());
    free_recs_.push_back(recs_.back().get());
  }
  memory_operation* r = free_recs_.back();
  free_recs_.pop_back();
  *r = memory_operation();
  r->w = &w;
  r->cu = w.cu;
  r->seq = ++seq_;
  return r;
}

void weak_memory::pop(std::vector<memory_operation*>& l) {
  size_t k = 0;
  while (k < l.size() && !l[k]->left) free_recs_.push_back(l[k++]);
  if (k) l.erase(l.begin(), l.begin() + long(k));
}

std::vector<memory_operation*>& weak_memory::counter(wave_state& w, access_kind k,
                                                     const instruction& o) {
  return family_ >= gfx10 && (k == access_store || (k == access_atomic && !o.rtn)) ? w.vs : w.vm;
}

void weak_memory::file(std::vector<memory_operation*>& l, memory_operation* r) {
  pop(l);
  if (!r->left && l.empty()) {
    free_recs_.push_back(r);
    return;
  }
  l.push_back(r);
  if (l.size() > 60) {
    force_if(l.front());
    pop(l);
  }
}

void weak_memory::force_if(memory_operation* r) {
  if (r->left) force(r);
}
}  // namespace hip_emulator
