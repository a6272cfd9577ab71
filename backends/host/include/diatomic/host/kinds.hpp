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
template <class Element, int Count>
inline constexpr kind number_kind_v<backends::host::vector<Element, Count>> =
    detail::vector_kind_v<Element, Count>;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
