// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// half, bfloat16 and vectors with the vendors' layout and rounding, where no vendor provides them.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/host/kinds.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// A 16-bit float (`kind::f16`, `kind::bf16`). Arithmetic uses `float` and rounds each operation to
/// nearest even, like the vendors' types.
template <kind Kind>
class alignas(2) float16 {
 public:
  float16() = default;
  DIATOMIC_FUNCTION float16(float v) : bits_(detail::bits_of_float<Kind>(v)) {}
  DIATOMIC_FUNCTION operator float() const { return detail::float_of_bits<Kind>(bits_); }

  DIATOMIC_FUNCTION float16& operator+=(float16 v) { return *this = float{*this} + float{v}; }
  DIATOMIC_FUNCTION float16& operator-=(float16 v) { return *this = float{*this} - float{v}; }
  DIATOMIC_FUNCTION float16& operator*=(float16 v) { return *this = float{*this} * float{v}; }
  DIATOMIC_FUNCTION float16& operator/=(float16 v) { return *this = float{*this} / float{v}; }
  DIATOMIC_FUNCTION friend float16 operator+(float16 a, float16 b) { return a += b; }
  DIATOMIC_FUNCTION friend float16 operator-(float16 a, float16 b) { return a -= b; }
  DIATOMIC_FUNCTION friend float16 operator*(float16 a, float16 b) { return a *= b; }
  DIATOMIC_FUNCTION friend float16 operator/(float16 a, float16 b) { return a /= b; }

 private:
  std::uint16_t bits_;
};

template <class Element>
struct alignas(2 * sizeof(Element)) vector<Element, 2> {
  Element x, y;
};
/// As with CUDA's, pairs of 16-bit floats have a constructor.
template <kind Kind>
struct alignas(4) vector<float16<Kind>, 2> {
  float16<Kind> x, y;

  vector() = default;
  DIATOMIC_FUNCTION vector(float16<Kind> first, float16<Kind> second) : x(first), y(second) {}
};
template <class Element>
struct alignas(4 * sizeof(Element)) vector<Element, 4> {
  Element x, y, z, w;
};

using half = float16<kind::f16>;
using bfloat16 = float16<kind::bf16>;
using half2 = vector<half, 2>;
using bfloat162 = vector<bfloat16, 2>;
using float2 = vector<float, 2>;
using float4 = vector<float, 4>;
using double2 = vector<double, 2>;
using int2 = vector<int, 2>;
using int4 = vector<int, 4>;
using half4 = vector<half, 4>;
using bfloat164 = vector<bfloat16, 4>;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
