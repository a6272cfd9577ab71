// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The suite `binning`, compiled with options that let the compiler treat floats as real numbers.

#include "binning_test.cpp"
