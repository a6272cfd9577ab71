// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The number types' names here: AMD's own, and the host's where this HIP has none.

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#if __has_include(<hip/hip_bf16.h>)
#include <hip/hip_bf16.h>
#endif

#include <diatomic/hip/kinds.hpp>
#include <diatomic/host/number_types.hpp>

namespace diatomic::backends::hip {

using half = ::__half;
using half2 = ::__half2;
#if __has_include(<hip/hip_bf16.h>)
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
