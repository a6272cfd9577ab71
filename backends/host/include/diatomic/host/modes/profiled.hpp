// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The contention profile's table of calls in host code, one per program.

#include <pthread.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/warp.hpp>
#include <diatomic/modes/profile_report.hpp>

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
