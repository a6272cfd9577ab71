// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `diatomic verify`: checks the shared kernels on a device against serial references.

#include <cstddef>

struct verify_options {
  std::size_t elements = 1u << 20;  ///< Size of the inputs; at least 1.
  unsigned seed = 1;                ///< Seed of the inputs; equal seeds give equal inputs.
  int device = 0;
};

/// Runs every shared kernel and prints a table of kernel, size, time and result to stdout.
///
/// Shows a progress bar on stderr if stderr is a terminal. Returns 0 if every result equals its
/// reference, else 1. A kernel that fails ends the run, and the table shows its error. Exceptions
/// of the runtime before the first kernel, such as for a missing device, pass through.
int run_verify(const verify_options& options);
