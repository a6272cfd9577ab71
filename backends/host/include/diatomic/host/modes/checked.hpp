// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Primitives of checked mode on the host.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/modes/shared_range.hpp>
#include <diatomic/modes/failure.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Only a launch's dynamic shared memory is recognized. A `__shared__` variable in CUDA's names is
/// `thread_local` and looks like any other variable.
inline constexpr bool knows_spaces = false;

DIATOMIC_FUNCTION bool is_local(const void*) { return false; }

/// Whether `in_global` would be wrong for `p`.
DIATOMIC_FUNCTION bool is_outside_global(const void* p) {
  return reinterpret_cast<std::uintptr_t>(p) -
             reinterpret_cast<std::uintptr_t>(own_shared_range.begin) <
         own_shared_range.bytes;
}

/// Prints the failure on stderr (mode 1) and aborts. The template parameter gives each mode a
/// distinct symbol.
template <int Checked = DIATOMIC_CHECKED>
[[noreturn]] void fail(const detail::failure& f) {
  if constexpr (Checked == 1) {
    if (f.has_number) {
      std::fprintf(stderr, DIATOMIC_DETAIL_FAILURE_FORMAT " %lld\n",
                   DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f), f.number);
    } else {
      std::fprintf(stderr, DIATOMIC_DETAIL_FAILURE_FORMAT "\n",
                   DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f));
    }
  }
  std::abort();
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
