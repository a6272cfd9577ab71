// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The properties and attributes of the device that the CUDA runtime shows on the CPU. It has one
/// multiprocessor for each thread that runs blocks, and one block on each at a time.

#include <cstddef>
#include <cstring>
#include <ctime>
#include <limits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/cuda_runtime/errors.hpp>
#include <diatomic/runtime/device.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

/// CUDA's members, also those that CUDA 13 removed. 0 where the CPU has no such thing, or where its
/// value is unknown: textures, PCI, the memory's clock and bus.
struct cudaDeviceProp {
  char name[256];
  char uuid[16];
  std::size_t totalGlobalMem;
  std::size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;  ///< in kHz, of C's `clock()`, which kernels read too
  std::size_t totalConstMem;
  int major;
  int minor;
  std::size_t textureAlignment;
  std::size_t texturePitchAlignment;
  std::size_t surfaceAlignment;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture1DLayered[2];
  int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
  int maxTexture2DLayered[3], maxTexture3D[3], maxTexture3DAlt[3];
  int maxTextureCubemap, maxTextureCubemapLayered[2];
  int maxSurface1D, maxSurface1DLayered[2], maxSurface2D[2], maxSurface2DLayered[3];
  int maxSurface3D[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  std::size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int memoryPoolsSupported;
  int clusterLaunch;
};

enum cudaComputeMode : int {
  cudaComputeModeDefault = 0,
  cudaComputeModeExclusive = 1,
  cudaComputeModeProhibited = 2,
  cudaComputeModeExclusiveProcess = 3,
};

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

/// Shared memory of a launch whose kernel did not ask for more by `cudaFuncSetAttribute`.
inline constexpr std::size_t default_shared_bytes = 48 * 1024;

/// As `CUDART_VERSION` and `__CUDA_ARCH__` of `<diatomic/compat/cuda_language.hpp>` say.
///@{
inline constexpr int runtime_version = 12000;
inline constexpr int compute_capability = 80;
///@}

inline cudaDeviceProp device_properties() {
  const diatomic::device_properties cpu = diatomic::properties(0);
  cudaDeviceProp p{};
  std::strncpy(p.name, cpu.name.c_str(), sizeof p.name - 1);
  p.totalGlobalMem = cpu.memory_bytes;
  p.sharedMemPerBlock = default_shared_bytes;
  p.sharedMemPerBlockOptin = p.sharedMemPerMultiprocessor = cpu.shared_bytes_per_block;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.memPitch = std::numeric_limits<int>::max();
  p.maxThreadsPerBlock = p.maxThreadsPerMultiProcessor = cpu.max_threads_per_block;
  const runtime_api::shape_limits most = runtime_api::max_extents();
  for (int i = 0; i < 3; ++i) {
    p.maxThreadsDim[i] = static_cast<int>(most.block[i]);
    p.maxGridSize[i] = static_cast<int>(most.grid[i]);
  }
  p.clockRate = CLOCKS_PER_SEC / 1000;
  p.totalConstMem = 65536;
  p.major = compute_capability / 10;
  p.minor = compute_capability % 10;
  p.multiProcessorCount = cpu.compute_units;
  p.integrated = p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = 1;
  p.hostNativeAtomicSupported = p.pageableMemoryAccess = p.concurrentManagedAccess = 1;
  p.pageableMemoryAccessUsesHostPageTables = p.directManagedMemAccessFromHost = 1;
  p.canUseHostPointerForRegisteredMem = p.hostRegisterSupported = p.memoryPoolsSupported = 1;
  p.concurrentKernels = p.cooperativeLaunch = p.maxBlocksPerMultiProcessor = 1;
  p.singleToDoublePrecisionPerfRatio = 1;
  return p;
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

/// `ROW(name, number, member)`: the attributes that are members of the properties.
// clang-format off: one attribute a line
#define DIATOMIC_CUDA_ATTRIBUTES(ROW) \
  ROW(cudaDevAttrMaxThreadsPerBlock, 1, maxThreadsPerBlock) \
  ROW(cudaDevAttrMaxBlockDimX, 2, maxThreadsDim[0]) \
  ROW(cudaDevAttrMaxBlockDimY, 3, maxThreadsDim[1]) \
  ROW(cudaDevAttrMaxBlockDimZ, 4, maxThreadsDim[2]) \
  ROW(cudaDevAttrMaxGridDimX, 5, maxGridSize[0]) \
  ROW(cudaDevAttrMaxGridDimY, 6, maxGridSize[1]) \
  ROW(cudaDevAttrMaxGridDimZ, 7, maxGridSize[2]) \
  ROW(cudaDevAttrMaxSharedMemoryPerBlock, 8, sharedMemPerBlock) \
  ROW(cudaDevAttrTotalConstantMemory, 9, totalConstMem) \
  ROW(cudaDevAttrWarpSize, 10, warpSize) \
  ROW(cudaDevAttrMaxPitch, 11, memPitch) \
  ROW(cudaDevAttrMaxRegistersPerBlock, 12, regsPerBlock) \
  ROW(cudaDevAttrClockRate, 13, clockRate) \
  ROW(cudaDevAttrTextureAlignment, 14, textureAlignment) \
  ROW(cudaDevAttrGpuOverlap, 15, deviceOverlap) \
  ROW(cudaDevAttrMultiProcessorCount, 16, multiProcessorCount) \
  ROW(cudaDevAttrKernelExecTimeout, 17, kernelExecTimeoutEnabled) \
  ROW(cudaDevAttrIntegrated, 18, integrated) \
  ROW(cudaDevAttrCanMapHostMemory, 19, canMapHostMemory) \
  ROW(cudaDevAttrComputeMode, 20, computeMode) \
  ROW(cudaDevAttrConcurrentKernels, 31, concurrentKernels) \
  ROW(cudaDevAttrEccEnabled, 32, ECCEnabled) \
  ROW(cudaDevAttrPciBusId, 33, pciBusID) \
  ROW(cudaDevAttrPciDeviceId, 34, pciDeviceID) \
  ROW(cudaDevAttrTccDriver, 35, tccDriver) \
  ROW(cudaDevAttrMemoryClockRate, 36, memoryClockRate) \
  ROW(cudaDevAttrGlobalMemoryBusWidth, 37, memoryBusWidth) \
  ROW(cudaDevAttrL2CacheSize, 38, l2CacheSize) \
  ROW(cudaDevAttrMaxThreadsPerMultiProcessor, 39, maxThreadsPerMultiProcessor) \
  ROW(cudaDevAttrAsyncEngineCount, 40, asyncEngineCount) \
  ROW(cudaDevAttrUnifiedAddressing, 41, unifiedAddressing) \
  ROW(cudaDevAttrPciDomainId, 50, pciDomainID) \
  ROW(cudaDevAttrTexturePitchAlignment, 51, texturePitchAlignment) \
  ROW(cudaDevAttrComputeCapabilityMajor, 75, major) \
  ROW(cudaDevAttrComputeCapabilityMinor, 76, minor) \
  ROW(cudaDevAttrStreamPrioritiesSupported, 78, streamPrioritiesSupported) \
  ROW(cudaDevAttrGlobalL1CacheSupported, 79, globalL1CacheSupported) \
  ROW(cudaDevAttrLocalL1CacheSupported, 80, localL1CacheSupported) \
  ROW(cudaDevAttrMaxSharedMemoryPerMultiprocessor, 81, sharedMemPerMultiprocessor) \
  ROW(cudaDevAttrMaxRegistersPerMultiprocessor, 82, regsPerMultiprocessor) \
  ROW(cudaDevAttrManagedMemory, 83, managedMemory) \
  ROW(cudaDevAttrIsMultiGpuBoard, 84, isMultiGpuBoard) \
  ROW(cudaDevAttrMultiGpuBoardGroupID, 85, multiGpuBoardGroupID) \
  ROW(cudaDevAttrHostNativeAtomicSupported, 86, hostNativeAtomicSupported) \
  ROW(cudaDevAttrSingleToDoublePrecisionPerfRatio, 87, singleToDoublePrecisionPerfRatio) \
  ROW(cudaDevAttrPageableMemoryAccess, 88, pageableMemoryAccess) \
  ROW(cudaDevAttrConcurrentManagedAccess, 89, concurrentManagedAccess) \
  ROW(cudaDevAttrComputePreemptionSupported, 90, computePreemptionSupported) \
  ROW(cudaDevAttrCanUseHostPointerForRegisteredMem, 91, canUseHostPointerForRegisteredMem) \
  ROW(cudaDevAttrCooperativeLaunch, 95, cooperativeLaunch) \
  ROW(cudaDevAttrMaxSharedMemoryPerBlockOptin, 97, sharedMemPerBlockOptin) \
  ROW(cudaDevAttrHostRegisterSupported, 99, hostRegisterSupported) \
  ROW(cudaDevAttrPageableMemoryAccessUsesHostPageTables, 100, \
      pageableMemoryAccessUsesHostPageTables) \
  ROW(cudaDevAttrDirectManagedMemAccessFromHost, 101, directManagedMemAccessFromHost) \
  ROW(cudaDevAttrMaxBlocksPerMultiprocessor, 106, maxBlocksPerMultiProcessor) \
  ROW(cudaDevAttrMaxPersistingL2CacheSize, 108, persistingL2CacheMaxSize) \
  ROW(cudaDevAttrReservedSharedMemoryPerBlock, 111, reservedSharedMemPerBlock) \
  ROW(cudaDevAttrMemoryPoolsSupported, 115, memoryPoolsSupported) \
  ROW(cudaDevAttrClusterLaunch, 120, clusterLaunch)
// clang-format on

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

enum cudaDeviceAttr : int {
#define DIATOMIC_ENUMERATOR(name, number, member) name = number,
  DIATOMIC_CUDA_ATTRIBUTES(DIATOMIC_ENUMERATOR)
#undef DIATOMIC_ENUMERATOR
};

inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return detail::cuda_compat::call([&] {
    if (properties == nullptr) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *properties = detail::cuda_compat::device_properties();
    return cudaSuccess;
  });
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return detail::cuda_compat::call([&] {
    if (value == nullptr) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    const cudaDeviceProp all = detail::cuda_compat::device_properties();
    switch (attribute) {
#define DIATOMIC_CASE(name, number, member) \
  case name:                                \
    *value = static_cast<int>(all.member);  \
    return cudaSuccess;
      DIATOMIC_CUDA_ATTRIBUTES(DIATOMIC_CASE)
#undef DIATOMIC_CASE
    }
    return cudaErrorInvalidValue;
  });
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
