// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Structs that need less alignment than their size, as `std::complex` does, and a function that
/// combines them.

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include <diatomic/core/types.hpp>

namespace test {

/// `Size` bytes that may begin at any multiple of `Alignment`.
template <std::size_t Size, std::size_t Alignment>
struct alignas(Alignment) loose_bytes {
  unsigned char at[Size];
};

/// Associative and commutative; a struct of zeros changes nothing.
struct xor_and_add {
  template <class T>
  DIATOMIC_FUNCTION T operator()(T a, T b) const {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      a.at[i] = static_cast<unsigned char>(i % 2 == 0 ? a.at[i] ^ b.at[i] : a.at[i] + b.at[i]);
    }
    return a;
  }
};

template <class T>
std::vector<T> any_bytes(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> values(n);
  for (T& v : values) {
    for (unsigned char& byte : v.at) byte = static_cast<unsigned char>(random());
  }
  return values;
}

struct loose_bytes_names {
  template <class T>
  static std::string GetName(int) {
    return "size_" + std::to_string(sizeof(T)) + "_alignment_" + std::to_string(alignof(T));
  }
};

}  // namespace test
