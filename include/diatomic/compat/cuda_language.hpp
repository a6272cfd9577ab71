// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What nvcc brings along for a CUDA source, on the CPU and HIP: CUDA's names, C's headers, and the
/// macros by which sources choose their code. On CUDA the macros are nvcc's own.
///
/// - `__CUDA_ARCH__` is 800, the architecture whose functions the library has, unless a `-D` says
///   otherwise. On the CPU it is defined in all code: a `__host__ __device__` function has one body
///   there, and a kernel that took the host's branch would be wrong. So host code takes the
///   device's branch too.
/// - `__CUDACC__`, `__NVCC__` and `__CUDACC_VER_MAJOR__` are as with nvcc of CUDA 12.0, whose names
///   `CUDA_VERSION` and `CUDART_VERSION` stand for: later versions removed some.
///
/// A header of C++ or of this library that is included afterwards is the same as without them.

#include <diatomic/core/detail/host_code.hpp>

// First, because it takes a compiler that defines __CUDACC__ for CUDA's.
#include <diatomic/core/detail/backend_select.hpp>

#include <diatomic/compat/cuda_names_everywhere.hpp>

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#if !defined(__CUDACC__)
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#if !DIATOMIC_IN_HOST_HALF && !defined(__CUDA_ARCH__)
#define __CUDA_ARCH__ 800
#endif
#define CUDA_VERSION 12000
#define CUDART_VERSION 12000
#endif
