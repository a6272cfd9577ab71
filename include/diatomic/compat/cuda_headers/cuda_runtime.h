// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Stands in for CUDA's header of this name, on the CPU and HIP: all that CUDA's runtime and nvcc
/// bring along. The other headers of this folder include this one.

#include <diatomic/compat/cuda_language.hpp>

#include <diatomic/compat/cuda_runtime.hpp>
