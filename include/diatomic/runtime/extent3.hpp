// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Extents of grids and blocks, and positions in them, in up to three dimensions.

#include <diatomic/core/detail/backend_select.hpp>

#if DIATOMIC_HAS_HOST_CODE
#include <string>
#include <type_traits>
#include <utility>

#include <diatomic/runtime/error.hpp>
#endif

#if DIATOMIC_HAS_HOST_CODE
namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// Not in the constructor, of which each launch has a copy.
template <class Integer>
[[noreturn]] void refuse_size(Integer size) {
  throw runtime_error("extent3", "invalid_configuration",
                      "a size of " + std::to_string(size) + "; it must be from 0 to 2^32 - 1");
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
#endif

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// A position in a grid or a block, from 0 along each dimension.
struct index3 {
  unsigned x;  ///< along x, in which threads are numbered first
  unsigned y;  ///< along y
  unsigned z;  ///< along z, in which threads are numbered last
};

/// The number of blocks in a grid, or of threads in a block, along each dimension.
///
/// Converts implicitly from a number (the size along x), from two or three numbers in braces, and
/// from any type with `x`, `y` and `z`, such as the vendors' `dim3`.
struct extent3 {
  unsigned x = 1;  ///< along x
  unsigned y = 1;  ///< along y
  unsigned z = 1;  ///< along z

  /// `along_x`, `along_y` and `along_z`; each 1 by default.
  DIATOMIC_FUNCTION constexpr extent3(unsigned along_x = 1, unsigned along_y = 1,
                                      unsigned along_z = 1)
      : x(along_x), y(along_y), z(along_z) {}
#if DIATOMIC_HAS_HOST_CODE
  /// `along_x`, of another integer type. Host code throws `runtime_error` if it is negative or
  /// above 2^32 - 1.
  template <class Integer, std::enable_if_t<std::is_arithmetic_v<Integer>, int> = 0>
  DIATOMIC_FUNCTION constexpr extent3(Integer along_x) : x(static_cast<unsigned>(along_x)) {
    static_assert(std::is_integral_v<Integer>, "diatomic: the size of a launch must be an integer");
#if !DIATOMIC_DEVICE_PASS
    if (static_cast<unsigned long long>(along_x) > 0xffffffffu) {  // includes negative numbers
      detail::refuse_size(along_x);
    }
#endif
  }
  /// The sizes of `other`, each of any integer type, as above.
  template <class Other, class = std::enable_if_t<std::is_convertible_v<
                             decltype(std::declval<const Other&>().z), unsigned>>>
  DIATOMIC_FUNCTION constexpr extent3(const Other& other)
      : x(extent3(other.x).x), y(extent3(other.y).x), z(extent3(other.z).x) {}
#endif
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
