// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's names on CUDA.

#include <diatomic/core/detail/host_code.hpp>

#include <cuda_runtime.h>
