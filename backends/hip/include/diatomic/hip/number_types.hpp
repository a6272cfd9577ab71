// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The number types' names here: AMD's own, and the host's where this HIP has none, or none that
/// this compiler takes (HIP 5's halves and clang 22).

#include <hip/hip_runtime.h>
#include <hip/hip_version.h>

#include <diatomic/hip/kinds.hpp>
#include <diatomic/hip/platform.hpp>
#include <diatomic/host/number_types.hpp>

#if HIP_VERSION_MAJOR >= 6 || DIATOMIC_HIP_OLD_HALF_FUNCTIONS
#define DIATOMIC_HIP_HAS_HALF 1
#include <hip/hip_fp16.h>
#else
#define DIATOMIC_HIP_HAS_HALF 0
#endif
#if __has_include(<hip/hip_bf16.h>)
#define DIATOMIC_HIP_HAS_BFLOAT16 1
#include <hip/hip_bf16.h>
#else
#define DIATOMIC_HIP_HAS_BFLOAT16 0
#endif

namespace diatomic::backends::hip {

#if DIATOMIC_HIP_HAS_HALF
using half = ::__half;
using half2 = ::__half2;
#else
using half = host::half;
using half2 = host::half2;
#endif
#if DIATOMIC_HIP_HAS_BFLOAT16
using bfloat16 = ::__hip_bfloat16;
using bfloat162 = ::__hip_bfloat162;
#else
using bfloat16 = host::bfloat16;
using bfloat162 = host::bfloat162;
#endif
using float2 = ::float2;
using float4 = ::float4;
using double2 = ::double2;

}  // namespace diatomic::backends::hip
