// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Primitives of checked mode, for the chip and, in host code, for the host.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/modes/failure.hpp>
#if DIATOMIC_DEVICE_PASS

#if DIATOMIC_HAS_HOST_CODE  // NVRTC predeclares printf
#include <cstdio>
#endif

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

inline constexpr bool knows_spaces = true;

__device__ __forceinline__ bool is_local(const void* p) { return ::__isLocal(p) != 0; }
/// Whether `in_global` would be wrong for `p`.
__device__ __forceinline__ bool is_outside_global(const void* p) { return ::__isGlobal(p) == 0; }

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
#include <diatomic/host/modes/checked.hpp>
#endif
