// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory.

#include "runtime/runtime.hpp"

#include <sys/mman.h>

#include <algorithm>

#include "memory/fine_grained.hpp"

namespace hip_emulator {
namespace {
// Device memory is fine-grained by any flag of hipExtMallocWithFlags; host memory unless its flags
// make it coarse-grained.
bool is_fine_grained(const allocation& a) {
  return a.kind == 0   ? a.flags != 0
         : a.kind == 1 ? !(a.flags & hipHostMallocNonCoherent)
                       : a.kind == 2 || !(a.flags & 8 /* hipExtHostRegisterCoarseGrained */);
}
void remember(const void* p, const allocation& a) {
  runtime().allocs[uintptr_t(p)] = a;
  if (is_fine_grained(a)) fine().add(p, a.size);
}
}  // namespace

void* dev_alloc(size_t n, int kind, unsigned flags) {
  size_t sz = n ? n : 1;
  void* map;
  size_t ml;
  uint8_t* p;
  if (env_int("HIP_EMU_GUARD", 0)) {  // the end of every buffer touches an inaccessible page
    size_t r = (sz + 15) & ~size_t(15), pg = (r + 4095) & ~size_t(4095);
    ml = pg + 4096;
    map = map_memory(ml);
    if (map == MAP_FAILED) return nullptr;
    mprotect((char*)map + pg, 4096, PROT_NONE);
    p = (uint8_t*)map + pg - r;
  } else {
    ml = (sz + 256 + 4095) & ~size_t(4095);
    map = map_memory(ml, MAP_NORESERVE);
    if (map == MAP_FAILED) return nullptr;
    p = (uint8_t*)map;
  }
  if (int f = int(env_int("HIP_EMU_POISON", 0)); f && kind == 0)
    memset(p, f & 255, std::min<size_t>(sz, 64 << 20));
  remember(p, {n, kind, map, ml, flags});
  return p;
}
}  // namespace hip_emulator

using namespace hip_emulator;

namespace {
hipError_t do_free(void* p) {
  if (!p) return hipSuccess;
  auto it = runtime().allocs.find(uintptr_t(p));
  if (it == runtime().allocs.end()) return ret(hipErrorInvalidValue);
  drain();
  if (it->second.map) munmap(it->second.map, it->second.maplen);
  fine().remove(p);
  runtime().allocs.erase(it);
  return hipSuccess;
}
hipError_t do_alloc(void** p, size_t n, int kind, unsigned flags = 0) {
  LOCK;
  if (!p) return ret(hipErrorInvalidValue);
  if (!n) {
    *p = nullptr;
    return hipSuccess;
  }
  if (n > (size_t(1) << 36)) return ret(hipErrorOutOfMemory);
  *p = dev_alloc(n, kind, flags);
  return *p ? hipSuccess : ret(hipErrorOutOfMemory);
}
std::map<uintptr_t, allocation>::iterator find_alloc(const void* p) {
  auto& m = runtime().allocs;
  auto it = m.upper_bound(uintptr_t(p));
  if (it == m.begin()) return m.end();
  --it;
  return uintptr_t(p) < it->first + std::max<size_t>(it->second.size, 1) ? it : m.end();
}
}  // namespace

API hipError_t hipMalloc(void** p, size_t n) { return do_alloc(p, n, 0); }
API hipError_t hipExtMallocWithFlags(void** p, size_t n, unsigned f) {
  return do_alloc(p, n, 0, f);
}
API hipError_t hipMallocManaged(void** p, size_t n, unsigned f) { return do_alloc(p, n, 2, f); }
API hipError_t hipHostMalloc(void** p, size_t n, unsigned f) { return do_alloc(p, n, 1, f); }
API hipError_t hipMallocHost(void** p, size_t n) { return do_alloc(p, n, 1); }
API hipError_t hipHostAlloc(void** p, size_t n, unsigned f) { return do_alloc(p, n, 1, f); }
API hipError_t hipMallocAsync(void** p, size_t n, hipStream_t) { return do_alloc(p, n, 0); }
API hipError_t hipMallocPitch(void** p, size_t* pitch, size_t w, size_t h) {
  *pitch = (w + 255) & ~size_t(255);
  return do_alloc(p, *pitch * h, 0);
}
API hipError_t hipFree(void* p) {
  LOCK;
  return do_free(p);
}
API hipError_t hipFreeAsync(void* p, hipStream_t) {
  LOCK;
  return do_free(p);
}
API hipError_t hipHostFree(void* p) {
  LOCK;
  return do_free(p);
}
API hipError_t hipFreeHost(void* p) {
  LOCK;
  return do_free(p);
}
API hipError_t hipHostRegister(void* p, size_t n, unsigned f) {
  LOCK;
  remember(p, {n, 3, nullptr, 0, f});
  return hipSuccess;
}
API hipError_t hipHostUnregister(void* p) {
  LOCK;
  return do_free(p);
}
API hipError_t hipHostGetDevicePointer(void** d, void* h, unsigned) {
  *d = h;
  return hipSuccess;
}
API hipError_t hipHostGetFlags(unsigned* f, void* h) {
  LOCK;
  auto it = runtime().allocs.find(uintptr_t(h));
  if (it == runtime().allocs.end()) return ret(hipErrorInvalidValue);
  *f = it->second.flags;
  return hipSuccess;
}
API hipError_t hipMemGetInfo(size_t* f, size_t* t) {
  if (f) *f = size_t(8) << 30;
  if (t) *t = size_t(16) << 30;
  return hipSuccess;
}
API hipError_t hipMemPrefetchAsync(const void*, size_t, int, hipStream_t) { return hipSuccess; }
API hipError_t hipMemAdvise(const void*, size_t, hipMemoryAdvise, int) { return hipSuccess; }
API hipError_t hipMemPtrGetInfo(void* p, size_t* n) {
  LOCK;
  auto it = runtime().allocs.find(uintptr_t(p));
  if (it == runtime().allocs.end()) return ret(hipErrorInvalidValue);
  *n = it->second.size;
  return hipSuccess;
}
API hipError_t hipPointerGetAttributes(hipPointerAttribute_t* a, const void* p) {
  LOCK;
  memset(a, 0, sizeof *a);
  auto it = find_alloc(p);
  if (it == runtime().allocs.end()) return ret(hipErrorInvalidValue);
  int k = it->second.kind;
#if HIP_VERSION_MAJOR >= 6
  a->type = k == 0 ? hipMemoryTypeDevice : k == 2 ? hipMemoryTypeManaged : hipMemoryTypeHost;
#else
  a->memoryType = k == 0 ? hipMemoryTypeDevice : hipMemoryTypeHost;
#endif
  a->devicePointer = (void*)p;
  a->hostPointer = k ? (void*)p : nullptr;
  a->isManaged = k == 2;
  a->allocationFlags = it->second.flags;
  return hipSuccess;
}
