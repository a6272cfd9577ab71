// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The library's names of the number types: NVIDIA's own types, and vectors of four 16-bit floats,
/// which NVIDIA lacks.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <diatomic/cuda/kinds.hpp>
#include <diatomic/host/number_types.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

using half = ::__half;
using bfloat16 = ::__nv_bfloat16;
using half2 = ::__half2;
using bfloat162 = ::__nv_bfloat162;
// Not aliases: the launch stubs that nvcc generates name `struct float2`, which an alias cannot be.
using ::double2;
using ::float2;
using ::float4;
using ::int2;
using ::int4;
using half4 = host::vector<half, 4>;
using bfloat164 = host::vector<bfloat16, 4>;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
