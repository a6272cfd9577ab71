// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The library's names of the number types, for NVIDIA's own types.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <diatomic/cuda/kinds.hpp>

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

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
