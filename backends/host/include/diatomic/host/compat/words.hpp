// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Names that CUDA predefines and a C++ compiler lacks: qualifiers, `threadIdx` and similar
/// variables, types, and bit functions.

#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/bits.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

/// Three numbers, the type of `threadIdx`.
struct uint3 {
  unsigned x, y, z;
};
/// The extents of a block or a grid.
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned of_x = 1, unsigned of_y = 1, unsigned of_z = 1)
      : x(of_x), y(of_y), z(of_z) {}
  constexpr dim3(uint3 of) : x(of.x), y(of.y), z(of.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

/// The values behind `threadIdx`, `blockIdx`, `blockDim` and `gridDim`.
namespace of_launch {
inline uint3 uint3_of(const index3& place) { return {place.x, place.y, place.z}; }
inline dim3 dim3_of(const extent3& size) { return {size.x, size.y, size.z}; }
inline uint3 thread() { return uint3_of(thread_position()); }
inline uint3 block() { return uint3_of(block_position()); }
inline dim3 block_extents() { return dim3_of(block_extent()); }
inline dim3 grid_extents() { return dim3_of(grid_extent()); }
}  // namespace of_launch

/// The number of set bits; the position of the lowest set bit, from 1, or 0; the leading zeros.
///@{
inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }
inline int __clz(int v) { return v == 0 ? 32 : __builtin_clz(static_cast<unsigned>(v)); }
inline int __clzll(long long v) {
  return v == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(v));
}
///@}

/// The bits in reverse order.
///@{
inline unsigned __brev(unsigned v) {
  unsigned reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= (v >> i & 1u) << (31 - i);
  return reversed;
}
inline unsigned long long __brevll(unsigned long long v) {
  const unsigned long long high = __brev(static_cast<unsigned>(v));
  return high << 32 | __brev(static_cast<unsigned>(v >> 32));
}
///@}

/// The bits of a float as an integer, and back.
///@{
inline int __float_as_int(float v) { return detail::bits_as<int>(v); }
inline unsigned __float_as_uint(float v) { return detail::bits_as<unsigned>(v); }
inline float __int_as_float(int v) { return detail::bits_as<float>(v); }
inline float __uint_as_float(unsigned v) { return detail::bits_as<float>(v); }
inline long long __double_as_longlong(double v) { return detail::bits_as<long long>(v); }
inline double __longlong_as_double(long long v) { return detail::bits_as<double>(v); }
///@}

/// `*p`, which no thread writes during the kernel.
template <class T>
T __ldg(const T* p) {
  return *p;
}

/// Minimum and maximum with CUDA's semantics in kernels: of a NaN and a number, the number; two
/// types convert to their common type.
///@{
template <class A, class B,
          class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
constexpr std::common_type_t<A, B> min(A a, B b) {
  const auto x = static_cast<std::common_type_t<A, B>>(a);
  const auto y = static_cast<std::common_type_t<A, B>>(b);
  return y < x || x != x ? y : x;
}
template <class A, class B,
          class = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
constexpr std::common_type_t<A, B> max(A a, B b) {
  const auto x = static_cast<std::common_type_t<A, B>>(a);
  const auto y = static_cast<std::common_type_t<A, B>>(b);
  return x < y || x != x ? y : x;
}
///@}

}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

// CUDA declares these at file scope.
using diatomic::double2;
using diatomic::float2;
using diatomic::float4;
using diatomic::half;
using diatomic::half2;
using diatomic::cuda_names::__brev;
using diatomic::cuda_names::__brevll;
using diatomic::cuda_names::__clz;
using diatomic::cuda_names::__clzll;
using diatomic::cuda_names::__double_as_longlong;
using diatomic::cuda_names::__ffs;
using diatomic::cuda_names::__ffsll;
using diatomic::cuda_names::__float_as_int;
using diatomic::cuda_names::__float_as_uint;
using diatomic::cuda_names::__int_as_float;
using diatomic::cuda_names::__ldg;
using diatomic::cuda_names::__longlong_as_double;
using diatomic::cuda_names::__popc;
using diatomic::cuda_names::__popcll;
using diatomic::cuda_names::__uint_as_float;
using diatomic::cuda_names::dim3;
using diatomic::cuda_names::max;
using diatomic::cuda_names::min;
using diatomic::cuda_names::uint3;
using diatomic::cuda_names::warpSize;
using __half = diatomic::half;
using __half2 = diatomic::half2;
using __nv_bfloat16 = diatomic::bfloat16;
using __nv_bfloat162 = diatomic::bfloat162;

#define threadIdx (diatomic::cuda_names::of_launch::thread())
#define blockIdx (diatomic::cuda_names::of_launch::block())
#define blockDim (diatomic::cuda_names::of_launch::block_extents())
#define gridDim (diatomic::cuda_names::of_launch::grid_extents())

#define __global__
#define __device__
#define __host__
#define __constant__
// A block's threads are fibers of one OS thread, which runs one block at a time.
#define __shared__ static thread_local
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
// Empty, because C++ libraries use `__attribute__((__noinline__))`.
#define __noinline__
