// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The suites `binning` and `edge_bins`, compiled with options that let the compiler treat floats as
// real numbers.

#include "binning_test.cpp"
#include "edge_bins_test.cpp"
