// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The runtime's host half on CUDA: devices, streams, events and memory. The functions are
/// documented in `<diatomic/runtime/runtime.hpp>`.

#include <cstddef>
#include <string>

#include <cuda_runtime_api.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/device_properties.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace driver {

using native_stream = cudaStream_t;
using native_event = cudaEvent_t;

inline constexpr const char* invalid_configuration = "cudaErrorInvalidConfiguration";
inline constexpr const char* invalid_device = "cudaErrorInvalidDevice";

inline void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // It is reported here, so it must not wait for the next who asks.
  throw runtime_error(call, cudaGetErrorName(status), cudaGetErrorString(status));
}

/// False where a driver does not know what it was asked.
inline bool is_answered(cudaError_t status) {
  if (status != cudaSuccess) (void)cudaGetLastError();
  return status == cudaSuccess;
}

inline bool means_no_device(cudaError_t status) {
  return status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver ||
         status == cudaErrorStubLibrary;
}

inline int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

/// Throws where the call `call` on the stream would end a capture that goes on, of this host thread
/// or another one: a call that waits for the stream, and on the legacy stream any call, for that
/// waits for all blocking streams. What it asks ends no capture (CUDA Runtime API,
/// cudaStreamIsCapturing).
inline void check_not_captured(native_stream on, const char* call, bool waits) {
  cudaStreamCaptureStatus status{};
  const cudaError_t answer = cudaStreamIsCapturing(on, &status);
  if (answer == cudaErrorStreamCaptureImplicit) {
    (void)cudaGetLastError();
    throw runtime_error(call, cudaGetErrorName(answer),
                        "a stream that the default stream waits for is being captured in a graph");
  }
  if (answer != cudaSuccess) {  // What went wrong earlier. The call itself reports it.
    (void)cudaGetLastError();
  } else if (waits && status == cudaStreamCaptureStatusActive) {
    throw runtime_error(call, cudaGetErrorName(cudaErrorStreamCaptureUnsupported),
                        "the stream is being captured in a graph, so nothing of it is done yet");
  }
}

[[noreturn]] inline void refuse_stream_of_another_device(const char* call, int current) {
  throw runtime_error(
      call, cudaGetErrorName(cudaErrorInvalidResourceHandle),
      "the stream is none of the current device's, which is device " + std::to_string(current));
}

/// Throws where no work can be queued on the stream: on the default stream that waits for one that
/// is being captured, and on another device's. Since CUDA 12.8 the stream is asked for its device,
/// where there are several: newer drivers run a kernel on the stream's device, whatever device is
/// current. With older toolkits `check_queued` finds the calls that failed. A stream that is being
/// captured is not asked: that would end the capture.
inline void check_stream(native_stream on, const char* call) {
  if (on == nullptr || on == cudaStreamLegacy) return check_not_captured(on, call, false);
#if CUDART_VERSION >= 12080
  static const bool are_several = [] {
    int count = 0;
    return is_answered(cudaGetDeviceCount(&count)) && count > 1;
  }();
  cudaStreamCaptureStatus status{};
  if (!are_several || on == cudaStreamPerThread ||
      !is_answered(cudaStreamIsCapturing(on, &status)) || status != cudaStreamCaptureStatusNone) {
    return;
  }
  // Nor must the question disturb what another stream of this thread captures.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  if (!is_answered(cudaThreadExchangeStreamCaptureMode(&mode))) return;
  int found = 0;
  const bool is_known = is_answered(cudaStreamGetDevice(on, &found));
  (void)cudaThreadExchangeStreamCaptureMode(&mode);
  if (!is_known) return;
  int current = 0;
  check(cudaGetDevice(&current), "cudaGetDevice");
  if (found != current) refuse_stream_of_another_device(call, current);
#endif
}

/// As `check`, of a call that queues work on a stream.
inline void check_queued(cudaError_t status, const char* call) {
  if (status != cudaErrorInvalidResourceHandle) return check(status, call);
  (void)cudaGetLastError();
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  refuse_stream_of_another_device(call, device);
}

inline native_stream make_stream() {
  native_stream made = nullptr;
  check(cudaStreamCreate(&made), "cudaStreamCreate");
  return made;
}
inline void destroy(native_stream old) noexcept { (void)cudaStreamDestroy(old); }
inline void synchronize(native_stream with) {
  check_not_captured(with, "cudaStreamSynchronize", true);
  check(cudaStreamSynchronize(with), "cudaStreamSynchronize");
}

inline native_event make_event() {
  native_event made = nullptr;
  check(cudaEventCreate(&made), "cudaEventCreate");
  return made;
}
inline void destroy(native_event old) noexcept { (void)cudaEventDestroy(old); }
/// In a capture, an event that happens each time the graph runs.
inline void record(native_event what, native_stream on) {
  check_stream(on, "cudaEventRecord");
  cudaStreamCaptureStatus status{};
  const bool captured =
      is_answered(cudaStreamIsCapturing(on, &status)) && status == cudaStreamCaptureStatusActive;
  const unsigned how = captured ? cudaEventRecordExternal : cudaEventRecordDefault;
  check_queued(cudaEventRecordWithFlags(what, on, how), "cudaEventRecord");
}
inline void synchronize(native_event with) {
  check(cudaEventSynchronize(with), "cudaEventSynchronize");
}
inline float elapsed_ms(native_event start, native_event stop) {
  float elapsed = 0;
  check(cudaEventElapsedTime(&elapsed, start, stop), "cudaEventElapsedTime");
  return elapsed;
}

inline void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "cudaMalloc");
  return memory;
}
inline void* allocate_for_peers(std::size_t bytes) { return allocate(bytes); }
inline constexpr bool peer_memory_is_fine_grained = false;
inline void release(void* memory) noexcept { (void)cudaFree(memory); }
inline void* allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped),
        "cudaHostAlloc");
  return memory;
}
inline void release_pinned(void* memory) noexcept { (void)cudaFreeHost(memory); }

// The copies go to the legacy stream by its name, which waits for the runtime's streams whatever
// the compiler makes of stream 0. They wait for that stream, since cudaMemcpy would not: from
// pageable memory it returns when the data is staged, and of 64 KB or less at once (CUDA Runtime
// API, "API synchronization behavior"), so that a non-blocking stream could see the old data.
inline void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  check_not_captured(cudaStreamLegacy, "cudaMemcpyAsync", true);
  check(cudaMemcpyAsync(to, from, bytes, kind, cudaStreamLegacy), "cudaMemcpyAsync");
  synchronize(cudaStreamLegacy);
}
inline void copy_to_device(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyHostToDevice);
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyDeviceToHost);
}
inline void copy_on_device(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyDefault);
}
inline void fill(void* memory, unsigned char value, std::size_t bytes) {
  check_not_captured(cudaStreamLegacy, "cudaMemsetAsync", true);
  check(cudaMemsetAsync(memory, value, bytes, cudaStreamLegacy), "cudaMemsetAsync");
  synchronize(cudaStreamLegacy);
}

inline void queue_copy_to_device(native_stream on, void* to, const void* from, std::size_t bytes) {
  check_stream(on, "cudaMemcpyAsync");
  check_queued(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, on), "cudaMemcpyAsync");
}
inline void queue_copy_to_host(native_stream on, void* to, const void* from, std::size_t bytes) {
  check_stream(on, "cudaMemcpyAsync");
  check_queued(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, on), "cudaMemcpyAsync");
}
inline void queue_fill(native_stream on, void* memory, unsigned char value, std::size_t bytes) {
  check_stream(on, "cudaMemsetAsync");
  check_queued(cudaMemsetAsync(memory, value, bytes, on), "cudaMemsetAsync");
}

struct launch_limits {
  unsigned threads_per_block;
  std::size_t shared_bytes;
};
/// Sizes along x, y and z.
struct shape_limits {
  unsigned grid[3];
  unsigned block[3];
};
inline launch_limits limits() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  return {static_cast<unsigned>(attribute(cudaDevAttrMaxThreadsPerBlock, device)),
          static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device))};
}
inline shape_limits most_extents() {
  int device = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  const auto most = [device](cudaDeviceAttr which) {
    return static_cast<unsigned>(attribute(which, device));
  };
  return {
      {most(cudaDevAttrMaxGridDimX), most(cudaDevAttrMaxGridDimY), most(cudaDevAttrMaxGridDimZ)},
      {most(cudaDevAttrMaxBlockDimX), most(cudaDevAttrMaxBlockDimY),
       most(cudaDevAttrMaxBlockDimZ)}};
}

}  // namespace driver
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

inline int device_count() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (!detail::driver::means_no_device(status)) {
    detail::driver::check(status, "cudaGetDeviceCount");
    return count;
  }
  (void)cudaGetLastError();
  return 0;
}

inline std::string no_device_reason() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) return "";
  (void)cudaGetLastError();
  const cudaError_t why = status == cudaSuccess ? cudaErrorNoDevice : status;
  return std::string(cudaGetErrorString(why)) + " (" + cudaGetErrorName(why) + ")";
}

inline int current_device() {
  int device = 0;
  detail::driver::check(cudaGetDevice(&device), "cudaGetDevice");
  return device;
}

inline void use_device(int device) {
  detail::driver::check(cudaSetDevice(device), "cudaSetDevice");
}

inline device_properties properties(int device) {
  cudaDeviceProp found;
  detail::driver::check(cudaGetDeviceProperties(&found, device), "cudaGetDeviceProperties");
  device_properties result;
  result.name = found.name;
  result.architecture = "sm_" + std::to_string(found.major) + std::to_string(found.minor);
  result.compute_units = found.multiProcessorCount;
  result.warp_size = found.warpSize;
  result.max_threads_per_block = found.maxThreadsPerBlock;
  result.shared_bytes_per_block = found.sharedMemPerBlockOptin;
  result.l2_bytes = found.l2CacheSize > 0 ? static_cast<std::size_t>(found.l2CacheSize) : 0;
  result.memory_bytes = found.totalGlobalMem;
  result.host_native_atomics = found.hostNativeAtomicSupported != 0;
  result.concurrent_managed_access = found.concurrentManagedAccess != 0;
  result.pageable_memory_access = found.pageableMemoryAccess != 0;
  return result;
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
