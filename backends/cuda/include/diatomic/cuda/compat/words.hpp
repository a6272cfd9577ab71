// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The vendor's headers that declare atomics, which must precede the macros that redirect their
/// names. CUDA sources need nothing else on CUDA.

#include <diatomic/core/detail/backend_select.hpp>

#if DIATOMIC_HAS_HOST_CODE || __has_include(<cuda_fp16.h>)
#include <cuda_fp16.h>
#endif
#if DIATOMIC_HAS_HOST_CODE || __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
#endif
