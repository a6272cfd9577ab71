// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a check of checked mode found, for the backend's `fail`. Knows no backend.

#include <diatomic/core/version.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

struct failure {
  const char* file;
  unsigned line;
  const char* by;         ///< what is between the place and the operation
  const char* form;       ///< "fetch_", "store_" or nothing
  const char* operation;  ///< as in `name_of(op)`
  const char* type;       ///< as in `name_of(kind)`
  const char* problem;
  bool has_number;  ///< whether a number belongs to the problem
  long long number;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail

/// The text and its arguments: a macro, since formats must be literals.
#define DIATOMIC_DETAIL_FAILURE_FORMAT "diatomic: %s:%u: %s%s%s on %s: %s"
#define DIATOMIC_DETAIL_FAILURE_ARGUMENTS(f) \
  (f).file, (f).line, (f).by, (f).form, (f).operation, (f).type, (f).problem
