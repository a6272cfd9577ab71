// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The library's names of the number types: AMD's types, or the host backend's if this HIP has
/// none, none that this compiler accepts (HIP 5's half with clang 22), or none with arithmetic
/// (before HIP 6.2 a bfloat16 is a bare struct, and a pair of them is aligned to 2 bytes).

#include <hip/hip_runtime.h>
#include <hip/hip_version.h>

#include <diatomic/hip/kinds.hpp>
#include <diatomic/hip/platform.hpp>
#include <diatomic/host/number_types.hpp>

// Whether the compiler accepts this HIP's half.
#define DIATOMIC_HIP_HAS_HALF (HIP_VERSION_MAJOR >= 6 || DIATOMIC_HIP_OLD_HALF_FUNCTIONS)
#if DIATOMIC_HIP_HAS_HALF
#include <hip/hip_fp16.h>
#endif
#define DIATOMIC_HIP_HAS_BFLOAT16 (HIP_VERSION >= 60200000)
#if DIATOMIC_HIP_HAS_BFLOAT16
#include <hip/hip_bf16.h>
#endif

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

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
using int2 = ::int2;
using int4 = ::int4;
using half4 = host::vector<half, 4>;
using bfloat164 = host::vector<bfloat16, 4>;

#undef DIATOMIC_HIP_HAS_HALF
#undef DIATOMIC_HIP_HAS_BFLOAT16

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
