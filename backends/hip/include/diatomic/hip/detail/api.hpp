// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// HIP's runtime API under the names that `backends/gpu` uses, and queries that differ from CUDA's.

#include <cstddef>
#include <cstdlib>
#include <string>

#include <hip/hip_runtime_api.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/gpu/named.hpp>

// Weak: a substitute runtime library for machines without a GPU may lack these functions. The
// checks that use them are then skipped.
extern "C" {
__attribute__((weak)) hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus*);
__attribute__((weak)) int hipGetStreamDeviceId(hipStream_t);
}

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

using native_stream = hipStream_t;
using native_event = hipEvent_t;

inline constexpr const char* invalid_configuration = "hipErrorInvalidConfiguration";
inline constexpr const char* invalid_device = "hipErrorInvalidDevice";

template <>
struct errors_of<hipError_t> {
  static constexpr hipError_t success = hipSuccess;
  static const char* name(hipError_t status) { return hipGetErrorName(status); }
  static const char* text(hipError_t status) { return hipGetErrorString(status); }
  static void forget() { (void)hipGetLastError(); }
};

namespace api {

using status = hipError_t;
using device_attribute = hipDeviceAttribute_t;
using device_properties = hipDeviceProp_t;
using capture_status = hipStreamCaptureStatus;
using memory_handle = hipIpcMemHandle_t;
using cooperative_bytes = unsigned;

inline constexpr status no_device = hipErrorNoDevice;
inline constexpr status capture_implicit = hipErrorStreamCaptureImplicit;
inline constexpr status capture_unsupported = hipErrorStreamCaptureUnsupported;
inline constexpr status invalid_resource_handle = hipErrorInvalidResourceHandle;
inline constexpr status peer_access_already_enabled = hipErrorPeerAccessAlreadyEnabled;
inline constexpr capture_status capture_active = hipStreamCaptureStatusActive;
inline constexpr hipMemcpyKind host_to_device = hipMemcpyHostToDevice;
inline constexpr hipMemcpyKind device_to_host = hipMemcpyDeviceToHost;
inline constexpr unsigned pinned_flags =
    hipHostMallocPortable | hipHostMallocMapped | hipHostMallocCoherent;
inline constexpr unsigned ipc_flags = hipIpcMemLazyEnablePeerAccess;

inline constexpr device_attribute threads_per_block = hipDeviceAttributeMaxThreadsPerBlock;
inline constexpr device_attribute shared_bytes = hipDeviceAttributeMaxSharedMemoryPerBlock;
inline constexpr device_attribute grid_extents[] = {
    hipDeviceAttributeMaxGridDimX, hipDeviceAttributeMaxGridDimY, hipDeviceAttributeMaxGridDimZ};
inline constexpr device_attribute block_extents[] = {
    hipDeviceAttributeMaxBlockDimX, hipDeviceAttributeMaxBlockDimY, hipDeviceAttributeMaxBlockDimZ};
inline constexpr device_attribute multiprocessors = hipDeviceAttributeMultiprocessorCount;
inline constexpr device_attribute host_native_atomics = hipDeviceAttributeHostNativeAtomicSupported;
inline constexpr device_attribute concurrent_managed_access =
    hipDeviceAttributeConcurrentManagedAccess;
inline constexpr device_attribute pageable_memory_access = hipDeviceAttributePageableMemoryAccess;

// Explicit parameters select the function where the runtime also has a template of this name.
inline constexpr named get_device_count{"hipGetDeviceCount", hipGetDeviceCount};
inline constexpr named get_device{"hipGetDevice", hipGetDevice};
inline constexpr named set_device{"hipSetDevice", hipSetDevice};
inline constexpr named get_attribute{"hipDeviceGetAttribute", hipDeviceGetAttribute};
inline constexpr named get_properties{"hipGetDeviceProperties", hipGetDeviceProperties};
inline constexpr named stream_create{"hipStreamCreate", hipStreamCreate};
inline constexpr named stream_destroy{"hipStreamDestroy", hipStreamDestroy};
inline constexpr named stream_synchronize{"hipStreamSynchronize", hipStreamSynchronize};
inline constexpr named<status, native_event*> event_create{"hipEventCreate", hipEventCreate};
inline constexpr named event_destroy{"hipEventDestroy", hipEventDestroy};
inline constexpr named event_synchronize{"hipEventSynchronize", hipEventSynchronize};
inline constexpr named event_elapsed_time{"hipEventElapsedTime", hipEventElapsedTime};
inline constexpr named<status, void**, std::size_t> device_malloc{"hipMalloc", hipMalloc};
inline constexpr named device_free{"hipFree", hipFree};
inline constexpr named<status, void**, std::size_t, unsigned> host_malloc{"hipHostMalloc",
                                                                          hipHostMalloc};
inline constexpr named host_free{"hipHostFree", hipHostFree};
inline constexpr named memcpy_async{"hipMemcpyAsync", hipMemcpyAsync};
inline constexpr named memcpy_rows_async{"hipMemcpy2DAsync", hipMemcpy2DAsync};
inline constexpr named memset_async{"hipMemsetAsync", hipMemsetAsync};
inline constexpr named enable_peer_access{"hipDeviceEnablePeerAccess", hipDeviceEnablePeerAccess};
inline constexpr named ipc_get_handle{"hipIpcGetMemHandle", hipIpcGetMemHandle};
inline constexpr named ipc_open_handle{"hipIpcOpenMemHandle", hipIpcOpenMemHandle};
inline constexpr named ipc_close_handle{"hipIpcCloseMemHandle", hipIpcCloseMemHandle};
inline constexpr named<status, const void*, dim3, dim3, void**, std::size_t, native_stream>
    launch_kernel{"hipLaunchKernel", hipLaunchKernel};
inline constexpr named<status, const void*, dim3, dim3, void**, unsigned, native_stream>
    launch_cooperative{"hipLaunchCooperativeKernel", hipLaunchCooperativeKernel};
inline constexpr named<status, int*, const void*, int, std::size_t> active_blocks{
    "hipOccupancyMaxActiveBlocksPerMultiprocessor", hipOccupancyMaxActiveBlocksPerMultiprocessor};

inline bool means_no_device(status answer) {
  return answer == hipErrorNoDevice || answer == hipErrorInsufficientDriver;
}

inline status is_capturing(native_stream stream, capture_status* answer) {
  return hipStreamIsCapturing == nullptr ? hipSuccess : hipStreamIsCapturing(stream, answer);
}

inline std::string architecture(const device_properties& of) {
  const std::string target = of.gcnArchName;  // with features, as in "gfx90a:sramecc+:xnack-"
  return target.substr(0, target.find(':'));
}
inline int architecture_number(const device_properties& of) {
  return static_cast<int>(std::strtol(architecture(of).c_str() + 3, nullptr, 16));  // after "gfx"
}

inline constexpr bool finds_foreign_streams = false;

inline bool is_default(native_stream stream) { return stream == nullptr; }

/// The device of a stream. Not a device number for some special handles and if the runtime library
/// lacks the query.
inline int device_of(native_stream stream) {
  return hipGetStreamDeviceId == nullptr ? -1 : hipGetStreamDeviceId(stream);
}

}  // namespace api

// Unlike CUDA, large shared memory needs no attribute: HIP ignores
// hipFuncAttributeMaxDynamicSharedMemorySize, and a launch may use all that the device reports.
struct static_shared_bytes {};
inline void allow_shared(const void*, std::size_t, static_shared_bytes) {}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
