// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kinds of NVIDIA's number types. This header only declares half and bfloat16; include
/// NVIDIA's headers or `<diatomic/atomics/number_types.hpp>` for their definitions.

#include <diatomic/core/types.hpp>

struct __half;
struct __half2;
struct __nv_bfloat16;
struct __nv_bfloat162;

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

template <>
inline constexpr kind number_kind_v<__half> = kind::f16;
template <>
inline constexpr kind number_kind_v<__half2> = kind::f16x2;
template <>
inline constexpr kind number_kind_v<__nv_bfloat16> = kind::bf16;
template <>
inline constexpr kind number_kind_v<__nv_bfloat162> = kind::bf16x2;
template <>
inline constexpr kind number_kind_v<::float2> = kind::f32x2;
template <>
inline constexpr kind number_kind_v<::float4> = kind::f32x4;
template <>
inline constexpr kind number_kind_v<::double2> = kind::f64x2;
template <>
inline constexpr kind number_kind_v<::int2> = kind::i32x2;
template <>
inline constexpr kind number_kind_v<::int4> = kind::i32x4;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
