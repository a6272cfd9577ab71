// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The functions of the substitute runtime.

#include <cstring>

inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = substitute.devices;
  return substitute.record("cudaGetDeviceCount");
}
inline cudaError_t cudaGetDevice(int* device) {
  *device = substitute.current;
  return substitute.record("cudaGetDevice");
}
inline cudaError_t cudaSetDevice(int device) {
  substitute.current = device;
  return substitute.record("cudaSetDevice", device);
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  *value = substitute.attributes[{which, device}];
  return substitute.record("cudaDeviceGetAttribute", static_cast<int>(which), device);
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* found, int device) {
  *found = substitute.properties;
  return substitute.record("cudaGetDeviceProperties", device);
}
inline cudaError_t cudaStreamCreate(cudaStream_t* made) {
  *made = reinterpret_cast<cudaStream_t>(0x50);
  return substitute.record("cudaStreamCreate");
}
inline cudaError_t cudaStreamDestroy(cudaStream_t old) {
  return substitute.record("cudaStreamDestroy", old);
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t with) {
  return substitute.record("cudaStreamSynchronize", with);
}
inline cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* answer) {
  const auto found = substitute.captures.find(stream);
  *answer = found == substitute.captures.end() ? cudaStreamCaptureStatusNone : found->second;
  return substitute.record("cudaStreamIsCapturing", stream);
}
inline cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  std::swap(*mode, substitute.mode);
  return substitute.record("cudaThreadExchangeStreamCaptureMode",
                           static_cast<int>(substitute.mode));
}
inline cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  *device = substitute.stream_devices[stream];
  return substitute.record("cudaStreamGetDevice", stream);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* made) {
  *made = reinterpret_cast<cudaEvent_t>(0x60);
  return substitute.record("cudaEventCreate");
}
inline cudaError_t cudaEventDestroy(cudaEvent_t old) {
  return substitute.record("cudaEventDestroy", old);
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t with) {
  return substitute.record("cudaEventSynchronize", with);
}
inline cudaError_t cudaEventElapsedTime(float* elapsed, cudaEvent_t start, cudaEvent_t stop) {
  *elapsed = substitute.elapsed;
  return substitute.record("cudaEventElapsedTime", start, stop);
}
inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t what, cudaStream_t stream, unsigned how) {
  return substitute.record("cudaEventRecordWithFlags", what, stream, how);
}
inline cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  *memory = reinterpret_cast<void*>(substitute.next_memory);
  return substitute.record("cudaMalloc", bytes);
}
inline cudaError_t cudaFree(void* memory) { return substitute.record("cudaFree", memory); }
inline cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
  *memory = reinterpret_cast<void*>(0x80);
  return substitute.record("cudaHostAlloc", bytes, flags);
}
inline cudaError_t cudaFreeHost(void* memory) { return substitute.record("cudaFreeHost", memory); }
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return substitute.record("cudaMemcpyAsync", to, from, bytes, static_cast<int>(kind), stream);
}
inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t apart_there, const void* from,
                                     std::size_t apart_here, std::size_t bytes, std::size_t rows,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return substitute.record("cudaMemcpy2DAsync", to, apart_there, from, apart_here, bytes, rows,
                           static_cast<int>(kind), stream);
}
inline cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes,
                                   cudaStream_t stream) {
  return substitute.record("cudaMemsetAsync", memory, value, bytes, stream);
}
inline cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return substitute.record("cudaDeviceEnablePeerAccess", peer, flags);
}
inline cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* memory) {
  std::memcpy(handle->reserved, &memory, sizeof memory);
  return substitute.record("cudaIpcGetMemHandle", memory);
}
inline cudaError_t cudaIpcOpenMemHandle(void** memory, cudaIpcMemHandle_t handle, unsigned flags) {
  std::memcpy(memory, handle.reserved, sizeof *memory);
  return substitute.record("cudaIpcOpenMemHandle", flags);
}
inline cudaError_t cudaIpcCloseMemHandle(void* memory) {
  return substitute.record("cudaIpcCloseMemHandle", memory);
}
inline cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t stream) {
  substitute.functions.insert(function);
  if (substitute.on_launch) substitute.on_launch(arguments);
  return substitute.record("cudaLaunchKernel", grid, block, shared_bytes, stream);
}
inline cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                               void** arguments, std::size_t shared_bytes,
                                               cudaStream_t stream) {
  substitute.functions.insert(function);
  if (substitute.on_launch) substitute.on_launch(arguments);
  return substitute.record("cudaLaunchCooperativeKernel", grid, block, shared_bytes, stream);
}
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* each, const void* function,
                                                                 int threads,
                                                                 std::size_t shared_bytes) {
  substitute.functions.insert(function);
  *each = substitute.active_blocks;
  return substitute.record("cudaOccupancyMaxActiveBlocksPerMultiprocessor", threads, shared_bytes);
}
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* found, const void* function) {
  substitute.functions.insert(function);
  found->sharedSizeBytes = substitute.static_shared;
  return substitute.record("cudaFuncGetAttributes");
}
inline cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute which, int value) {
  substitute.functions.insert(function);
  return substitute.record("cudaFuncSetAttribute", static_cast<int>(which), value);
}
inline cudaError_t cudaDeviceCanAccessPeer(int* access, int device, int peer) {
  *access = substitute.can_access_peer ? 1 : 0;
  return substitute.record("cudaDeviceCanAccessPeer", device, peer);
}
inline cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr which, int device,
                                             int peer) {
  *value = substitute.peer_attributes[{which, peer}];
  return substitute.record("cudaDeviceGetP2PAttribute", static_cast<int>(which), device, peer);
}
/// The mask at the number of each operation.
inline cudaError_t answer_capabilities(unsigned* masks, const cudaAtomicOperation* which,
                                       unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    masks[i] = substitute.link_masks.at(static_cast<std::size_t>(which[i]));
  }
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned* masks,
                                                       const cudaAtomicOperation* which,
                                                       unsigned count, int device) {
  answer_capabilities(masks, which, count);
  return substitute.record("cudaDeviceGetHostAtomicCapabilities", count, device);
}
inline cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned* masks,
                                                      const cudaAtomicOperation* which,
                                                      unsigned count, int device, int peer) {
  answer_capabilities(masks, which, count);
  return substitute.record("cudaDeviceGetP2PAtomicCapabilities", count, device, peer);
}

inline cudaError_t cudaDeviceSynchronize() {
  return substitute.record("cudaDeviceSynchronize", substitute.current);
}
inline cudaError_t cudaGetSymbolAddress(void** address, const void*) {
  *address = substitute.symbols[substitute.current];
  return substitute.record("cudaGetSymbolAddress", substitute.current);
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  std::memcpy(to, from, bytes);
  return substitute.record("cudaMemcpy", from, bytes, static_cast<int>(kind));
}
inline cudaError_t cudaMemset(void* memory, int value, std::size_t bytes) {
  std::memset(memory, value, bytes);
  return substitute.record("cudaMemset", memory, value, bytes);
}
/// The driver's state: whether the device has a context.
inline int answer_context_state(int device, unsigned*, int* active) {
  *active = static_cast<int>(substitute.devices_in_use.count(device));
  return device < substitute.devices ? 0 : 1;
}
inline cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned,
                                                    unsigned long long) {
  const bool is_known =
      substitute.has_driver_query && std::string(name) == "cuDevicePrimaryCtxGetState";
  *function = is_known ? reinterpret_cast<void*>(answer_context_state) : nullptr;
  return substitute.record("cudaGetDriverEntryPointByVersion");
}
