// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions and modules.

#include "runtime/runtime.hpp"

#include <algorithm>

using namespace hip_emulator;

namespace {
hipError_t attrs_of(kernel* k, hipFuncAttributes* a) {
  if (!k || !k->kd) return ret(hipErrorInvalidDeviceFunction);
  memset(a, 0, sizeof *a);
  a->maxThreadsPerBlock = int(k->maxwg);
  a->sharedSizeBytes = k->lds;
  a->localSizeBytes = k->scratch;
  a->numRegs = int(k->vgprs);
  a->maxDynamicSharedSizeBytes = int(65536 - k->lds);
  a->binaryVersion = a->ptxVersion = 30;
  return hipSuccess;
}
}  // namespace

API hipError_t hipFuncGetAttributes(hipFuncAttributes* a, const void* f) {
  LOCK;
  return attrs_of(kernel_of(f), a);
}
API hipError_t hipFuncSetAttribute(const void*, hipFuncAttribute, int) { return hipSuccess; }
API hipError_t hipFuncSetCacheConfig(const void*, hipFuncCache_t) { return hipSuccess; }
API hipError_t hipFuncSetSharedMemConfig(const void*, hipSharedMemConfig) { return hipSuccess; }
API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* n, const void*, int b, size_t) {
  *n = b > 0 ? std::max(1, 2048 / b) : 0;
  return hipSuccess;
}
API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* n, const void*, int b,
                                                                     size_t, unsigned) {
  *n = b > 0 ? std::max(1, 2048 / b) : 0;
  return hipSuccess;
}
API hipError_t hipOccupancyMaxPotentialBlockSize(int* g, int* b, const void*, size_t, int lim) {
  *b = lim > 0 ? std::min(lim, 256) : 256;
  *g = int(env_int("HIP_EMU_CUS", 4));
  return hipSuccess;
}
API hipError_t hipModuleLoadData(hipModule_t* m, const void* image) {
  LOCK;
  try {
    auto l = unbundle((const uint8_t*)image);
    std::string want = env_str("HIP_EMU_ARCH", runtime().gfx.c_str());
    chip_family f;
    for (auto& e : l)
      if (want.empty() || l.size() == 1 ? family_of(e.first, f) : e.first == want) {
        auto* x = new ihipModule_t;
        x->m = load_code_object(e.second.data(), e.second.size(), e.first);
        if (runtime().gfx.empty()) runtime().gfx = e.first;
        *m = x;
        return hipSuccess;
      }
    return ret(hipErrorNoBinaryForGpu);
  } catch (const emulation_error& x) {
    report(x.what());
    return ret(hipErrorInvalidImage);
  }
}
API hipError_t hipModuleLoadDataEx(hipModule_t* m, const void* i, unsigned, hipJitOption*, void**) {
  return hipModuleLoadData(m, i);
}
API hipError_t hipModuleLoad(hipModule_t* m, const char* f) {
  FILE* s = fopen(f, "rb");
  if (!s) return ret(hipErrorFileNotFound);
  std::vector<uint8_t> d;
  uint8_t b[65536];
  size_t n;
  while ((n = fread(b, 1, sizeof b, s)) > 0) d.insert(d.end(), b, b + n);
  fclose(s);
  d.resize(d.size() + 64);
  return hipModuleLoadData(m, d.data());
}
API hipError_t hipModuleUnload(hipModule_t) { return hipSuccess; }
API hipError_t hipModuleGetFunction(hipFunction_t* f, hipModule_t m, const char* n) {
  LOCK;
  auto k = m->m->kernels.find(n);
  if (k == m->m->kernels.end()) return ret(hipErrorNotFound);
  *f = new ihipModuleSymbol_t{&k->second};
  return hipSuccess;
}
API hipError_t hipModuleGetGlobal(hipDeviceptr_t* p, size_t* n, hipModule_t m, const char* s) {
  LOCK;
  auto y = m->m->prog.symbols.find(s);
  if (y == m->m->prog.symbols.end()) return ret(hipErrorNotFound);
  *p = (hipDeviceptr_t)y->second.first;
  if (n) *n = y->second.second;
  return hipSuccess;
}
API hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                     unsigned bx, unsigned by, unsigned bz, unsigned sh,
                                     hipStream_t, void** args, void** extra) {
  LOCK;
  return launch_checked(f ? f->k : nullptr, dim3(gx, gy, gz), dim3(bx, by, bz), args, extra, sh,
                        false);
}
