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

#if !DIATOMIC_HAS_HOST_CODE
#error "diatomic: DIATOMIC_PROFILED: kernels that are compiled at run time cannot be profiled"
#endif
#include <diatomic/core/detail/profile_table.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

DIATOMIC_DEVICE_VARIABLE detail::profile_table own_profile_counts;

#if DIATOMIC_DEVICE_PASS
DIATOMIC_FUNCTION detail::profile_table& profile_counts() { return own_profile_counts; }
#endif

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda

#if !DIATOMIC_DEVICE_PASS

#include <cstddef>
#include <string>

#include <cuda_runtime_api.h>

#include <diatomic/core/detail/profile_report.hpp>
#include <diatomic/gpu/profile.hpp>
#include <diatomic/host/modes.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// The vendor's functions that `gpu/profile.hpp` calls.
struct profile_api {
  static constexpr const char* backend = "cuda";

  static bool device_count(int* n) { return cudaGetDeviceCount(n) == cudaSuccess; }
  static bool get_device(int* device) { return cudaGetDevice(device) == cudaSuccess; }
  static bool set_device(int device) { return cudaSetDevice(device) == cudaSuccess; }
  static bool synchronize() { return cudaDeviceSynchronize() == cudaSuccess; }
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
  static bool symbol_address(void** address, const void* symbol) {
    return cudaGetSymbolAddress(address, symbol) == cudaSuccess;
  }
  static bool copy_to_host(void* to, const void* from, std::size_t bytes) {
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
  }
  static void set_to_zero(void* at, std::size_t bytes) { (void)cudaMemset(at, 0, bytes); }
  static std::string name(int device) {
    cudaDeviceProp properties{};
    return cudaGetDeviceProperties(&properties, device) == cudaSuccess ? properties.name : "?";
  }
  static unsigned warp_lanes(int device) {
    int lanes = 0;
    (void)cudaDeviceGetAttribute(&lanes, cudaDevAttrWarpSize, device);
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
  if (!profile_api::device_count(&count)) (void)cudaGetLastError();  // no device
  return detail::add_profile_source({write_own_profile_counts, clear_own_profile_counts});
}();

}  // namespace

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda

#endif

#endif
