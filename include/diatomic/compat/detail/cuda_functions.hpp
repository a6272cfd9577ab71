// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's functions on numbers that C++ compilers lack and that HIP computes otherwise.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

/// The mean, rounded down or (`r`) up, without overflow. HIP's functions of these names lose the
/// sign and the carry.
///@{
DIATOMIC_FUNCTION int __hadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
DIATOMIC_FUNCTION int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
DIATOMIC_FUNCTION unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
DIATOMIC_FUNCTION unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
///@}

/// `|x - y| + z`. HIP's function overflows.
DIATOMIC_FUNCTION unsigned __sad(int x, int y, unsigned z) {
  const auto a = static_cast<unsigned>(x), b = static_cast<unsigned>(y);
  return (x > y ? a - b : b - a) + z;
}

/// `v` between 0 and 1; 0 for a NaN, which HIP's function returns.
DIATOMIC_FUNCTION float __saturatef(float v) { return !(v > 0) ? 0 : v > 1 ? 1 : v; }

/// The sum of the products of four bytes, plus `z`. HIP lacks it.
///@{
DIATOMIC_FUNCTION int __dp4a(int x, int y, int z) {
  auto sum = static_cast<unsigned>(z);
  for (int i = 0; i < 32; i += 8) {
    sum +=
        static_cast<unsigned>(static_cast<signed char>(x >> i) * static_cast<signed char>(y >> i));
  }
  return static_cast<int>(sum);
}
DIATOMIC_FUNCTION unsigned __dp4a(unsigned x, unsigned y, unsigned z) {
  for (int i = 0; i < 32; i += 8) z += (x >> i & 0xff) * (y >> i & 0xff);
  return z;
}
///@}

/// Loads and stores with a hint for the caches, which is ignored. After `__ldcv` the compiler has
/// read `*p` again.
///@{
#define DIATOMIC_LOAD(name)              \
  template <class T>                     \
  DIATOMIC_FUNCTION T name(const T* p) { \
    return *p;                           \
  }
DIATOMIC_LOAD(__ldca)
DIATOMIC_LOAD(__ldcg)
DIATOMIC_LOAD(__ldcs)
DIATOMIC_LOAD(__ldlu)
#undef DIATOMIC_LOAD
template <class T>
DIATOMIC_FUNCTION T __ldcv(const T* p) {
  asm volatile("" ::: "memory");
  return *p;
}
#define DIATOMIC_STORE(name)                                                \
  template <class T>                                                        \
  DIATOMIC_FUNCTION void name(T* p, typename detail::identity<T>::type v) { \
    *p = v;                                                                 \
  }
DIATOMIC_STORE(__stwb)
DIATOMIC_STORE(__stcg)
DIATOMIC_STORE(__stcs)
DIATOMIC_STORE(__stwt)
#undef DIATOMIC_STORE
///@}

/// The `count`-th set bit of `mask`, from 1 on, at or above bit `from`; if `count` is negative, at
/// or below it; ~0 if there is none. Of a `count` of 0, `from` if its bit is set.
DIATOMIC_FUNCTION unsigned __fns(unsigned mask, unsigned from, int count) {
  const bool is_set = (mask >> from & 1) != 0;
  if (count == 0) return is_set ? from : ~0u;
  for (unsigned bit = from; bit < 32; count > 0 ? ++bit : --bit) {
    if ((mask >> bit & 1) == 0) continue;
    count += count > 0 ? -1 : 1;
    if (count == 0) return bit;
  }
  return ~0u;
}

/// Minima and maxima of one type of integer.
///@{
DIATOMIC_FUNCTION unsigned umin(unsigned x, unsigned y) { return y < x ? y : x; }
DIATOMIC_FUNCTION unsigned umax(unsigned x, unsigned y) { return x < y ? y : x; }
DIATOMIC_FUNCTION long long llmin(long long x, long long y) { return y < x ? y : x; }
DIATOMIC_FUNCTION long long llmax(long long x, long long y) { return x < y ? y : x; }
DIATOMIC_FUNCTION unsigned long long ullmin(unsigned long long x, unsigned long long y) {
  return y < x ? y : x;
}
DIATOMIC_FUNCTION unsigned long long ullmax(unsigned long long x, unsigned long long y) {
  return x < y ? y : x;
}
///@}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
