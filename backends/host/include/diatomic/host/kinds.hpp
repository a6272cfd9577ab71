// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kinds of the host's number types, which `<diatomic/atomics/number_types.hpp>` defines where
/// no vendor has any.

#include <diatomic/core/types.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
template <kind Kind>
class float16;
template <class Element, int Count>
struct vector;
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

template <kind Kind>
inline constexpr kind number_kind_v<backends::host::float16<Kind>> = Kind;
template <kind Kind>
inline constexpr kind number_kind_v<backends::host::vector<backends::host::float16<Kind>, 2>> =
    detail::pair_of(Kind);
template <>
inline constexpr kind number_kind_v<backends::host::vector<float, 2>> = kind::f32x2;
template <>
inline constexpr kind number_kind_v<backends::host::vector<float, 4>> = kind::f32x4;
template <>
inline constexpr kind number_kind_v<backends::host::vector<double, 2>> = kind::f64x2;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
