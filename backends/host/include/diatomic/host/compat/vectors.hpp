// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's vector types with CUDA's sizes and alignments, and the functions that make them.

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/fibers/position.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

/// `N` numbers side by side. Vectors of three are aligned as one number, all others to their size,
/// to at most 16 bytes.
template <class Number, unsigned N>
struct vector;
template <class Number>
struct vector<Number, 1> {
  Number x;
};
template <class Number>
struct alignas(2 * sizeof(Number)) vector<Number, 2> {
  Number x, y;
};
template <class Number>
struct vector<Number, 3> {
  Number x, y, z;
};
template <class Number>
struct alignas(sizeof(Number) == 8 ? 16 : 4 * sizeof(Number)) vector<Number, 4> {
  Number x, y, z, w;
};

inline namespace at_file_scope {

// The vectors that atomics take are the library's.
using diatomic::double2;
using diatomic::float2;
using diatomic::float4;
using diatomic::int2;
using diatomic::int4;
// `threadIdx` and the extents of a launch have these types.
using backends::host::of_cuda::dim3;
using backends::host::of_cuda::uint3;
using int3 = vector<int, 3>;
using float3 = vector<float, 3>;
using double3 = vector<double, 3>;

#define DIATOMIC_VECTORS(name, Number)                                                 \
  using name##1 = vector<Number, 1>;                                                   \
  constexpr name##1 make_##name##1(Number x) { return {x}; }                           \
  constexpr name##2 make_##name##2(Number x, Number y) { return {x, y}; }              \
  constexpr name##3 make_##name##3(Number x, Number y, Number z) { return {x, y, z}; } \
  constexpr name##4 make_##name##4(Number x, Number y, Number z, Number w) { return {x, y, z, w}; }
#define DIATOMIC_INTEGER_VECTORS(name, Number) \
  using name##2 = vector<Number, 2>;           \
  using name##3 = vector<Number, 3>;           \
  using name##4 = vector<Number, 4>;           \
  DIATOMIC_VECTORS(name, Number)

DIATOMIC_INTEGER_VECTORS(char, signed char)
DIATOMIC_INTEGER_VECTORS(uchar, unsigned char)
DIATOMIC_INTEGER_VECTORS(short, short)
DIATOMIC_INTEGER_VECTORS(ushort, unsigned short)
DIATOMIC_VECTORS(int, int)
using uint2 = vector<unsigned, 2>;
using uint4 = vector<unsigned, 4>;
DIATOMIC_VECTORS(uint, unsigned)
DIATOMIC_INTEGER_VECTORS(long, long)
DIATOMIC_INTEGER_VECTORS(ulong, unsigned long)
DIATOMIC_INTEGER_VECTORS(longlong, long long)
DIATOMIC_INTEGER_VECTORS(ulonglong, unsigned long long)
DIATOMIC_VECTORS(float, float)
using double4 = vector<double, 4>;
DIATOMIC_VECTORS(double, double)

#undef DIATOMIC_INTEGER_VECTORS
#undef DIATOMIC_VECTORS

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
