// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Primitives of checked mode: a failed check throws its message, and knows the spaces of the
/// recorder.

#include <cstdio>
#include <string>

#include <diatomic/modes/failure.hpp>

namespace diatomic::backends::recorder {

inline constexpr bool knows_spaces = true;

/// Memory that counts as a thread's own.
inline space own_local{};
inline bool is_local(const void* p) { return own_local.has(p); }
inline bool is_outside_global(const void* p) { return own_shared.has(p); }

[[noreturn]] inline void fail(const detail::failure& f) {
  char text[512];
  if (f.has_number) {
    std::snprintf(text, sizeof text, DIATOMIC_DETAIL_FAILURE_FORMAT " %lld",
                  DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f), f.number);
  } else {
    std::snprintf(text, sizeof text, DIATOMIC_DETAIL_FAILURE_FORMAT,
                  DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f));
  }
  throw std::string(text);
}

}  // namespace diatomic::backends::recorder
