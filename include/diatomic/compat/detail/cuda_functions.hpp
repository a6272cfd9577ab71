// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's functions on numbers that C++ compilers lack and that HIP computes otherwise.

#include <diatomic/core/detail/backend_select.hpp>

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

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
