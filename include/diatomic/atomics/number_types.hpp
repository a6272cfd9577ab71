// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The number types that C++ has no name for, under one name on every backend: the vendor's types
/// on a GPU backend, types of the same layout and rounding on the host and where the vendor has
/// none. Includes the vendor's headers; `<diatomic/diatomic.hpp>` does not need this one, and knows
/// the vendor's types without it.

#include <diatomic/atomics/atomic_ref.hpp>
#include DIATOMIC_BACKEND_HEADER(number_types.hpp)

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// IEEE 754's binary16, 2 bytes; converts from and to `float`.
using half = tables::backend::half;
/// The upper 16 bits of a `float`, 2 bytes; converts from and to `float`.
using bfloat16 = tables::backend::bfloat16;
/// Pairs of `half`, aligned to 4 bytes.
using half2 = tables::backend::half2;
/// Pairs of `bfloat16`, aligned to 4 bytes.
using bfloat162 = tables::backend::bfloat162;
/// Vectors with the members x, y (z, w), aligned to their size.
///@{
using tables::backend::double2;
using tables::backend::float2;
using tables::backend::float4;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
