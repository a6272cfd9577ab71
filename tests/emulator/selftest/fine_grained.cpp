// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Float atomics on each kind of memory: chips ignore some of them on fine-grained memory
// (HIP_EMU_FINE_GRAINED).

#include <string>
#include "check.hpp"
typedef _Float16 h2 __attribute__((ext_vector_type(2)));
enum {
  has_f32 = 1,
  has_pair = 2,
  has_f64 = 4,
  has_f64_extrema = 8,
  has_f32_extrema = 16
};  // instructions of the chip
struct words {
  float sum, low;
  unsigned count;
  h2 pair;
  double wide, wide_low;
  int has;
};

__global__ void update(words* w, words* own) {  // the instructions themselves: what clang takes for
                                                // an atomicrmw depends on its version
  own->has = 0;
  atomicAdd(&w->count, 1u);
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__) || \
    defined(__GFX11__) || defined(__GFX12__)
  own->has |= has_f32;
  asm volatile("global_atomic_add_f32 %0, %1, off" ::"v"(&w->sum), "v"(1.0f) : "memory");
#endif
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__) || \
    defined(__GFX12__)
  own->has |= has_pair;
  asm volatile("global_atomic_pk_add_f16 %0, %1, off" ::"v"(&w->pair), "v"(0x3c003c00) : "memory");
#endif
#if defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
  own->has |= has_f64 | has_f64_extrema;
  asm volatile("global_atomic_add_f64 %0, %1, off" ::"v"(&w->wide), "v"(1.0) : "memory");
  asm volatile("global_atomic_min_f64 %0, %1, off" ::"v"(&w->wide_low), "v"(-1.0) : "memory");
#endif
#if defined(__GFX10__)
  own->has |= has_f32_extrema;
  asm volatile("global_atomic_fmin %0, %1, off" ::"v"(&w->low), "v"(-1.0f) : "memory");
#elif defined(__GFX11__)
  own->has |= has_f32_extrema;
  asm volatile("global_atomic_min_f32 %0, %1, off" ::"v"(&w->low), "v"(-1.0f) : "memory");
#endif
}

static int dropped_here() {
  hipDeviceProp_t p;
  HIP(hipGetDeviceProperties(&p, 0));
  std::string a = p.gcnArchName;
  const char* off = getenv("HIP_EMU_FINE_GRAINED");
  if (off && !strcmp(off, "0")) return 0;
  if (a.find("gfx908") == 0) return has_f32 | has_pair;
  if (a.find("gfx90a") == 0) return has_f32 | has_pair | has_f64 | has_f64_extrema;
  return a.find("gfx10") == 0   ? has_f32_extrema
         : a.find("gfx11") == 0 ? has_f32 | has_f32_extrema
                                : 0;
}
static void check(words* w, int dropped) {
  buffer<words> own(1);
  words start{}, h;
  HIP(hipMemcpy(w, &start, sizeof start, hipMemcpyHostToDevice));
  update<<<1, 64>>>(w, own.d);
  HIP(hipDeviceSynchronize());
  HIP(hipMemcpy(&h, w, sizeof h, hipMemcpyDeviceToHost));
  int has = own.get()[0].has, done = has & ~dropped;
  CHECK_EQ(h.count, 64u);
  CHECK_EQ(h.sum, done & has_f32 ? 64.0f : 0.0f);
  CHECK_EQ(float(h.pair.x), done & has_pair ? 64.0f : 0.0f);
  CHECK_EQ(float(h.pair.y), done & has_pair ? 64.0f : 0.0f);
  CHECK_EQ(h.wide, done & has_f64 ? 64.0 : 0.0);
  CHECK_EQ(h.wide_low, done & has_f64_extrema ? -1.0 : 0.0);
  CHECK_EQ(h.low, done & has_f32_extrema ? -1.0f : 0.0f);
}
int main() {
  const int fine = dropped_here();
  words *w, here;
  HIP(hipMalloc((void**)&w, sizeof *w));
  check(w, 0);
  HIP(hipFree(w));
  HIP(hipExtMallocWithFlags((void**)&w, sizeof *w, hipDeviceMallocFinegrained));
  check(w, fine);
  HIP(hipFree(w));
  HIP(hipExtMallocWithFlags((void**)&w, sizeof *w, hipDeviceMallocDefault));
  check(w, 0);
  HIP(hipFree(w));
  HIP(hipMallocManaged((void**)&w, sizeof *w, hipMemAttachGlobal));
  check(w, fine);
  HIP(hipFree(w));
  HIP(hipHostMalloc((void**)&w, sizeof *w, hipHostMallocCoherent));
  check(w, fine);
  HIP(hipHostFree(w));
  HIP(hipHostMalloc((void**)&w, sizeof *w, hipHostMallocNonCoherent));
  check(w, 0);
  HIP(hipHostFree(w));
  HIP(hipHostRegister(&here, sizeof here, hipHostRegisterDefault));
  check(&here, fine);
  HIP(hipHostUnregister(&here));
  return done("fine_grained");
}
