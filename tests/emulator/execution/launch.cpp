// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A launch, from its first wave to its last, with the faults of its accesses.

#include "execution/executor.hpp"

#include <csetjmp>
#include <csignal>

#include "memory/atomics.hpp"
#include "memory/fine_grained.hpp"

namespace hip_emulator {
namespace {
struct fault_guard {
  static thread_local sigjmp_buf jb;
  static thread_local volatile int armed;
  static thread_local void* addr;
};
thread_local sigjmp_buf fault_guard::jb;
thread_local volatile int fault_guard::armed = 0;
thread_local void* fault_guard::addr = nullptr;
struct sigaction old_segv, old_bus;
void on_segv(int sig, siginfo_t* si, void*) {
  if (fault_guard::armed) {
    fault_guard::armed = 0;
    fault_guard::addr = si->si_addr;
    siglongjmp(fault_guard::jb, 1);
  }
  sigaction(sig, sig == SIGSEGV ? &old_segv : &old_bus,
            nullptr);  // not ours: the faulting access repeats under the old handler
}

}  // namespace

void executor::stats(FILE* f) {
  for (auto& e : stats_)
    fprintf(f, "hip_emulator: %-46s %10llu instructions %12llu lanes\n", e.first.c_str(),
            (unsigned long long)e.second->runs, (unsigned long long)e.second->lanes);
  fprintf(f, "hip_emulator: %llu wave instructions in %.3f s\n", (unsigned long long)total_insts,
          total_time);
}

std::string executor::launch(const launch_description& d) {
  static bool handlers = false;
  if (!handlers) {
    handlers = true;
    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    sa.sa_sigaction = on_segv;
    sa.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &sa, &old_segv);
    sigaction(SIGBUS, &sa, &old_bus);
  }
  launch_ = &d;
  fine().choose(d.gfx, d.prog->family);
  double t0 = now_s();
  used_ = 0;
  budget_ = uint64_t(env_int("HIP_EMU_MAX_INSTS", 400000000));
  deadline_ = env_int("HIP_EMU_TIMEOUT", 0) ? t0 + double(env_int("HIP_EMU_TIMEOUT", 0)) : 0;
  trace_ = env_int("HIP_EMU_TRACE", 0) != 0;
  long seed = env_int("HIP_EMU_SEED", 0);
  weak_mode_ = int(env_int("HIP_EMU_WEAK", 0));
  if (weak_mode_ && !seed) seed = 1;
  random_ = seed != 0;
  if (random_ && !rng_) rng_ = 0x9e3779b97f4a7c15ull * uint64_t(seed) | 1;
  int quantum = int(env_int("HIP_EMU_QUANTUM", 32));
  mxcsr0_ = _mm_getcsr() & ~0x8040u;
  unsigned csr = _mm_getcsr();
  std::string err;
  uint64_t total = uint64_t(d.grid[0]) * d.grid[1] * d.grid[2];
  int threads = int(d.block[0] * d.block[1] * d.block[2]), nw = (threads + d.wave - 1) / d.wave;
  stride_ = d.scratch_bytes + (d.dynamic_stack ? uint32_t(env_int("HIP_EMU_STACK", 16384)) : 0);
  stride_ = (stride_ + 63) & ~63u;
  uint64_t k = uint64_t(env_int("HIP_EMU_GROUPS", 0));
  if (!k) k = std::max<uint64_t>(2, 64u / unsigned(nw));
  if (d.all_resident) k = total;
  k = std::min<uint64_t>({k, total, 0xff0});
  try {
    if (sigsetjmp(fault_guard::jb, 1))
      fault("memory access fault at address %p", fault_guard::addr);
    fault_guard::armed = 1;
    _mm_setcsr(mxcsr0_);
    if (weak_mode_) {
      weak_.apply = memory_atomic;
      weak_.begin(d.prog->family, d.gfx, d.wave, d.rsrc1 >> 29 & 1, weak_mode_);
    }
    uint64_t next = 0, live = 0;
    for (uint64_t i = 0; i < k; ++i) {
      pool_.push_back(make_group(nw));
      start_group(*pool_.back(), next++);
      ++live;
    }
    std::vector<wave_state*> order;
    bool rebuild = true;
    while (live) {
      if (rebuild) {
        order.clear();
        for (auto& g : pool_)
          if (g->active)
            for (auto& w : g->w)
              if (!w.done) order.push_back(&w);
        rebuild = false;
      }
      if (random_)
        for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rnd(uint32_t(i))]);
      uint64_t before = used_;
      for (wave_state* w : order)
        if (!w->done) {
          run_wave(*w, random_ ? 1 + int(rnd(uint32_t(quantum))) : quantum);
          if (weak_mode_) weak_.tick(*w);
          if (w->done) rebuild = true;
        }
      if (rebuild)
        for (auto& g : pool_)
          if (g->active && g->live == 0) {
            if (next < total)
              start_group(*g, next++);
            else {
              g->active = false;
              --live;
            }
          }
      if (used_ == before && live && !rebuild)
        fault("deadlock: every wave waits at a barrier:%s", where().c_str());
      if (used_ > budget_)
        fault(
            "instruction budget exhausted (HIP_EMU_MAX_INSTS=%llu): hang or too large a "
            "problem:%s",
            (unsigned long long)budget_, where().c_str());
      if (deadline_ && now_s() > deadline_)
        fault("time limit (HIP_EMU_TIMEOUT) reached:%s", where().c_str());
    }
    if (weak_mode_) weak_.finish();
  } catch (const emulation_error& f) {
    err = f.what();
    if (err.find(" block (") == std::string::npos) err += ";" + where();
  }
  fault_guard::armed = 0;
  _mm_setcsr(csr);
  if (weak_mode_) weak_.drop();
  drop();
  total_insts += used_;
  total_time += now_s() - t0;
  if (env_int("HIP_EMU_VERBOSE", 0))
    fprintf(stderr,
            "hip_emulator: %s %s grid (%u,%u,%u) block (%u,%u,%u): %llu wave instructions, %.3f "
            "s%s%s\n",
            d.gfx.c_str(), d.name.c_str(), d.grid[0], d.grid[1], d.grid[2], d.block[0], d.block[1],
            d.block[2], (unsigned long long)used_, now_s() - t0, err.empty() ? "" : ": ",
            err.c_str());
  return err;
}
}  // namespace hip_emulator
