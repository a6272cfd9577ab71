// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Primitives of checked mode, for the chip and, in host code, for the host; and the contention
/// profile's table of calls in kernels: one per source file and device.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/failure.hpp>
#if DIATOMIC_DEVICE_PASS

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

inline constexpr bool knows_spaces = true;

DIATOMIC_FUNCTION bool is_local(const void* p) { return __builtin_amdgcn_is_private(p); }
/// Whether `in_global` would be wrong for `p`.
DIATOMIC_FUNCTION bool is_outside_global(const void* p) { return __builtin_amdgcn_is_shared(p); }

/// Prints the failure (mode 1) and traps. The template parameter gives each mode a distinct symbol.
/// The printf builtin needs no header, only the device libraries.
template <int Checked = DIATOMIC_CHECKED>
[[noreturn]] __attribute__((device, noinline)) void fail(detail::failure f) {
  if constexpr (Checked == 1) {
    const unsigned block[] = {__builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
                              __builtin_amdgcn_workgroup_id_z()};
    const unsigned thread[] = {__builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
                               __builtin_amdgcn_workitem_id_z()};
    if (f.has_number) {
      __builtin_printf(DIATOMIC_DETAIL_FAILURE_FORMAT " %lld (block %u,%u,%u, thread %u,%u,%u)\n",
                       DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f), f.number, block[0], block[1], block[2],
                       thread[0], thread[1], thread[2]);
    } else {
      __builtin_printf(DIATOMIC_DETAIL_FAILURE_FORMAT " (block %u,%u,%u, thread %u,%u,%u)\n",
                       DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f), block[0], block[1], block[2],
                       thread[0], thread[1], thread[2]);
    }
  }
  __builtin_trap();
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip

#else
#include <diatomic/host/modes.hpp>
#endif

#if DIATOMIC_PROFILED
#if !DIATOMIC_DEVICE_PASS

#include <hip/hip_runtime_api.h>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// The vendor's names that `gpu/profile.hpp` uses.
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
#include <diatomic/gpu/profile.hpp>
#endif
