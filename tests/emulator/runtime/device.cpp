// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Devices and their properties.

#include "runtime/runtime.hpp"

using namespace hip_emulator;

namespace {
thread_local int current_device = 0;
}  // namespace

API hipError_t hipInit(unsigned) { return hipSuccess; }
API hipError_t hipGetDeviceCount(int* n) {
  *n = int(env_int("HIP_EMU_DEVICES", 1));
  return hipSuccess;
}
API hipError_t hipSetDevice(int d) {
  int n;
  (void)hipGetDeviceCount(&n);
  if (d < 0 || d >= n) return ret(hipErrorInvalidDevice);
  current_device = d;
  return hipSuccess;
}
API hipError_t hipGetDevice(int* d) {
  *d = current_device;
  return hipSuccess;
}
API hipError_t hipSetDeviceFlags(unsigned) { return hipSuccess; }
API hipError_t hipGetDeviceFlags(unsigned* f) {
  *f = 0;
  return hipSuccess;
}
API hipError_t hipDevicePrimaryCtxGetState(hipDevice_t, unsigned* flags, int* active) {
  *flags = 0;
  *active = 1;
  return hipSuccess;
}
API hipError_t hipDeviceReset() { return sync_all(); }
API hipError_t hipDeviceGet(hipDevice_t* d, int i) {
  *d = i;
  return hipSuccess;
}
API hipError_t hipDeviceGetName(char* b, int n, hipDevice_t) {
  LOCK;
  snprintf(b, size_t(n), "emulated %s", device_arch().c_str());
  return hipSuccess;
}
API hipError_t hipDeviceTotalMem(size_t* n, hipDevice_t) {
  *n = size_t(16) << 30;
  return hipSuccess;
}
API hipError_t hipDeviceCanAccessPeer(int* c, int, int) {
  *c = 1;
  return hipSuccess;
}
API hipError_t hipDeviceGetP2PAttribute(int* v, hipDeviceP2PAttr a, int from, int to) {
  int n;
  (void)hipGetDeviceCount(&n);
  if (!v) return ret(hipErrorInvalidValue);
  if (from < 0 || from >= n || to < 0 || to >= n || from == to) return ret(hipErrorInvalidDevice);
  switch (a) {
    case hipDevP2PAttrPerformanceRank:
    case hipDevP2PAttrHipArrayAccessSupported:
      *v = 0;
      return hipSuccess;
    case hipDevP2PAttrAccessSupported:
    case hipDevP2PAttrNativeAtomicSupported:
      *v = 1;
      return hipSuccess;
    default:
      return ret(hipErrorInvalidValue);
  }
}
API hipError_t hipDeviceEnablePeerAccess(int, unsigned) { return hipSuccess; }
API hipError_t hipDeviceDisablePeerAccess(int) { return hipSuccess; }
API hipError_t hipDeviceSetCacheConfig(hipFuncCache_t) { return hipSuccess; }
API hipError_t hipDeviceGetLimit(size_t* v, enum hipLimit_t) {
  *v = 16384;
  return hipSuccess;
}
API hipError_t hipDeviceSetLimit(enum hipLimit_t, size_t) { return hipSuccess; }
API hipError_t hipDeviceGetPCIBusId(char* b, int n, int) {
  snprintf(b, size_t(n), "0000:00:00.0");
  return hipSuccess;
}
API hipError_t hipRuntimeGetVersion(int* v) {
  *v = HIP_VERSION;
  return hipSuccess;
}
API hipError_t hipDriverGetVersion(int* v) {
  *v = HIP_VERSION;
  return hipSuccess;
}
API hipError_t hipGetDeviceProperties(hipDeviceProp_t* p, int d) {
  LOCK;
  int n;
  (void)hipGetDeviceCount(&n);
  if (!p || d < 0 || d >= n) return ret(hipErrorInvalidDevice);
  memset(p, 0, sizeof *p);
  const std::string& a = device_arch();
  chip_family f = gfx11;
  family_of(a, f);
  bool c = f == gfx9;
  snprintf(p->name, sizeof p->name, "emulated %s", a.c_str());
  snprintf(p->gcnArchName, sizeof p->gcnArchName, "%s%s", a.c_str(), c ? ":sramecc+:xnack-" : "");
  p->totalGlobalMem = size_t(16) << 30;
  p->sharedMemPerBlock = a == "gfx950" ? 163840 : 65536;
  p->regsPerBlock = 65536;
  p->warpSize = int(env_int("HIP_EMU_WARP", c ? 64 : 32));
  p->maxThreadsPerBlock = 1024;
  for (int i = 0; i < 3; ++i) {
    p->maxThreadsDim[i] = 1024;
    p->maxGridSize[i] = i ? 65535 : 2147483647;
  }
  p->clockRate = 1000000;
  p->memoryClockRate = 1000000;
  p->memoryBusWidth = 256;
  p->totalConstMem = size_t(1) << 31;
  p->multiProcessorCount = int(env_int("HIP_EMU_CUS", 4));
  p->l2CacheSize = 4 << 20;
  p->maxThreadsPerMultiProcessor = 2048;
  p->major = atoi(a.substr(3, a.size() - 5).c_str());
  p->minor = a.size() > 4 ? a[a.size() - 2] - '0' : 0;
  p->clockInstructionRate = 1000000;
  p->concurrentKernels = 1;
  p->pciBusID = 1;
  p->maxSharedMemoryPerMultiProcessor = p->sharedMemPerBlock;
  p->canMapHostMemory = 1;
  p->cooperativeLaunch = 1;
  p->managedMemory = 1;
  p->concurrentManagedAccess = 1;
  p->memPitch = 1 << 30;
  p->textureAlignment = 256;
  p->arch.hasGlobalInt32Atomics = p->arch.hasGlobalFloatAtomicExch = p->arch.hasSharedInt32Atomics =
      p->arch.hasSharedFloatAtomicExch = p->arch.hasFloatAtomicAdd = p->arch.hasGlobalInt64Atomics =
          p->arch.hasSharedInt64Atomics = p->arch.hasDoubles = p->arch.hasWarpVote =
              p->arch.hasWarpBallot = p->arch.hasWarpShuffle = p->arch.hasThreadFenceSystem = 1;
  return hipSuccess;
}
API hipError_t hipDeviceGetAttribute(int* v, hipDeviceAttribute_t a, int d) {
  static thread_local hipDeviceProp_t p;
  hipError_t e = hipGetDeviceProperties(&p, d);
  if (e) return e;
  switch (int(a)) {
    case hipDeviceAttributeWarpSize:
      *v = p.warpSize;
      break;
    case hipDeviceAttributeMaxThreadsPerBlock:
      *v = p.maxThreadsPerBlock;
      break;
    case hipDeviceAttributeMaxBlockDimX:
    case hipDeviceAttributeMaxBlockDimY:
    case hipDeviceAttributeMaxBlockDimZ:
      *v = 1024;
      break;
    case hipDeviceAttributeMaxGridDimX:
      *v = 2147483647;
      break;
    case hipDeviceAttributeMaxGridDimY:
    case hipDeviceAttributeMaxGridDimZ:
      *v = 65535;
      break;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
    case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:
      *v = int(p.sharedMemPerBlock);
      break;
    case hipDeviceAttributeMultiprocessorCount:
      *v = p.multiProcessorCount;
      break;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor:
      *v = p.maxThreadsPerMultiProcessor;
      break;
    case hipDeviceAttributeClockRate:
      *v = p.clockRate;
      break;
    case hipDeviceAttributeMemoryClockRate:
      *v = p.memoryClockRate;
      break;
    case hipDeviceAttributeMemoryBusWidth:
      *v = p.memoryBusWidth;
      break;
    case hipDeviceAttributeL2CacheSize:
      *v = p.l2CacheSize;
      break;
    case hipDeviceAttributeMaxRegistersPerBlock:
      *v = p.regsPerBlock;
      break;
    case hipDeviceAttributeComputeCapabilityMajor:
      *v = p.major;
      break;
    case hipDeviceAttributeComputeCapabilityMinor:
      *v = p.minor;
      break;
    case hipDeviceAttributeConcurrentKernels:
    case hipDeviceAttributeCanMapHostMemory:
    case hipDeviceAttributeCooperativeLaunch:
    case hipDeviceAttributeManagedMemory:
    case hipDeviceAttributeConcurrentManagedAccess:
    case hipDeviceAttributeUnifiedAddressing:
      *v = 1;
      break;
    case hipDeviceAttributePageableMemoryAccess:
    case hipDeviceAttributePageableMemoryAccessUsesHostPageTables:
    case hipDeviceAttributeDirectManagedMemAccessFromHost:
      *v = 0;
      break;
    default:
      *v = 0;
  }
  return hipSuccess;
}
