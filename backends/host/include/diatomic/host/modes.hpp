// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Primitives of checked mode on the host; and the contention profile's table of calls in host
/// code, one per program.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/failure.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Only a launch's dynamic shared memory is recognized. A `__shared__` variable in CUDA's names is
/// `thread_local` and looks like any other variable.
inline constexpr bool knows_spaces = false;

DIATOMIC_FUNCTION bool is_local(const void*) { return false; }

/// The shared memory of the block that this OS thread runs, set by the runtime. Host code of GPU
/// backends lacks `DIATOMIC_HOST_SHARED`, so the attribute is spelled out here.
struct shared_range {
  const void* begin = nullptr;
  std::size_t bytes = 0;
};
__attribute__((visibility("default"))) inline thread_local shared_range own_shared_range{};

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

#if DIATOMIC_PROFILED

#include <pthread.h>

#include <diatomic/core/detail/profile_report.hpp>
#include <diatomic/host/warp.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

__attribute__((visibility("default"))) inline detail::profile_table own_profile_counts{};

DIATOMIC_FUNCTION detail::profile_table& profile_counts() { return own_profile_counts; }

__attribute__((visibility("default"))) inline void write_profile_counts(
    detail::profile_writer& to) {
  to.table({"CPU", "host", warp_lanes}, own_profile_counts, false);
}
__attribute__((visibility("default"))) inline void clear_profile_counts() {
  own_profile_counts = {};
}

// A forked process begins without its parent's counts.
[[maybe_unused]] __attribute__((visibility("default"))) inline const bool has_profile_counts =
    detail::add_profile_source({write_profile_counts, clear_profile_counts}) &&
    pthread_atfork(nullptr, nullptr, clear_profile_counts) == 0;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host

#endif
