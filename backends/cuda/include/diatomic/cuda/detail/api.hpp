// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's runtime API under the names that `backends/gpu` uses, and queries that differ from HIP's.

#include <array>
#include <atomic>
#include <cstddef>
#include <string>

#include <cuda_runtime_api.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/gpu/named.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

using native_stream = cudaStream_t;
using native_event = cudaEvent_t;

inline constexpr const char* invalid_configuration = "cudaErrorInvalidConfiguration";
inline constexpr const char* invalid_device = "cudaErrorInvalidDevice";

template <>
struct errors_of<cudaError_t> {
  static constexpr cudaError_t success = cudaSuccess;
  static const char* name(cudaError_t status) { return cudaGetErrorName(status); }
  static const char* text(cudaError_t status) { return cudaGetErrorString(status); }
  static void forget() { (void)cudaGetLastError(); }
};

namespace api {

using status = cudaError_t;
using device_attribute = cudaDeviceAttr;
using device_properties = cudaDeviceProp;
using capture_status = cudaStreamCaptureStatus;
using memory_handle = cudaIpcMemHandle_t;
using cooperative_bytes = std::size_t;

inline constexpr status no_device = cudaErrorNoDevice;
inline constexpr status capture_implicit = cudaErrorStreamCaptureImplicit;
inline constexpr status capture_unsupported = cudaErrorStreamCaptureUnsupported;
inline constexpr status invalid_resource_handle = cudaErrorInvalidResourceHandle;
inline constexpr status peer_access_already_enabled = cudaErrorPeerAccessAlreadyEnabled;
inline constexpr capture_status capture_active = cudaStreamCaptureStatusActive;
inline constexpr cudaMemcpyKind host_to_device = cudaMemcpyHostToDevice;
inline constexpr cudaMemcpyKind device_to_host = cudaMemcpyDeviceToHost;
inline constexpr unsigned pinned_flags = cudaHostAllocPortable | cudaHostAllocMapped;
inline constexpr unsigned ipc_flags = cudaIpcMemLazyEnablePeerAccess;

inline constexpr device_attribute threads_per_block = cudaDevAttrMaxThreadsPerBlock;
inline constexpr device_attribute shared_bytes = cudaDevAttrMaxSharedMemoryPerBlockOptin;
inline constexpr device_attribute grid_extents[] = {cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY,
                                                    cudaDevAttrMaxGridDimZ};
inline constexpr device_attribute block_extents[] = {
    cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ};
inline constexpr device_attribute multiprocessors = cudaDevAttrMultiProcessorCount;
inline constexpr device_attribute host_native_atomics = cudaDevAttrHostNativeAtomicSupported;
inline constexpr device_attribute concurrent_managed_access = cudaDevAttrConcurrentManagedAccess;
inline constexpr device_attribute pageable_memory_access = cudaDevAttrPageableMemoryAccess;

// Explicit parameters select the function where the runtime has several of this name. CUDA 13.5
// has a second `cudaMemcpyAsync`.
inline constexpr named get_device_count{"cudaGetDeviceCount", cudaGetDeviceCount};
inline constexpr named get_device{"cudaGetDevice", cudaGetDevice};
inline constexpr named set_device{"cudaSetDevice", cudaSetDevice};
inline constexpr named get_attribute{"cudaDeviceGetAttribute", cudaDeviceGetAttribute};
inline constexpr named get_properties{"cudaGetDeviceProperties", cudaGetDeviceProperties};
inline constexpr named stream_create{"cudaStreamCreate", cudaStreamCreate};
inline constexpr named stream_destroy{"cudaStreamDestroy", cudaStreamDestroy};
inline constexpr named stream_synchronize{"cudaStreamSynchronize", cudaStreamSynchronize};
inline constexpr named<status, native_event*> event_create{"cudaEventCreate", cudaEventCreate};
inline constexpr named event_destroy{"cudaEventDestroy", cudaEventDestroy};
inline constexpr named event_synchronize{"cudaEventSynchronize", cudaEventSynchronize};
inline constexpr named event_elapsed_time{"cudaEventElapsedTime", cudaEventElapsedTime};
inline constexpr named<status, void**, std::size_t> device_malloc{"cudaMalloc", cudaMalloc};
inline constexpr named device_free{"cudaFree", cudaFree};
inline constexpr named<status, void**, std::size_t, unsigned> host_malloc{"cudaHostAlloc",
                                                                          cudaHostAlloc};
inline constexpr named host_free{"cudaFreeHost", cudaFreeHost};
using copy = named<status, void*, const void*, std::size_t, cudaMemcpyKind, native_stream>;
inline constexpr copy memcpy_async{"cudaMemcpyAsync", cudaMemcpyAsync};
inline constexpr named memcpy_rows_async{"cudaMemcpy2DAsync", cudaMemcpy2DAsync};
inline constexpr named memset_async{"cudaMemsetAsync", cudaMemsetAsync};
inline constexpr named enable_peer_access{"cudaDeviceEnablePeerAccess", cudaDeviceEnablePeerAccess};
inline constexpr named ipc_get_handle{"cudaIpcGetMemHandle", cudaIpcGetMemHandle};
inline constexpr named ipc_open_handle{"cudaIpcOpenMemHandle", cudaIpcOpenMemHandle};
inline constexpr named ipc_close_handle{"cudaIpcCloseMemHandle", cudaIpcCloseMemHandle};
using launch = named<status, const void*, dim3, dim3, void**, std::size_t, native_stream>;
inline constexpr launch launch_kernel{"cudaLaunchKernel", cudaLaunchKernel};
inline constexpr launch launch_cooperative{"cudaLaunchCooperativeKernel",
                                           cudaLaunchCooperativeKernel};
inline constexpr named<status, int*, const void*, int, std::size_t> active_blocks{
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor", cudaOccupancyMaxActiveBlocksPerMultiprocessor};

inline bool means_no_device(status answer) {
  return answer == cudaErrorNoDevice || answer == cudaErrorInsufficientDriver ||
         answer == cudaErrorStubLibrary;
}

inline status is_capturing(native_stream stream, capture_status* answer) {
  return cudaStreamIsCapturing(stream, answer);
}

inline std::string architecture(const device_properties& of) {
  return "sm_" + std::to_string(of.major) + std::to_string(of.minor);
}
inline int architecture_number(const device_properties& of) { return 10 * of.major + of.minor; }

/// Whether calls on another device's stream fail with `invalid_resource_handle`.
inline constexpr bool finds_foreign_streams = true;

inline bool is_default(native_stream stream) {
  return stream == nullptr || stream == cudaStreamLegacy;
}

/// The device of a stream, or -1 if unknown. Since CUDA 12.8, with several devices, the runtime
/// reports it: newer drivers run a kernel on the stream's device, whatever device is current. No
/// query for a stream in capture, because the query would end the capture.
inline int device_of([[maybe_unused]] native_stream stream) {
  int device = -1;
#if CUDART_VERSION >= 12080
  static const bool are_several = [] {
    int count = 0;
    return is_answered(cudaGetDeviceCount(&count)) && count > 1;
  }();
  capture_status capture{};
  if (!are_several || stream == cudaStreamPerThread ||
      !is_answered(is_capturing(stream, &capture)) || capture != cudaStreamCaptureStatusNone) {
    return -1;
  }
  // Relaxed mode keeps the query from disturbing another stream's capture in this thread.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  if (!is_answered(cudaThreadExchangeStreamCaptureMode(&mode))) return -1;
  if (!is_answered(cudaStreamGetDevice(stream, &device))) device = -1;
  (void)cudaThreadExchangeStreamCaptureMode(&mode);
#endif
  return device;
}

}  // namespace api

/// Static shared memory of a kernel on each device, plus 1; 0 before the first query.
using static_shared_bytes = std::array<std::atomic<unsigned>, 64>;

/// Bytes of static shared memory of the function on the device.
inline std::size_t static_shared(const void* function, int device, static_shared_bytes& known) {
  const auto index = static_cast<std::size_t>(device);
  const unsigned found = index < known.size() ? known[index].load(std::memory_order_relaxed) : 0;
  if (found != 0) return found - 1;
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, function), "cudaFuncGetAttributes");
  const auto bytes = static_cast<unsigned>(attributes.sharedSizeBytes);
  if (index < known.size()) known[index].store(bytes + 1, std::memory_order_relaxed);
  return bytes;
}

/// Allows the function `bytes` of dynamic shared memory on the current device.
///
/// A launch with more than 48 KiB in all needs an attribute of the function, which all host threads
/// share. The attribute is always set to the device's maximum: a thread that set only what its own
/// launch needs could make the launch of another thread fail. The attribute is only a bound;
/// occupancy and the L1 split depend on the launch's actual size. Each such launch sets the
/// attribute again, because a new context (`cudaDeviceReset`) forgets it.
inline void allow_shared(const void* function, std::size_t bytes, static_shared_bytes& known) {
  int device = 0;
  check(api::get_device(&device));
  const std::size_t taken = static_shared(function, device, known);
  if (bytes + taken <= 48 * 1024) return;
  int max_bytes = 0;
  check(api::get_attribute(&max_bytes, api::shared_bytes, device));
  check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             max_bytes - static_cast<int>(taken)),
        "cudaFuncSetAttribute");
}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
