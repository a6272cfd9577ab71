// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/fine_grained.hpp"

namespace hip_emulator {
void fine_grained_memory::choose(const std::string& gfx, chip_family family) {
  const uint32_t add = 1u << atomic_fadd, extrema = 1u << atomic_fmin | 1u << atomic_fmax,
                 pairs = 1u << atomic_pkf16 | 1u << atomic_pkbf16;
  dropped_[0] = dropped_[1] = 0;
  if (!env_int("HIP_EMU_FINE_GRAINED", 1)) return;
  if (gfx == "gfx908")
    dropped_[0] = add | pairs;
  else if (gfx == "gfx90a") {
    dropped_[0] = add | pairs;
    dropped_[1] = add | extrema;
  } else if (family == gfx10)
    dropped_[0] = dropped_[1] = extrema;
  else if (family == gfx11)
    dropped_[0] = add | extrema;
}

bool fine_grained_memory::has(const void* p) {
  std::lock_guard<std::mutex> l(mu_);
  auto r = ranges_.upper_bound(uintptr_t(p));
  if (r == ranges_.begin()) return false;
  --r;
  return uintptr_t(p) - r->first < r->second;
}

void fine_grained_memory::add(const void* p, size_t n) {
  std::lock_guard<std::mutex> l(mu_);
  ranges_[uintptr_t(p)] = n;
}

void fine_grained_memory::remove(const void* p) {
  std::lock_guard<std::mutex> l(mu_);
  ranges_.erase(uintptr_t(p));
}

fine_grained_memory& fine() {
  static fine_grained_memory* f = new fine_grained_memory;
  return *f;
}
}  // namespace hip_emulator
