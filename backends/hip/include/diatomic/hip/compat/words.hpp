// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Names that CUDA predefines and HIP lacks. The vendor's headers that declare atomics come first.

#include <diatomic/core/detail/backend_select.hpp>

#include <diatomic/compat/cuda_warps.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <diatomic/atomics/number_types.hpp>

/// CUDA's names of bfloat16.
///@{
using __nv_bfloat16 = diatomic::bfloat16;
using __nv_bfloat162 = diatomic::bfloat162;
///@}
#endif

// HIP's own warpSize is 64 on some chips, but CUDA sources rely on 32. A macro, because HIP's
// warpSize is a variable in this scope.
#undef warpSize
#define warpSize diatomic::cuda_names::warpSize
