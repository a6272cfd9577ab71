// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The random numbers of HPC Challenge's RandomAccess: number k is x^k modulo x^64 + x^2 + x + 1
/// over GF(2); bit i is the coefficient of x^i. A thread can start anywhere in the sequence.

#include <cstdint>

#include <diatomic/diatomic.hpp>

namespace gups {

/// The number after `v`.
DIATOMIC_FUNCTION std::uint64_t next(std::uint64_t v) { return v << 1 ^ (v >> 63 != 0 ? 7 : 0); }

/// The product of two polynomials.
inline std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  for (int bit = 63; bit >= 0; --bit) sum = next(sum) ^ ((b >> bit & 1) != 0 ? a : 0);
  return sum;
}

/// Number k.
inline std::uint64_t number(std::uint64_t k) {
  std::uint64_t result = 1;
  std::uint64_t square = 2;
  for (; k != 0; k >>= 1) {
    if ((k & 1) != 0) result = product(result, square);
    square = product(square, square);
  }
  return result;
}

}  // namespace gups
