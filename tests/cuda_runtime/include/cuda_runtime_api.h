// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A substitute for CUDA's runtime, for tests without a GPU or a toolkit. Its functions record
/// their calls, and return what a test has prepared. Values of enumerators are CUDA's.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#define CUDART_VERSION 13000

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorStubLibrary = 34,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorNotSupported = 801,
  cudaErrorStreamCaptureUnsupported = 900,
  cudaErrorStreamCaptureImplicit = 906,
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone,
  cudaStreamCaptureStatusActive,
  cudaStreamCaptureStatusInvalidated,
};
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed,
};
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault,
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX,
  cudaDevAttrMaxBlockDimY,
  cudaDevAttrMaxBlockDimZ,
  cudaDevAttrMaxGridDimX,
  cudaDevAttrMaxGridDimY,
  cudaDevAttrMaxGridDimZ,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrCanMapHostMemory = 19,
  cudaDevAttrHostNativeAtomicSupported = 86,
  cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrOnlyPartialHostNativeAtomicSupported = 147,
};
enum cudaDeviceP2PAttr {
  cudaDevP2PAttrNativeAtomicSupported = 3,
  cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5,
};
enum cudaAtomicOperation {
  cudaAtomicOperationIntegerAdd,
  cudaAtomicOperationIntegerMin,
  cudaAtomicOperationIntegerMax,
  cudaAtomicOperationIntegerIncrement,
  cudaAtomicOperationIntegerDecrement,
  cudaAtomicOperationAnd,
  cudaAtomicOperationOr,
  cudaAtomicOperationXOR,
  cudaAtomicOperationExchange,
  cudaAtomicOperationCAS,
  cudaAtomicOperationFloatAdd,
  cudaAtomicOperationFloatMin,
  cudaAtomicOperationFloatMax,
};
enum cudaAtomicOperationCapability {
  cudaAtomicCapabilitySigned = 1,
  cudaAtomicCapabilityUnsigned = 2,
  cudaAtomicCapabilityReduction = 4,
  cudaAtomicCapabilityScalar32 = 8,
  cudaAtomicCapabilityScalar64 = 16,
  cudaAtomicCapabilityScalar128 = 32,
  cudaAtomicCapabilityVector32x4 = 64,
};
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
enum : unsigned {
  cudaHostAllocPortable = 1,
  cudaHostAllocMapped = 2,
  cudaIpcMemLazyEnablePeerAccess = 1,
  cudaEventRecordDefault = 0,
  cudaEventRecordExternal = 1,
  cudaEnableDefault = 0,
};

struct CUstream_st;
struct CUevent_st;
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;
#define cudaStreamLegacy reinterpret_cast<cudaStream_t>(1)
#define cudaStreamPerThread reinterpret_cast<cudaStream_t>(2)

struct cudaUUID_t {
  char bytes[16];
};
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  std::size_t totalGlobalMem;
  int major, minor, multiProcessorCount, warpSize, maxThreadsPerBlock, l2CacheSize;
};
struct cudaFuncAttributes {
  std::size_t sharedSizeBytes;
};
struct cudaIpcMemHandle_t {
  char reserved[64];
};
struct dim3 {
  unsigned x, y, z;
};
struct uint3 {
  unsigned x, y, z;
};

/// The results that a test prepares, and the calls that the functions record.
struct substitute_runtime {
  int devices = 2;
  int current = 0;
  std::map<std::string, cudaError_t> failures;  ///< of functions, or of calls with these arguments
  std::map<std::pair<int, int>, int> attributes;       ///< of an attribute and a device
  std::map<std::pair<int, int>, int> peer_attributes;  ///< of an attribute and a peer
  std::uintptr_t next_memory = 0x70;                   ///< where cudaMalloc finds some
  std::size_t static_shared = 0;                       ///< bytes of each kernel
  std::map<cudaStream_t, cudaStreamCaptureStatus> captures;
  std::map<cudaStream_t, int> stream_devices;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  bool can_access_peer = true;
  std::vector<unsigned> link_masks = std::vector<unsigned>(13);
  std::map<int, void*> symbols;  ///< the address of each variable, on a device
  std::set<int> devices_in_use;
  bool has_driver_query = true;
  int active_blocks = 1;
  float elapsed = 0;
  cudaDeviceProp properties{};

  cudaError_t last_error = cudaSuccess;
  std::vector<std::string> calls;
  std::set<const void*> functions;  ///< kernels that were launched or asked about
  std::function<void(void**)> on_launch;

  template <class... Parts>
  cudaError_t record(const std::string& name, const Parts&... parts) {
    std::string line = name;
    ((line += ' ', line += text(parts)), ...);
    calls.push_back(line);
    for (const std::string& failing : {name, line}) {
      const auto found = failures.find(failing);
      if (found != failures.end()) return last_error = found->second;
    }
    return cudaSuccess;
  }
  static std::string text(const void* p) {
    return std::to_string(reinterpret_cast<std::uintptr_t>(p));
  }
  static std::string text(dim3 d) {
    return std::to_string(d.x) + "x" + std::to_string(d.y) + "x" + std::to_string(d.z);
  }
  template <class Number, class = decltype(std::to_string(Number{}))>
  static std::string text(Number v) {
    return std::to_string(v);
  }
};
inline substitute_runtime substitute;

inline const char* cudaGetErrorName(cudaError_t status) {
  static const std::map<int, const char*> names{{1, "cudaErrorInvalidValue"},
                                                {2, "cudaErrorMemoryAllocation"},
                                                {34, "cudaErrorStubLibrary"},
                                                {35, "cudaErrorInsufficientDriver"},
                                                {100, "cudaErrorNoDevice"},
                                                {101, "cudaErrorInvalidDevice"},
                                                {400, "cudaErrorInvalidResourceHandle"},
                                                {704, "cudaErrorPeerAccessAlreadyEnabled"},
                                                {801, "cudaErrorNotSupported"},
                                                {900, "cudaErrorStreamCaptureUnsupported"},
                                                {906, "cudaErrorStreamCaptureImplicit"}};
  return names.at(status);
}
inline const char* cudaGetErrorString(cudaError_t status) {
  return status == cudaErrorNoDevice ? "no device" : "the text of an error";
}
inline cudaError_t cudaGetLastError() { return std::exchange(substitute.last_error, cudaSuccess); }

#include "substitute_calls.hpp"
