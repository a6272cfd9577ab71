// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Executes waves and workgroups: scheduling, memory, shared memory (LDS), scratch, atomics,
/// branches, barriers, lane permutations.
#pragma once

#include "execution/program.hpp"
#include "isa/wave.hpp"
#include "memory/weak_memory.hpp"

#include <algorithm>

namespace hip_emulator {
class executor {
  std::map<std::string, std::unique_ptr<atomic_count>> stats_;
  std::vector<std::unique_ptr<workgroup>> pool_;
  uint64_t rng_ = 0;
  bool random_ = false;
  uint64_t clock_ = 0;
  const launch_description* launch_ = nullptr;
  uint64_t budget_ = 0, used_ = 0;
  double deadline_ = 0;
  size_t next_lds_ = 0;
  uint32_t stride_ = 0;
  bool trace_ = false;
  uint32_t rnd(uint32_t n) {
    rng_ ^= rng_ << 13;
    rng_ ^= rng_ >> 7;
    rng_ ^= rng_ << 17;
    return n ? uint32_t(rng_ >> 11) % n : 0;
  }
  uint32_t mxcsr0_ = 0;
  weak_memory weak_;
  int weak_mode_ = 0;  // HIP_EMU_WEAK
  static uint64_t exec_of(const wave_state& w, int wave) {
    return wave == 64 ? w.s64(reg_exec) : w.s[reg_exec];
  }
  instruction* op_at(uint64_t pc);
  // The host's address of `n` bytes.
  uint8_t* lds_ptr(wave_state& w, uint64_t a, unsigned n) {
    if (a + n > w.g->lds_bytes)
      fault("access to LDS byte 0x%llx (+%u): the workgroup has 0x%x bytes", (unsigned long long)a,
            n, w.g->lds_bytes);
    return w.g->lds + a;
  }
  uint8_t* scratch_ptr(wave_state& w, int lane, uint64_t a, unsigned n) {
    if (a + n > stride_)
      fault("access to private (scratch) byte 0x%llx (+%u) of a lane that has 0x%x bytes",
            (unsigned long long)a, n, stride_);
    return w.scratch + size_t(lane) * stride_ + a;
  }
  uint8_t* glob_ptr(uint64_t a) {
    if (a < 0x10000 || (a >> 47)) fault("invalid global address 0x%llx", (unsigned long long)a);
    return (uint8_t*)a;
  }
  uint8_t* lane_ptr(wave_state& w, const instruction& o, int lane, int ws, unsigned n);
  void do_load(wave_state& w, const instruction& o, int ws, uint64_t ex);
  void put(uint8_t* m, const uint32_t* s, int ws, int nbytes);
  void do_store(wave_state& w, const instruction& o, int ws, uint64_t ex);
  void do_two(wave_state& w, const instruction& o, int ws, uint64_t ex, bool store);
  void do_atomics(wave_state& w, const instruction& o, int ws, uint64_t ex);
  // With weak memory: queues accesses to global memory, and performs those to LDS and scratch.
  void weak_access(wave_state& w, const instruction& o, int ws, uint64_t ex);
  void do_crosslane(wave_state& w, const instruction& o, int ws, uint64_t ex);
  void do_permlane(wave_state& w, const instruction& o, int ws, uint64_t ex);
  void do_swap(wave_state& w, const instruction& o, int ws, uint64_t ex);
  void do_movrel(wave_state& w, const instruction& o, int ws, uint64_t ex);
  // In gfx9's register indexing mode the index shifts the operands that the mode bits select.
  void do_valu(wave_state& w, instruction& o, int ws, uint64_t ex);
  void wsgpr(wave_state& w, int r, uint32_t x) { w.s[r] = x; }
  uint32_t hwreg(wave_state& w, int id);
  void release(workgroup& g) {
    g.arrived = 0;
    ++g.phase;
  }
  void arrive(workgroup& g) {
    if (++g.arrived >= g.live) release(g);
  }
  // Runs one wave for at most n instructions.
  void run_wave(wave_state& w, int n);
  void init_wave(wave_state& w, int first, int total);
  void start_group(workgroup& g, uint64_t index);
  std::unique_ptr<workgroup> make_group(int nwaves);
  std::vector<std::pair<void*, size_t>> maps_;
  void drop();
  std::string where();

 public:
  uint64_t total_insts = 0;
  double total_time = 0;
  void stats(FILE* f);
  /// Returns an empty string, or the error.
  std::string launch(const launch_description& d);
};
}  // namespace hip_emulator
