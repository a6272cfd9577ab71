// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The contention profile (docs/tools/profile.md): when it is written. Without `DIATOMIC_PROFILED`
/// these functions do nothing.

#include <diatomic/core/detail/host_code.hpp>
#if DIATOMIC_PROFILED
#include <stdexcept>

#include <diatomic/modes/profile_counts.hpp>
#include <diatomic/modes/profile_report.hpp>
#endif

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace profile {

/// Writes all counts so far to the file that the environment variable `DIATOMIC_PROFILE_FILE` names
/// (`%p` becomes the number of the process), by default `diatomic_profile.json`. The end of the
/// program writes it again. Waits for the kernels on all devices.
///
/// \throw std::runtime_error if the file cannot be written.
inline void report() {
#if DIATOMIC_PROFILED
  const auto path = detail::profile_path();
  if (!detail::write_profile(path)) {
    throw std::runtime_error("diatomic: cannot write the contention profile to " + path);
  }
#endif
}

/// Sets all counts to zero: what follows is profiled alone. Waits for the kernels on all devices.
inline void clear() {
#if DIATOMIC_PROFILED
  for (const auto& source : detail::profile_sources()) source.clear();
#endif
}

}  // namespace profile
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
