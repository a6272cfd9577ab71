// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Primitives of checked mode, for the chip and, in host code, for the host.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/modes/failure.hpp>
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
#include <diatomic/host/modes/checked.hpp>
#endif
