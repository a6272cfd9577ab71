// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// HIP's names for the contention profile's copies of tables on the host. Empty in kernels.

#include <diatomic/core/detail/backend_select.hpp>
#if !DIATOMIC_DEVICE_PASS

#include <hip/hip_runtime_api.h>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// The vendor's names that `gpu/modes/profiled.hpp` uses.
struct profile_api {
  using properties = hipDeviceProp_t;
  static constexpr const char* backend = "hip";
  static constexpr auto success = hipSuccess;
  static constexpr auto to_host = hipMemcpyDeviceToHost;
  static constexpr auto warp_size = hipDeviceAttributeWarpSize;
  static constexpr auto get_device_count = hipGetDeviceCount;
  static constexpr auto get_device = hipGetDevice;
  static constexpr auto set_device = hipSetDevice;
  static constexpr auto synchronize = hipDeviceSynchronize;
  static constexpr hipError_t (*get_symbol_address)(void**, const void*) = hipGetSymbolAddress;
  static constexpr auto copy = hipMemcpy;
  static constexpr auto fill_bytes = hipMemset;
  static constexpr hipError_t (*get_properties)(properties*, int) = hipGetDeviceProperties;
  static constexpr auto get_attribute = hipDeviceGetAttribute;
  static constexpr auto forget_error = hipGetLastError;

  /// Whether the process has the device's primary context.
  static bool is_in_use(int device) {
    unsigned flags = 0;
    int active = 0;
    return hipDevicePrimaryCtxGetState(device, &flags, &active) == hipSuccess && active != 0;
  }
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip

#endif
