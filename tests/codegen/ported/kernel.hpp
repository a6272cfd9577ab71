// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Kernels that nvcc, NVRTC, and clang without HIP's headers compile.

#define KERNEL extern "C" __attribute__((global)) void
