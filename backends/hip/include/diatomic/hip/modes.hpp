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

#if !DIATOMIC_HAS_HOST_CODE
#error "diatomic: DIATOMIC_PROFILED: kernels that are compiled at run time cannot be profiled"
#endif
#include <diatomic/core/detail/profile_table.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

DIATOMIC_DEVICE_VARIABLE detail::profile_table own_profile_counts;

#if DIATOMIC_DEVICE_PASS
DIATOMIC_FUNCTION detail::profile_table& profile_counts() { return own_profile_counts; }
#endif

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip

#if !DIATOMIC_DEVICE_PASS

#include <cstddef>
#include <string>

#include <hip/hip_runtime_api.h>

#include <diatomic/core/detail/profile_report.hpp>
#include <diatomic/gpu/profile.hpp>
#include <diatomic/host/modes.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// The vendor's functions that `gpu/profile.hpp` calls.
struct profile_api {
  static constexpr const char* backend = "hip";

  static bool device_count(int* n) { return hipGetDeviceCount(n) == hipSuccess; }
  static bool get_device(int* device) { return hipGetDevice(device) == hipSuccess; }
  static bool set_device(int device) { return hipSetDevice(device) == hipSuccess; }
  static bool synchronize() { return hipDeviceSynchronize() == hipSuccess; }
  /// Whether the process has the device's primary context.
  static bool is_in_use(int device) {
    unsigned flags = 0;
    int active = 0;
    return hipDevicePrimaryCtxGetState(device, &flags, &active) == hipSuccess && active != 0;
  }
  static bool symbol_address(void** address, const void* symbol) {
    return hipGetSymbolAddress(address, symbol) == hipSuccess;
  }
  static bool copy_to_host(void* to, const void* from, std::size_t bytes) {
    return hipMemcpy(to, from, bytes, hipMemcpyDeviceToHost) == hipSuccess;
  }
  static void set_to_zero(void* at, std::size_t bytes) { (void)hipMemset(at, 0, bytes); }
  static std::string name(int device) {
    hipDeviceProp_t properties{};
    return hipGetDeviceProperties(&properties, device) == hipSuccess ? properties.name : "?";
  }
  static unsigned warp_lanes(int device) {
    int lanes = 0;
    (void)hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
    return static_cast<unsigned>(lanes);
  }
};

// Not inline: without relocatable device code each source file has its own table.
namespace {

inline void write_own_profile_counts(detail::profile_writer& to) {
  gpu::write_profile_counts<profile_api>(&own_profile_counts, to);
}
inline void clear_own_profile_counts() {
  gpu::clear_profile_counts<profile_api>(&own_profile_counts);
}

[[maybe_unused]] const bool has_own_profile_counts = [] {
  // Loads the vendor's library, whose own function at exit must run after ours.
  int count = 0;
  if (!profile_api::device_count(&count)) (void)hipGetLastError();  // no device
  return detail::add_profile_source({write_own_profile_counts, clear_own_profile_counts});
}();

}  // namespace

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip

#endif

#endif
