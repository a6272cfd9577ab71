// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's functions on the bits and the products of integers.

#include <type_traits>

#include <diatomic/compat/detail/cuda_functions.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/host/compat/vectors.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

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

/// Byte `i` of the result is the byte of `y:x` that bits `4 * i` to `4 * i + 2` of `s` name.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    result |= static_cast<unsigned>(bytes >> 8 * (s >> 4 * i & 7) & 0xff) << 8 * i;
  }
  return result;
}

/// One half of `high:low` after a shift by `shift` modulo 32, or (`c`) by at most 32: the upper
/// half after a shift to the left, the lower half after a shift to the right.
///@{
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return shift >= 32 ? low : static_cast<unsigned>(both << shift >> 32);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned>(both >> (shift >= 32 ? 32 : shift));
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return __funnelshift_lc(low, high, shift & 31);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return __funnelshift_rc(low, high, shift & 31);
}
///@}

/// The upper half of the product.
///@{
inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<detail::uint128>(x) * y >> 64);
}
inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<detail::int128>(x) * y >> 64);
}
///@}

/// The lower 32 bits of the product of the operands' lower 24 bits.
///@{
inline int __mul24(int x, int y) {
  const auto of_24 = [](int v) {
    return static_cast<long long>(static_cast<int>(static_cast<unsigned>(v) << 8) >> 8);
  };
  return static_cast<int>(of_24(x) * of_24(y));
}
inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
///@}

/// `|x - y| + z`.
inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x > y ? x - y : y - x) + z; }

/// The sum of the products of four bytes, plus `z`.
///@{
inline int __dp4a(char4 x, char4 y, int z) {
  return __dp4a(detail::bits_as<int>(x), detail::bits_as<int>(y), z);
}
inline unsigned __dp4a(uchar4 x, uchar4 y, unsigned z) {
  return __dp4a(detail::bits_as<unsigned>(x), detail::bits_as<unsigned>(y), z);
}
///@}

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

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
