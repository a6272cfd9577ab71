// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Weak memory (HIP_EMU_WEAK): queues of outstanding vector memory operations, and caches that are
/// not coherent, between the waves and the memory. The README says what is modelled.
///
/// Every compute unit has, for each 16 bytes of memory, a queue of the accesses that its waves
/// issued and that are not performed yet. Each queue advances at random. So accesses to one place
/// keep the order in which the compute unit issued them, and accesses to different places have no
/// order until a wave waits for its counters.
#pragma once

#include "isa/wave.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace hip_emulator {
class weak_memory {
  using byte_mask = unsigned __int128;  // a bit for each byte of a line
  static constexpr u64 line_bytes = 128, chunk_bytes = 16;
  static constexpr int cache_ways = 4;
  static constexpr u32 bucket_count = 1024;
  enum access_kind : u8 { access_load, access_store, access_atomic };
  struct access_queue;
  /// One lane's access. `chunk` is null once it is performed.
  struct lane_access {
    lane_access *prev, *next, *more;
    memory_operation* rec;
    access_queue* chunk;
    const instruction* op;
    u32* reg;
    u64 addr, cmp;
    u8 n;
    access_kind kind;
    bool through;
    alignas(8) u8 data[16];
  };
  struct access_queue {
    u64 key;
    access_queue* link;
    lane_access *head, *tail;
    u32 at;
  };
  struct cache_line {
    u64 tag = 0;
    byte_mask valid = 0, dirty = 0;
    u8 data[line_bytes];
  };
  struct cache_level {
    std::vector<cache_line> l;
    u32 sets = 0, dirty = 0;
    void make(u32 lines) {
      l.assign(lines, cache_line());
      sets = lines / cache_ways;
      dirty = 0;
    }
    cache_line* set(u64 tag) {
      u64 h = tag * 0x9e3779b97f4a7c15ull;
      return &l[(h >> 40) % sets * cache_ways];
    }
    cache_line* find(u64 tag) {
      cache_line* s = set(tag);
      for (int i = 0; i < cache_ways; ++i)
        if (s[i].tag == tag) return s + i;
      return nullptr;
    }
    void drop(u64 a) {
      if (cache_line* x = find(a & ~(line_bytes - 1))) x->tag = 0;
    }
    void clear() {
      for (auto& x : l) x.tag = 0;
    }
  };
  struct compute_unit {
    access_queue* bucket[bucket_count] = {};
    std::vector<access_queue*> active;
    std::vector<memory_operation*> wbs;
    cache_level l0;
    int sa = 0, xcd = 0;
  };
  std::vector<std::unique_ptr<compute_unit>> units_;
  std::vector<cache_level> gl1_, l2_;
  std::vector<std::unique_ptr<lane_access[]>> pages_;
  lane_access* free_ = nullptr;
  std::vector<access_queue*> free_chunks_;
  std::vector<std::unique_ptr<access_queue>> chunks_;
  std::vector<memory_operation*> free_recs_;
  std::vector<std::unique_ptr<memory_operation>> recs_;
  std::vector<lane_access*> tmp_;
  u64 rng_ = 0;
  int wave_size_ = 32;
  bool has_gl1_ = false, many_l2_ = false, split_ = false, letter_ = false;
  chip_family family_ = gfx9;
  u64 seq_ = 0, ticks_ = 0, salt_ = 0;

 public:
  /// Performs an atomic operation on memory.
  u64 (*apply)(int atom, unsigned bytes, void* p, u64 d, u64 c) = nullptr;
  u32 rnd(u32 n) {
    rng_ ^= rng_ << 13;
    rng_ ^= rng_ >> 7;
    rng_ ^= rng_ << 17;
    return n ? u32(rng_ >> 11) % n : 0;
  }

 private:
  static void put(u64 a, const u8* s, unsigned n);
  static void get(u64 a, u8* d, unsigned n);
  static byte_mask mask(u64 a, unsigned n);
  void write_back(cache_level& c, cache_line& x, byte_mask which);
  void write_back_all(cache_level& c);
  void invalidate_clean(cache_level& c);
  cache_line& l2_line(cache_level& c, u64 tag);
  void l2_read(compute_unit& u, u64 a, u8* d, unsigned n, int pol);
  void l2_write(compute_unit& u, u64 a, const u8* s, unsigned n, int pol);
  static cache_line& victim(cache_level& c, u64 tag, u32 r);
  void gl1_read(compute_unit& u, u64 a, u8* d, unsigned n, int pol);
  void read(compute_unit& u, u64 a, u8* d, unsigned n, int pol);
  void write(compute_unit& u, u64 a, const u8* s, unsigned n, int pol);
  u64 update(compute_unit& u, const instruction& o, u64 a, u64 d, u64 c);
  static u32 slot(u64 key) { return u32(key * 0x9e3779b97f4a7c15ull >> 54); }
  access_queue* find(compute_unit& u, u64 key);
  access_queue* chunk(compute_unit& u, u64 key);
  void unlink(compute_unit& u, lane_access* e);
  void recycle(memory_operation* r);
  lane_access* entry(compute_unit& u, memory_operation* r, access_kind kind, const instruction& o,
                     u64 a, unsigned n);
  void to_register(const instruction& p, u32* d, const u8* m);
  void do_update(compute_unit& u, const instruction& o, u64 a, u64 d, u64 c, u32* reg);
  // A load sees the earlier stores of its compute unit, wherever they are.
  void perform_load(compute_unit& u, lane_access* e);
  void perform_first(compute_unit& u, lane_access* e);
  void settle(compute_unit& u, lane_access* e);
  void settle_chunk(compute_unit& u, u64 key);
  // Write-back of the L2 as clang relies on it. Earlier accesses of other waves of the compute unit
  // are written back at once. Outstanding accesses of its own wave are written through when they
  // are performed.
  void write_back_now(compute_unit& u, const wave_state& w);
  // HIP_EMU_WEAK=2, by the letter of the tables: only earlier accesses of its own wave, at any time
  // until the wave waits.
  void perform_wb(compute_unit& u, memory_operation* r);
  void force(memory_operation* r);
  memory_operation* record(wave_state& w);
  void pop(std::vector<memory_operation*>& l);
  std::vector<memory_operation*>& counter(wave_state& w, access_kind k, const instruction& o);
  void file(std::vector<memory_operation*>& l, memory_operation* r);
  void force_if(memory_operation* r);
  memory_operation* cur_ = nullptr;
  bool now_ = false;
  access_kind kind_ = access_load;

 public:
  void begin(chip_family family, const std::string& gfx, int wave, bool wgp_mode, int mode);
  void place(workgroup& g);
  void finish();
  void drop();
  // A step of time, in which some outstanding accesses are performed. One queue in eight is slow,
  // others for a while, so that some accesses are outstanding for long.
  void tick(const wave_state& w);
  void open(wave_state& w, const instruction& o);
  // Registers are written in the order of issue.
  void in_order(wave_state& w, const instruction& o);
  void load(wave_state& w, const instruction& o, u64 a, u32* reg);
  void store(wave_state& w, const instruction& o, u64 a, const u8* data);
  void atomic(wave_state& w, const instruction& o, u64 a, u64 d, u64 c, u32* reg);
  void close(wave_state& w, const instruction& o);
  // An access to private memory: performed at once, but counted.
  void count(wave_state& w, const instruction& o);
  // Whether the wave may go on: at most `vm` and `vs` operations of the counters are outstanding.
  // False also at random: the wave then repeats its wait.
  bool wait(wave_state& w, u32 vm, u32 vs);
  void cache(wave_state& w, const instruction& o);
};
}  // namespace hip_emulator
