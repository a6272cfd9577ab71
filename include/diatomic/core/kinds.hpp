// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kinds of objects that support tables distinguish. Independent of the backend.

#include <cstddef>
#include <cstdint>

#include <diatomic/core/detail/backend_select.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// The types of the support tables. `f16` is IEEE's binary16, `bf16` the upper half of a float.
/// `f16x2` and the like are vectors: each element is updated atomically, the whole vector is not.
enum class kind : std::uint8_t {
  unknown,
  i8,
  u8,
  i16,
  u16,
  i32,
  u32,
  i64,
  u64,
  i128,
  u128,
  f16,
  bf16,
  f32,
  f64,
  f16x2,
  bf16x2,
  f32x2,
  f32x4,
  f64x2,
  i32x2,
  i32x4,
  f16x4,
  bf16x4,
};
/// Number of enumerators of `kind`.
inline constexpr int kind_count = 24;

}  // namespace DIATOMIC_VERSION_NS

namespace tables {
inline namespace DIATOMIC_VERSION_NS {

/// The kind of the elements if `k` is a vector; otherwise `k` itself.
DIATOMIC_CONSTEXPR kind element_of(kind k) {
  return k == kind::f16x2 || k == kind::f16x4     ? kind::f16
         : k == kind::bf16x2 || k == kind::bf16x4 ? kind::bf16
         : k == kind::f32x2 || k == kind::f32x4   ? kind::f32
         : k == kind::i32x2 || k == kind::i32x4   ? kind::i32
         : k == kind::f64x2                       ? kind::f64
                                                  : k;
}
/// The kind of the parts by which a vector of kind `k` is updated: words, so pairs of 16-bit floats
/// of four.
DIATOMIC_CONSTEXPR kind part_of(kind k) {
  return k == kind::f16x4 ? kind::f16x2 : k == kind::bf16x4 ? kind::bf16x2 : element_of(k);
}
/// The size in bytes of an object of kind `k`.
DIATOMIC_CONSTEXPR std::size_t size_of(kind k) {
  constexpr std::size_t sizes[kind_count] = {0, 1, 1, 2, 2, 4, 4,  8,  8, 16, 16, 2,
                                             2, 4, 8, 4, 4, 8, 16, 16, 8, 16, 8,  8};
  return sizes[static_cast<int>(k)];
}
/// The number of elements of an object of kind `k`: 1 unless `k` is a vector.
DIATOMIC_CONSTEXPR int element_count(kind k) {
  return k == kind::unknown ? 1 : static_cast<int>(size_of(k) / size_of(element_of(k)));
}
/// The vector kind with `count` elements of the kind `element`; `kind::unknown` if no such kind
/// exists.
DIATOMIC_CONSTEXPR kind vector_kind_of(kind element, int count) {
  std::uint8_t k = count > 1 ? kind_count - 1 : 0;
  while (k > 0 && (element_of(kind{k}) != element || element_count(kind{k}) != count)) --k;
  return kind{k};
}
/// True if `k` is a single float, not a vector.
DIATOMIC_CONSTEXPR bool is_float(kind k) {
  return k == kind::f16 || k == kind::bf16 || k == kind::f32 || k == kind::f64;
}
/// True if `k` is a signed integer.
DIATOMIC_CONSTEXPR bool is_signed_integer(kind k) {
  return k == kind::i8 || k == kind::i16 || k == kind::i32 || k == kind::i64 || k == kind::i128;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace tables
}  // namespace diatomic
