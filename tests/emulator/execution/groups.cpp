// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Workgroups and the initial state of their waves.

#include "execution/executor.hpp"

#include <sys/mman.h>

namespace hip_emulator {
void executor::init_wave(wave_state& w, int first, int total) {
  const int ws = launch_->wave;
  const auto& b = launch_->block;
  workgroup& g = *w.g;
  uint32_t fill = uint32_t(env_int("HIP_EMU_POISON", 0));
  if (fill) {
    for (int i = 0; i < 128; ++i) w.s[i] = fill;
    for (int i = 0; i < vector_registers * ws; ++i) w.v[i] = fill;
  } else {
    memset(w.s, 0, 4 * scalar_registers);
    const unsigned n =
        std::min(256u, ((launch_->rsrc1 & 63) + 1) *
                           8);  // what the kernel allocates (rounded up), and as many AGPRs
    memset(w.v, 0, 4u * n * unsigned(ws));
    if (launch_->prog->family == gfx9) memset(w.v + 256 * ws, 0, 4u * n * unsigned(ws));
  }
  w.s[reg_scc] = 0;
  w.idx_on = false;
  w.mxcsr0 = mxcsr0_;
  w.lanes = std::min(ws, total - first);
  w.done = w.waiting = false;
  w.retired = 0;
  w.mode = launch_->rsrc1 >> 12 & 0xff;
  uint64_t ex = w.lanes == 64 ? ~0ull : (1ull << w.lanes) - 1;
  w.s[reg_exec] = uint32_t(ex);
  w.s[reg_exec + 1] = uint32_t(ex >> 32);
  w.pc(launch_->entry);
  int r = 0;
  auto u64 = [&](uint64_t x) {
    w.s[r++] = uint32_t(x);
    w.s[r++] = uint32_t(x >> 32);
  };
  static uint64_t fake_queue[64];
  uint16_t pr = launch_->props;
  if (pr & 1) {
    u64(private_resource);
    u64(0);
  }
  if (pr & 2) u64(launch_->dispatch_packet);
  if (pr & 4) u64(uint64_t(fake_queue));
  if (pr & 8) u64(launch_->kernarg);
  if (pr & 16) u64(1);
  if (pr & 32) u64(0);  // flat_scratch init: the window alone addresses scratch
  if (pr & 64) w.s[r++] = stride_;
  r = int(launch_->rsrc2 >> 1 & (launch_->prog->family == gfx12 ? 63 : 31));
  if (launch_->prog->family == gfx12) {
    w.s[108 + 9] = g.id[0];
    w.s[108 + 7] = (g.id[1] & 0xffff) | g.id[2] << 16;
  } else
    for (int i = 0; i < 3; ++i)
      if (launch_->rsrc2 >> (7 + i) & 1) w.s[r++] = g.id[i];
  if (launch_->rsrc2 >> 10 & 1) w.s[r++] = 0;
  if (launch_->rsrc2 & 1 &&
      (launch_->prog->family == gfx10 || launch_->gfx == "gfx90a" || launch_->gfx == "gfx906" ||
       launch_->gfx == "gfx908" || launch_->gfx == "gfx900"))
    w.s[r++] = 0;  // private segment wave offset
  const bool packed = launch_->prog->family >= gfx11 || launch_->gfx == "gfx90a" ||
                      (launch_->prog->family == gfx9 && launch_->gfx.compare(0, 5, "gfx94") == 0) ||
                      launch_->gfx == "gfx950" ||
                      launch_->gfx == "gfx9-4-generic";  // the three thread indices share v0
  for (int l = 0; l < w.lanes; ++l) {
    uint32_t t = uint32_t(first + l), x = t % b[0], y = t / b[0] % b[1], z = t / (b[0] * b[1]);
    if (packed)
      w.v[l] = x | y << 10 | z << 20;
    else {
      w.v[l] = x;
      if (launch_->rsrc2 >> 11 & 3) w.v[ws + l] = y;
      if (launch_->rsrc2 >> 12 & 1) w.v[2 * ws + l] = z;
    }
  }
}

void executor::start_group(workgroup& g, uint64_t index) {
  const auto& n = launch_->grid;
  g.id[0] = uint32_t(index % n[0]);
  g.id[1] = uint32_t(index / n[0] % n[1]);
  g.id[2] = uint32_t(index / (uint64_t(n[0]) * n[1]));
  int total = int(launch_->block[0] * launch_->block[1] * launch_->block[2]);
  g.live = int(g.w.size());
  g.arrived = 0;
  g.phase = 0;
  g.active = true;
  if (g.lds_bytes) memset(g.lds, int(env_int("HIP_EMU_POISON", 0) & 255), g.lds_bytes);
  for (size_t i = 0; i < g.w.size(); ++i) init_wave(g.w[i], int(i) * launch_->wave, total);
  if (weak_mode_) weak_.place(g);
}

std::unique_ptr<workgroup> executor::make_group(int nwaves) {
  auto g = std::make_unique<workgroup>();
  const int ws = launch_->wave;
  g->w.resize(size_t(nwaves));
  g->lds_bytes = launch_->lds_bytes;
  g->window = lds_window + lds_window_step * next_lds_++;
  size_t lb = std::max<size_t>((launch_->lds_bytes + 4095) & ~4095u, 4096);
  g->lds = (uint8_t*)mmap(nullptr, lb, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (g->lds == MAP_FAILED) fault("out of memory for LDS");
  for (int i = 0; i < nwaves; ++i) {
    wave_state& w = g->w[size_t(i)];
    w.g = g.get();
    w.id = i;
    size_t vb = 4u * (vector_registers + 8) * unsigned(ws);
    auto grab = [&](size_t n) {
      void* q = mmap(nullptr, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (q == MAP_FAILED) fault("out of memory for wave state");
      maps_.emplace_back(q, n);
      return q;
    };
    uint8_t* q = (uint8_t*)grab(4 * scalar_registers + vb);
    w.s = (uint32_t*)q;
    w.v = (uint32_t*)(q + 4 * scalar_registers);
    w.scratch = stride_ ? (uint8_t*)grab(size_t(stride_) * unsigned(ws)) : nullptr;
  }
  maps_.emplace_back(g->lds, lb);
  return g;
}

void executor::drop() {
  for (auto& m : maps_) munmap(m.first, m.second);
  maps_.clear();
  pool_.clear();
  next_lds_ = 0;
}

std::string executor::where() {
  std::string s;
  char b[256];
  int k = 0;
  for (auto& g : pool_)
    if (g->active)
      for (auto& w : g->w)
        if (!w.done) {
          if (k++ >= 6) {
            s += " ...";
            return s;
          }
          uint64_t off = w.pc() - uint64_t(launch_->prog->mem);
          auto& ops = launch_->prog->ops[launch_->wave == 64];
          instruction* o = off / 4 < ops.size() ? ops[off / 4] : nullptr;
          snprintf(b, sizeof b, "%s block (%u,%u,%u) wave %d at kernel+0x%llx %s%s",
                   k > 1 ? ";" : "", g->id[0], g->id[1], g->id[2], w.id,
                   (unsigned long long)(w.pc() - launch_->entry), o ? o->text.c_str() : "?",
                   w.waiting ? " (waiting at a barrier)" : "");
          s += b;
        }
  return s;
}
}  // namespace hip_emulator
