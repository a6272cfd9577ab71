// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kinds of AMD's number types. This header only declares the types; include AMD's headers or
/// `<diatomic/atomics/number_types.hpp>` for their definitions.

#include <diatomic/core/types.hpp>

struct __half;
struct __half2;
struct hip_bfloat16;
struct __hip_bfloat16;
struct __hip_bfloat162;
template <class T, unsigned int Count>
struct HIP_vector_type;

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

template <>
inline constexpr kind number_kind_v<_Float16> = kind::f16;
template <>
inline constexpr kind number_kind_v<__half> = kind::f16;
template <>
inline constexpr kind number_kind_v<__half2> = kind::f16x2;
template <>
inline constexpr kind number_kind_v<hip_bfloat16> = kind::bf16;
template <>
inline constexpr kind number_kind_v<__hip_bfloat16> = kind::bf16;
template <>
inline constexpr kind number_kind_v<__hip_bfloat162> = kind::bf16x2;
template <class Element, unsigned int Count>
inline constexpr kind number_kind_v<HIP_vector_type<Element, Count>> =
    detail::vector_kind_v<Element, static_cast<int>(Count)>;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
