// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The size of an array to allocate.

#include <cstddef>
#include <limits>

#include <diatomic/core/version.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// Bytes of `n` elements, capped at a size that exceeds any device's memory.
template <class T>
constexpr std::size_t bytes_of(std::size_t n) {
  constexpr std::size_t too_many = std::numeric_limits<std::size_t>::max() / 2;
  return n > too_many / sizeof(T) ? too_many : n * sizeof(T);
}

/// Whether the memory of any backend's array is aligned for T: to 256 bytes, as cudaMalloc,
/// hipMalloc and the host's allocations are.
template <class T>
inline constexpr bool is_aligned_in_arrays = alignof(T) <= 256;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
