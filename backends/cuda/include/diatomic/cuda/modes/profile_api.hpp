// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's names for the contention profile's copies of tables on the host. Empty in kernels.

#include <diatomic/core/detail/backend_select.hpp>
#if !DIATOMIC_DEVICE_PASS

#include <cuda_runtime_api.h>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// The vendor's names that `gpu/modes/profiled.hpp` uses.
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
    unsigned flags = 0;
    int active = 0;
    constexpr const char* name = "cuDevicePrimaryCtxGetState";
#if CUDART_VERSION >= 12050
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault);
#else
    const cudaError_t error = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault);
#endif
    return error == cudaSuccess && function != nullptr &&
           reinterpret_cast<query>(function)(device, &flags, &active) == 0 && active != 0;
  }
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda

#endif
