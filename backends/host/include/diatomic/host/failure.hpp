// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What checked mode asks of the host.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/failure.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Only the shared memory that a launch asks for is known. A `__shared__` variable, by CUDA's
/// names, is `thread_local` and looks like any other.
inline constexpr bool knows_spaces = false;

DIATOMIC_FUNCTION bool is_local(const void*) { return false; }

/// The shared memory of the block that this thread of the system runs. The runtime sets it. As
/// `DIATOMIC_HOST_SHARED` says, which host code of GPU backends lacks.
struct shared_range {
  const void* begin = nullptr;
  std::size_t bytes = 0;
};
__attribute__((visibility("default"))) inline thread_local shared_range own_shared_range{};

/// Whether `in_global` is wrong of `p`.
DIATOMIC_FUNCTION bool is_outside_global(const void* p) {
  return reinterpret_cast<std::uintptr_t>(p) -
             reinterpret_cast<std::uintptr_t>(own_shared_range.begin) <
         own_shared_range.bytes;
}

/// Says on stderr what is wrong, and aborts. Its parameter keeps apart what differs by mode.
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
