// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What tests look at in a picture.

#include <cstddef>
#include <cstdint>

#include "support/pixels.hpp"

namespace program_test {

inline std::uint8_t at(const program::pixels& p, int x, int y, std::size_t channel = 0) {
  return p.bytes[(static_cast<std::size_t>(y) * static_cast<std::size_t>(p.width) +
                  static_cast<std::size_t>(x)) *
                     3 +
                 channel];
}

/// How many pixels of the box `is_meant(x, y)` is true of.
template <class F>
int count_in(int left, int top, int right, int bottom, F is_meant) {
  int count = 0;
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) count += is_meant(x, y) ? 1 : 0;
  }
  return count;
}

}  // namespace program_test
