// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The runtime's host half on HIP: devices, streams, events and memory. The functions are
/// documented in `<diatomic/runtime/runtime.hpp>`.

#include <cstddef>
#include <string>

#include <hip/hip_runtime_api.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/device_properties.hpp>
#include <diatomic/runtime/error.hpp>

// A stand-in for the runtime library that runs programs without a GPU may lack these. What they are
// asked is then left out.
extern "C" {
__attribute__((weak)) hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus*);
__attribute__((weak)) int hipGetStreamDeviceId(hipStream_t);
}

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace driver {

using native_stream = hipStream_t;
using native_event = hipEvent_t;

inline constexpr const char* invalid_configuration = "hipErrorInvalidConfiguration";
inline constexpr const char* invalid_device = "hipErrorInvalidDevice";

inline void check(hipError_t status, const char* call) {
  if (status == hipSuccess) return;
  (void)hipGetLastError();  // It is reported here, so it must not wait for the next who asks.
  throw runtime_error(call, hipGetErrorName(status), hipGetErrorString(status));
}

/// False where a release does not know what it was asked.
inline bool is_answered(hipError_t status) {
  if (status != hipSuccess) (void)hipGetLastError();
  return status == hipSuccess;
}

inline bool means_no_device(hipError_t status) {
  return status == hipErrorNoDevice || status == hipErrorInsufficientDriver;
}

inline int attribute(hipDeviceAttribute_t which, int device) {
  int value = 0;
  check(hipDeviceGetAttribute(&value, which, device), "hipDeviceGetAttribute");
  return value;
}

/// Throws where the call `call` on the stream would end a capture that goes on, of this host thread
/// or another one: a call that waits for the stream, and on the default stream any call, for that
/// waits for all blocking streams.
inline void check_not_captured(native_stream on, const char* call, bool waits) {
  if (hipStreamIsCapturing == nullptr) return;
  hipStreamCaptureStatus status{};
  const hipError_t answer = hipStreamIsCapturing(on, &status);
  if (answer == hipErrorStreamCaptureImplicit) {
    (void)hipGetLastError();
    throw runtime_error(call, hipGetErrorName(answer),
                        "a stream that the default stream waits for is being captured in a graph");
  }
  if (answer != hipSuccess) {  // What went wrong earlier. The call itself reports it.
    (void)hipGetLastError();
  } else if (waits && status == hipStreamCaptureStatusActive) {
    throw runtime_error(call, hipGetErrorName(hipErrorStreamCaptureUnsupported),
                        "the stream is being captured in a graph, so nothing of it is done yet");
  }
}

/// Throws where no work can be queued on the stream. HIP itself runs a kernel on the stream's
/// device, whatever device is current, so it is asked before; where it does not know the stream, as
/// of some special handles, the call itself says what is wrong.
inline void check_stream(native_stream on, const char* call) {
  if (on == nullptr) return check_not_captured(on, call, false);
  if (hipGetStreamDeviceId == nullptr) return;
  int current = 0;
  check(hipGetDevice(&current), "hipGetDevice");
  const int found = hipGetStreamDeviceId(on);
  if (found == current) return;
  int devices = 0;
  check(hipGetDeviceCount(&devices), "hipGetDeviceCount");
  if (found < 0 || found >= devices) return;
  throw runtime_error(
      call, hipGetErrorName(hipErrorInvalidResourceHandle),
      "the stream is none of the current device's, which is device " + std::to_string(current));
}

inline native_stream make_stream() {
  native_stream made = nullptr;
  check(hipStreamCreate(&made), "hipStreamCreate");
  return made;
}
inline void destroy(native_stream old) noexcept { (void)hipStreamDestroy(old); }
inline void synchronize(native_stream with) {
  check_not_captured(with, "hipStreamSynchronize", true);
  check(hipStreamSynchronize(with), "hipStreamSynchronize");
}

inline native_event make_event() {
  native_event made = nullptr;
  check(hipEventCreate(&made), "hipEventCreate");
  return made;
}
inline void destroy(native_event old) noexcept { (void)hipEventDestroy(old); }
inline void record(native_event what, native_stream on) {
  check_stream(on, "hipEventRecord");
  check(hipEventRecord(what, on), "hipEventRecord");
}
inline void synchronize(native_event with) {
  check(hipEventSynchronize(with), "hipEventSynchronize");
}
inline float elapsed_ms(native_event start, native_event stop) {
  float elapsed = 0;
  check(hipEventElapsedTime(&elapsed, start, stop), "hipEventElapsedTime");
  return elapsed;
}

inline void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(hipMalloc(&memory, bytes), "hipMalloc");
  return memory;
}
/// Fine-grained: what one device writes another sees while kernels run on both.
inline void* allocate_for_peers(std::size_t bytes) {
  void* memory = nullptr;
  check(hipExtMallocWithFlags(&memory, bytes, hipDeviceMallocFinegrained), "hipExtMallocWithFlags");
  return memory;
}
inline constexpr bool peer_memory_is_fine_grained = true;
inline void release(void* memory) noexcept { (void)hipFree(memory); }
/// Fine-grained: what one side writes the other sees while the kernel runs.
inline void* allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  check(hipHostMalloc(&memory, bytes,
                      hipHostMallocPortable | hipHostMallocMapped | hipHostMallocCoherent),
        "hipHostMalloc");
  return memory;
}
inline void release_pinned(void* memory) noexcept { (void)hipHostFree(memory); }
// hipMemcpy follows cudaMemcpy, which from pageable memory may return when the data is staged,
// before a non-blocking stream would see it.
inline void copy_to_device(void* to, const void* from, std::size_t bytes) {
  check_not_captured(nullptr, "hipMemcpy", true);
  check(hipMemcpy(to, from, bytes, hipMemcpyHostToDevice), "hipMemcpy");
  synchronize(native_stream{});
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes) {
  check_not_captured(nullptr, "hipMemcpy", true);
  check(hipMemcpy(to, from, bytes, hipMemcpyDeviceToHost), "hipMemcpy");
}
inline void copy_on_device(void* to, const void* from, std::size_t bytes) {
  check_not_captured(nullptr, "hipMemcpy", true);
  check(hipMemcpy(to, from, bytes, hipMemcpyDefault), "hipMemcpy");
  synchronize(native_stream{});
}
inline void fill(void* memory, unsigned char value, std::size_t bytes) {
  check_not_captured(nullptr, "hipMemset", true);
  check(hipMemset(memory, value, bytes), "hipMemset");
  synchronize(native_stream{});
}

inline void queue_copy_to_device(native_stream on, void* to, const void* from, std::size_t bytes) {
  check_stream(on, "hipMemcpyAsync");
  check(hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, on), "hipMemcpyAsync");
}
inline void queue_copy_to_host(native_stream on, void* to, const void* from, std::size_t bytes) {
  check_stream(on, "hipMemcpyAsync");
  check(hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToHost, on), "hipMemcpyAsync");
}
inline void queue_fill(native_stream on, void* memory, unsigned char value, std::size_t bytes) {
  check_stream(on, "hipMemsetAsync");
  check(hipMemsetAsync(memory, value, bytes, on), "hipMemsetAsync");
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
  check(hipGetDevice(&device), "hipGetDevice");
  return {static_cast<unsigned>(attribute(hipDeviceAttributeMaxThreadsPerBlock, device)),
          static_cast<std::size_t>(attribute(hipDeviceAttributeMaxSharedMemoryPerBlock, device))};
}
inline shape_limits most_extents() {
  int device = 0;
  check(hipGetDevice(&device), "hipGetDevice");
  const auto most = [device](hipDeviceAttribute_t which) {
    return static_cast<unsigned>(attribute(which, device));
  };
  return {{most(hipDeviceAttributeMaxGridDimX), most(hipDeviceAttributeMaxGridDimY),
           most(hipDeviceAttributeMaxGridDimZ)},
          {most(hipDeviceAttributeMaxBlockDimX), most(hipDeviceAttributeMaxBlockDimY),
           most(hipDeviceAttributeMaxBlockDimZ)}};
}

}  // namespace driver
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

inline int device_count() {
  int count = 0;
  const hipError_t status = hipGetDeviceCount(&count);
  if (!detail::driver::means_no_device(status)) {
    detail::driver::check(status, "hipGetDeviceCount");
    return count;
  }
  (void)hipGetLastError();
  return 0;
}

inline std::string no_device_reason() {
  int count = 0;
  const hipError_t status = hipGetDeviceCount(&count);
  if (status == hipSuccess && count > 0) return "";
  (void)hipGetLastError();
  const hipError_t why = status == hipSuccess ? hipErrorNoDevice : status;
  return std::string(hipGetErrorString(why)) + " (" + hipGetErrorName(why) + ")";
}

inline int current_device() {
  int device = 0;
  detail::driver::check(hipGetDevice(&device), "hipGetDevice");
  return device;
}

inline void use_device(int device) { detail::driver::check(hipSetDevice(device), "hipSetDevice"); }

inline device_properties properties(int device) {
  hipDeviceProp_t found;
  detail::driver::check(hipGetDeviceProperties(&found, device), "hipGetDeviceProperties");
  device_properties result;
  result.name = found.name;
  const std::string target = found.gcnArchName;  // With features: "gfx90a:sramecc+:xnack-".
  result.architecture = target.substr(0, target.find(':'));
  result.compute_units = found.multiProcessorCount;
  result.warp_size = found.warpSize;
  result.max_threads_per_block = found.maxThreadsPerBlock;
  result.shared_bytes_per_block = found.sharedMemPerBlock;
  result.l2_bytes = found.l2CacheSize > 0 ? static_cast<std::size_t>(found.l2CacheSize) : 0;
  result.memory_bytes = found.totalGlobalMem;
  const auto has = [&](hipDeviceAttribute_t which) {  // What a release does not know: no.
    int value = 0;
    return detail::driver::is_answered(hipDeviceGetAttribute(&value, which, device)) && value != 0;
  };
  result.host_native_atomics = has(hipDeviceAttributeHostNativeAtomicSupported);
  result.concurrent_managed_access = has(hipDeviceAttributeConcurrentManagedAccess);
  result.pageable_memory_access = has(hipDeviceAttributePageableMemoryAccess);
  return result;
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
