// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// `diatomic verify`: the shared kernels on the device at hand, against serial references.

#include <cstddef>

struct verify_options {
  std::size_t elements = 1u << 20;  ///< Size of the inputs; at least 1.
  unsigned seed = 1;                ///< Of the inputs: the same seed gives the same ones.
  int device = 0;
};

/// Runs every shared kernel and prints a table of kernel, size, time and result to stdout.
///
/// While it runs, a progress bar stands on stderr if that is a terminal. Returns 0 if every result
/// equals its reference, else 1. A kernel that fails ends the run: the table says which it was, and
/// why. Throws what the runtime throws before the first kernel: no such device.
int run_verify(const verify_options& options);
