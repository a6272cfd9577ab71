// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Sizes and places in up to three dimensions: of grids and blocks.

#include <type_traits>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A place in a grid or a block, from 0 along each dimension.
struct index3 {
  unsigned x;
  unsigned y;
  unsigned z;
};

/// How many blocks a grid has along each dimension, or a block threads.
///
/// It is made implicitly from a number, which is the size along x, from two or three in braces, and
/// from what else has `x`, `y` and `z`, as the vendors' `dim3`.
struct extent3 {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;

  /// As many along each dimension; 1 where nothing is said.
  DIATOMIC_FUNCTION constexpr extent3(unsigned along_x = 1, unsigned along_y = 1,
                                      unsigned along_z = 1)
      : x(along_x), y(along_y), z(along_z) {}
  /// The sizes that `other` has.
  template <class Other, class = std::enable_if_t<std::is_convertible_v<
                             decltype(std::declval<const Other&>().z), unsigned>>>
  DIATOMIC_FUNCTION constexpr extent3(const Other& other) : x(other.x), y(other.y), z(other.z) {}
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
