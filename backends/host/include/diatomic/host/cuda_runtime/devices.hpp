// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's devices on the CPU: there is one, number 0.

#include <atomic>
#include <cstddef>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/cuda_runtime/events.hpp>
#include <diatomic/host/cuda_runtime/memory.hpp>
#include <diatomic/host/cuda_runtime/properties.hpp>
#include <diatomic/host/fibers/kernel_fiber.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

inline constexpr unsigned cudaDeviceScheduleAuto = 0;
inline constexpr unsigned cudaDeviceScheduleSpin = 1;
inline constexpr unsigned cudaDeviceScheduleYield = 2;
inline constexpr unsigned cudaDeviceScheduleBlockingSync = 4;
inline constexpr unsigned cudaDeviceBlockingSync = 4;
inline constexpr unsigned cudaDeviceScheduleMask = 7;
inline constexpr unsigned cudaDeviceMapHost = 8;
inline constexpr unsigned cudaDeviceLmemResizeToMax = 16;

enum cudaFuncCache : int {
  cudaFuncCachePreferNone = 0,
  cudaFuncCachePreferShared = 1,
  cudaFuncCachePreferL1 = 2,
  cudaFuncCachePreferEqual = 3,
};
enum cudaSharedMemConfig : int {
  cudaSharedMemBankSizeDefault = 0,
  cudaSharedMemBankSizeFourByte = 1,
  cudaSharedMemBankSizeEightByte = 2,
};
enum cudaLimit : int {
  cudaLimitStackSize = 0,
  cudaLimitPrintfFifoSize = 1,
  cudaLimitMallocHeapSize = 2,
};

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {
namespace cuda_state {

/// What the program set last; by default CUDA's values. They limit nothing on the CPU.
DIATOMIC_HOST_SHARED inline std::atomic<std::size_t> limits[] = {1024, 1 << 20, 8 << 20};

}  // namespace cuda_state
}  // namespace DIATOMIC_VERSION_NS
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

/// `value` in `*to`, or `cudaErrorInvalidValue` for a null pointer.
template <class T>
cudaError_t answer(T* to, T value) {
  return cuda_compat::call([&] {
    if (to == nullptr) return cudaErrorInvalidValue;
    *to = value;
    return cudaSuccess;
  });
}
inline cudaError_t check_device(int device) {
  return cuda_compat::call([&] { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}
/// For settings that have no effect on a CPU.
inline cudaError_t check_setting(bool is_valid) {
  return cuda_compat::call([&] { return is_valid ? cudaSuccess : cudaErrorInvalidValue; });
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

inline cudaError_t cudaDeviceSynchronize() { return detail::cuda_compat::check_setting(true); }
inline cudaError_t cudaThreadSynchronize() { return cuda_names::cudaDeviceSynchronize(); }

/// Releases all memory, streams and events. After a kernel has failed it returns that error.
inline cudaError_t cudaDeviceReset() {
  return detail::cuda_compat::call([] {
    namespace state = detail::cuda_state;
    for (const auto& [address, all] : state::allocations().take_all()) {
      if (all.kind != state::memory_kind::registered) {
        detail::runtime_api::release(reinterpret_cast<void*>(address));
      }
    }
    for (const auto& [address, all] : state::streams().take_all()) {
      detail::runtime_api::destroy(reinterpret_cast<cudaStream_t>(address));
    }
    for (const auto& [address, all] : state::events().take_all()) {
      detail::runtime_api::destroy(reinterpret_cast<cudaEvent_t>(address));
    }
    return cudaSuccess;
  });
}
inline cudaError_t cudaThreadExit() { return cuda_names::cudaDeviceReset(); }

inline cudaError_t cudaGetDeviceCount(int* count) { return detail::cuda_compat::answer(count, 1); }
inline cudaError_t cudaGetDevice(int* device) { return detail::cuda_compat::answer(device, 0); }
inline cudaError_t cudaSetDevice(int device) { return detail::cuda_compat::check_device(device); }

/// The version whose names and errors these are.
///@{
inline cudaError_t cudaRuntimeGetVersion(int* version) {
  return detail::cuda_compat::answer(version, detail::cuda_compat::runtime_version);
}
inline cudaError_t cudaDriverGetVersion(int* version) { return cudaRuntimeGetVersion(version); }
///@}

/// CUDA's profiler is never there: both do nothing, as in a CUDA program that runs without it.
///@{
inline cudaError_t cudaProfilerStart() { return detail::cuda_compat::check_setting(true); }
inline cudaError_t cudaProfilerStop() { return detail::cuda_compat::check_setting(true); }
///@}

/// Settings that have no effect on a CPU, whose arguments are checked.
///@{
inline cudaError_t cudaSetDeviceFlags(unsigned flags) {
  return detail::cuda_compat::check_setting(flags <= 31 && (flags & 7) != 3 && (flags & 7) < 5);
}
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return detail::cuda_compat::check_setting(config <= cudaFuncCachePreferEqual);
}
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return detail::cuda_compat::check_setting(config <= cudaSharedMemBankSizeEightByte);
}
///@}
/// A kernel's thread has a stack of 1 MiB on the CPU, where frames are larger than on a GPU: more
/// than 512 KiB is `cudaErrorInvalidValue`.
/// Other limits have no effect: kernels print, and allocate memory, as the host does.
inline cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return detail::cuda_compat::call([&] {
    const bool is_known = limit >= cudaLimitStackSize && limit <= cudaLimitMallocHeapSize;
    const bool is_stack = limit == cudaLimitStackSize;
    if (!is_known || (is_stack && value > backends::host::stack_source::stack_bytes / 2)) {
      return cudaErrorInvalidValue;
    }
    detail::cuda_state::limits[limit].store(value, std::memory_order_relaxed);
    return cudaSuccess;
  });
}
inline cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return detail::cuda_compat::call([&] {
    if (value == nullptr || limit < cudaLimitStackSize || limit > cudaLimitMallocHeapSize) {
      return cudaErrorInvalidValue;
    }
    *value = detail::cuda_state::limits[limit].load(std::memory_order_relaxed);
    return cudaSuccess;
  });
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = 0;
  return detail::cuda_compat::check_setting(true);
}

/// Device 0 has no peer.
///@{
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (device != 0 || peer != 0) return detail::cuda_compat::check_device(-1);
  return detail::cuda_compat::answer(can, 0);
}
inline cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return detail::cuda_compat::call(
      [&] { return peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice; });
}
inline cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return detail::cuda_compat::call(
      [&] { return peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice; });
}
///@}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
