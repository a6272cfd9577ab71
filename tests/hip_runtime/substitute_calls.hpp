// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The functions of HIP's runtime that the host half calls. They record their calls, and return
/// what a test has prepared. One source file of the program includes
/// this, after the library.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <hip/hip_runtime_api.h>

namespace hip_calls_tests {

using lines = std::vector<std::string>;

/// The results that a test prepares, and the calls that the functions record.
struct prepared {
  std::map<std::string, hipError_t> failures;  ///< of functions, or of calls with these arguments
  std::map<std::pair<int, int>, int> attributes;  ///< of an attribute and a device
  hipStreamCaptureStatus capture = hipStreamCaptureStatusNone;
  int devices = 2;
  int current = 0;
  int device_of_streams = 0;
  int can_access_peer = 1;
  int l2_bytes = 77;
  int peer_attribute = 0;
  const char* architecture = "gfx90a:sramecc+:xnack-";
  hipError_t last_error = hipSuccess;
  lines calls;
};
inline prepared now;

inline std::string text_of(const void* p) {
  return std::to_string(reinterpret_cast<std::uintptr_t>(p));
}
template <class Number, class = decltype(std::to_string(Number{}))>
std::string text_of(Number v) {
  return std::to_string(v);
}
template <class... Parts>
hipError_t record(const std::string& name, const Parts&... parts) {
  std::string line = name;
  ((line += ' ', line += text_of(parts)), ...);
  now.calls.push_back(line);
  for (const std::string& failing : {name, line}) {
    const auto found = now.failures.find(failing);
    if (found != now.failures.end()) return now.last_error = found->second;
  }
  return hipSuccess;
}

}  // namespace hip_calls_tests

using hip_calls_tests::now;
using hip_calls_tests::record;

extern "C" {
const char* hipGetErrorName(hipError_t status) {
  static std::map<hipError_t, std::string> names;
  return (names[status] = "error " + std::to_string(status)).c_str();
}
const char* hipGetErrorString(hipError_t status) {
  return status == hipErrorNoDevice ? "no device" : "the text";
}
hipError_t hipGetLastError() { return std::exchange(now.last_error, hipSuccess); }
hipError_t hipGetDeviceCount(int* count) {
  *count = now.devices;
  return record("hipGetDeviceCount");
}
hipError_t hipGetDevice(int* device) {
  *device = now.current;
  return record("hipGetDevice");
}
hipError_t hipSetDevice(int device) { return record("hipSetDevice", device); }
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t which, int device) {
  *value = now.attributes[{which, device}];
  return record("hipDeviceGetAttribute", static_cast<int>(which), device);
}
hipError_t hipGetDeviceProperties(hipDeviceProp_t* found, int device) {
  *found = {};
  std::strcpy(found->name, "a chip");
  std::strcpy(found->gcnArchName, now.architecture);
  found->multiProcessorCount = 110;
  found->warpSize = 64;
  found->maxThreadsPerBlock = 1024;
  found->l2CacheSize = now.l2_bytes;
  found->totalGlobalMem = 99;
  return record("hipGetDeviceProperties", device);
}
hipError_t hipStreamCreate(hipStream_t* made) {
  *made = reinterpret_cast<hipStream_t>(0x50);
  return record("hipStreamCreate");
}
hipError_t hipStreamDestroy(hipStream_t old) { return record("hipStreamDestroy", old); }
hipError_t hipStreamSynchronize(hipStream_t with) { return record("hipStreamSynchronize", with); }
hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus* answer) {
  *answer = now.capture;
  return record("hipStreamIsCapturing");
}
int hipGetStreamDeviceId(hipStream_t) { return now.device_of_streams; }
hipError_t hipEventCreate(hipEvent_t* made) {
  *made = reinterpret_cast<hipEvent_t>(0x60);
  return record("hipEventCreate");
}
hipError_t hipEventDestroy(hipEvent_t old) { return record("hipEventDestroy", old); }
hipError_t hipEventSynchronize(hipEvent_t with) { return record("hipEventSynchronize", with); }
hipError_t hipEventElapsedTime(float* elapsed, hipEvent_t start, hipEvent_t stop) {
  *elapsed = 2.5f;
  return record("hipEventElapsedTime", start, stop);
}
hipError_t hipEventRecord(hipEvent_t what, hipStream_t stream) {
  return record("hipEventRecord", what, stream);
}
hipError_t hipMalloc(void** memory, std::size_t bytes) {
  *memory = reinterpret_cast<void*>(0x70);
  return record("hipMalloc", bytes);
}
hipError_t hipExtMallocWithFlags(void** memory, std::size_t bytes, unsigned flags) {
  *memory = reinterpret_cast<void*>(0x70);
  return record("hipExtMallocWithFlags", bytes, flags);
}
hipError_t hipFree(void* memory) { return record("hipFree", memory); }
hipError_t hipHostMalloc(void** memory, std::size_t bytes, unsigned flags) {
  *memory = reinterpret_cast<void*>(0x80);
  return record("hipHostMalloc", bytes, flags);
}
hipError_t hipHostFree(void* memory) { return record("hipHostFree", memory); }
hipError_t hipMemcpyAsync(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return record("hipMemcpyAsync", to, from, bytes, static_cast<int>(kind), stream);
}
hipError_t hipMemcpy2DAsync(void* to, std::size_t apart_there, const void* from,
                            std::size_t apart_here, std::size_t bytes, std::size_t rows,
                            hipMemcpyKind kind, hipStream_t stream) {
  return record("hipMemcpy2DAsync", to, apart_there, from, apart_here, bytes, rows,
                static_cast<int>(kind), stream);
}
hipError_t hipMemsetAsync(void* memory, int value, std::size_t bytes, hipStream_t stream) {
  return record("hipMemsetAsync", memory, value, bytes, stream);
}
hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind) {
  return record("hipMemcpy", to, from, bytes, static_cast<int>(kind));
}
hipError_t hipMemset(void* memory, int value, std::size_t bytes) {
  return record("hipMemset", memory, value, bytes);
}
hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  return record("hipDeviceEnablePeerAccess", peer, flags);
}
hipError_t hipDeviceCanAccessPeer(int* access, int device, int peer) {
  *access = now.can_access_peer;
  return record("hipDeviceCanAccessPeer", device, peer);
}
hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr which, int device, int peer) {
  *value = which == hipDevP2PAttrNativeAtomicSupported ? now.peer_attribute : 0;
  return record("hipDeviceGetP2PAttribute", device, peer);
}
hipError_t hipDeviceGetPCIBusId(char* id, int length, int device) {
  std::strncpy(id, "0000:c1:00.0", static_cast<std::size_t>(length));
  return record("hipDeviceGetPCIBusId", length, device);
}
hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t* handle, void* memory) {
  std::memcpy(handle, &memory, sizeof memory);
  return record("hipIpcGetMemHandle", memory);
}
hipError_t hipIpcOpenMemHandle(void** memory, hipIpcMemHandle_t handle, unsigned flags) {
  std::memcpy(memory, &handle, sizeof *memory);
  return record("hipIpcOpenMemHandle", flags);
}
hipError_t hipIpcCloseMemHandle(void* memory) { return record("hipIpcCloseMemHandle", memory); }
hipError_t hipLaunchKernel(const void*, dim3, dim3, void**, std::size_t, hipStream_t) {
  return record("hipLaunchKernel");
}
hipError_t hipLaunchCooperativeKernel(const void*, dim3, dim3, void**, unsigned, hipStream_t) {
  return record("hipLaunchCooperativeKernel");
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, std::size_t) {
  return record("hipOccupancyMaxActiveBlocksPerMultiprocessor");
}
}  // extern "C"
