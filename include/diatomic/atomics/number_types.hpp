// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Names, equal on every backend, for number types that C++ does not name: the vendor's types on a
/// GPU backend; on the host, and if the vendor lacks a type, types with the same layout and
/// rounding. Includes the vendor's headers. `<diatomic/diatomic.hpp>` supports the vendor's types
/// without this header.

#include <diatomic/atomics/atomic_ref.hpp>
#include DIATOMIC_BACKEND_HEADER(number_types.hpp)

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// IEEE 754's binary16, 2 bytes; converts from and to `float`.
using half = tables::backend::half;
/// The upper 16 bits of a `float`, 2 bytes; converts from and to `float`.
using bfloat16 = tables::backend::bfloat16;
/// A pair of `half`, aligned to 4 bytes.
using half2 = tables::backend::half2;
/// A pair of `bfloat16`, aligned to 4 bytes.
using bfloat162 = tables::backend::bfloat162;
/// Four `half`, or four `bfloat16`, with the members x, y, z, w, aligned to 8 bytes.
///@{
using half4 = tables::backend::half4;
using bfloat164 = tables::backend::bfloat164;
///@}
/// Vectors with the members x, y (z, w), aligned to their size.
///@{
using tables::backend::double2;
using tables::backend::float2;
using tables::backend::float4;
using tables::backend::int2;
using tables::backend::int4;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
