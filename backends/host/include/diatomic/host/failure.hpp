// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What checked mode asks of the host.

#include <cstdio>
#include <cstdlib>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/failure.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// One memory for all: nothing to be wrong about.
inline constexpr bool knows_spaces = false;

DIATOMIC_FUNCTION bool is_local(const void*) { return false; }

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
