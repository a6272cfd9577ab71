// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A failed check of checked mode, as passed to the backend's `fail`. Independent of the backend.

#include <diatomic/core/version.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

struct failure {
  const char* file;
  unsigned line;
  const char* form;       ///< "fetch_", "store_" or nothing
  const char* operation;  ///< as in `name_of(op)`
  const char* type;       ///< as in `name_of(kind)`
  const char* problem;
  bool has_number;  ///< whether `number` belongs to the message
  long long number;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail

/// The message's format and its arguments: macros, because a format must be a literal.
#define DIATOMIC_DETAIL_FAILURE_FORMAT "diatomic: %s:%u: %s%s on %s: %s"
#define DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f) \
  (f).file, (f).line, (f).form, (f).operation, (f).type, (f).problem
