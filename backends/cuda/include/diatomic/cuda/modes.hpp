// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Primitives of checked mode, for the chip and, in host code, for the host; and the contention
/// profile's table of calls in kernels: one per source file and device.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/failure.hpp>
#if DIATOMIC_DEVICE_PASS

#if DIATOMIC_HAS_HOST_CODE  // NVRTC predeclares printf
#include <cstdio>
#endif

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

inline constexpr bool knows_spaces = true;

__device__ __forceinline__ bool is_local(const void* p) { return __isLocal(p) != 0; }
/// Whether `in_global` would be wrong for `p`.
__device__ __forceinline__ bool is_outside_global(const void* p) { return __isGlobal(p) == 0; }

/// Prints the failure (mode 1) and traps. The template parameter gives each mode a distinct symbol.
template <int Checked = DIATOMIC_CHECKED>
[[noreturn]] __device__ __noinline__ void fail(detail::failure f) {
  if constexpr (Checked == 1) {
    if (f.has_number) {
      printf(DIATOMIC_DETAIL_FAILURE_FORMAT " %lld (block %u,%u,%u, thread %u,%u,%u)\n",
             DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f), f.number, blockIdx.x, blockIdx.y, blockIdx.z,
             threadIdx.x, threadIdx.y, threadIdx.z);
    } else {
      printf(DIATOMIC_DETAIL_FAILURE_FORMAT " (block %u,%u,%u, thread %u,%u,%u)\n",
             DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f), blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x,
             threadIdx.y, threadIdx.z);
    }
  }
  __trap();
  __builtin_unreachable();
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda

#else
#include <diatomic/host/modes.hpp>
#endif

#if DIATOMIC_PROFILED
#if !DIATOMIC_DEVICE_PASS

#include <cuda_runtime_api.h>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// The vendor's names that `gpu/profile.hpp` uses.
struct profile_api {
  using properties = cudaDeviceProp;
  static constexpr const char* backend = "cuda";
  static constexpr auto success = cudaSuccess;
  static constexpr auto to_host = cudaMemcpyDeviceToHost;
  static constexpr auto warp_size = cudaDevAttrWarpSize;
  static constexpr auto get_device_count = cudaGetDeviceCount;
  static constexpr auto get_device = cudaGetDevice;
  static constexpr auto set_device = cudaSetDevice;
  static constexpr auto synchronize = cudaDeviceSynchronize;
  static constexpr cudaError_t (*get_symbol_address)(void**, const void*) = cudaGetSymbolAddress;
  static constexpr auto copy = cudaMemcpy;
  static constexpr auto fill_bytes = cudaMemset;
  static constexpr cudaError_t (*get_properties)(properties*, int) = cudaGetDeviceProperties;
  static constexpr auto get_attribute = cudaDeviceGetAttribute;
  static constexpr auto forget_error = cudaGetLastError;

  /// Whether the process has the device's primary context.
  static bool is_in_use(int device) {
    using query = int (*)(int device, unsigned* flags, int* active);
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
    unsigned flags = 0;
    int active = 0;
    return cudaGetDriverEntryPointByVersion("cuDevicePrimaryCtxGetState", &function, 12000,
                                            cudaEnableDefault, &found) == cudaSuccess &&
           function != nullptr && reinterpret_cast<query>(function)(device, &flags, &active) == 0 &&
           active != 0;
  }
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda

#endif
#include <diatomic/gpu/profile.hpp>
#endif
