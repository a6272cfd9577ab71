// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Smaller tests for slower machines: the environment variable DIATOMIC_TEST_SCALE. And other
/// random choices in each run: DIATOMIC_TEST_SEED.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace test {

/// The factor in DIATOMIC_TEST_SCALE; 1 if it is not set. Throws if it is not a positive number.
inline double scale() {
  const char* text = std::getenv("DIATOMIC_TEST_SCALE");
  if (text == nullptr || *text == '\0') return 1.0;
  char* end = nullptr;
  const double factor = std::strtod(text, &end);
  if (*end != '\0' || !std::isfinite(factor) || factor <= 0) {
    throw std::invalid_argument(std::string("DIATOMIC_TEST_SCALE=") + text +
                                ": a positive number is needed, such as 0.01");
  }
  return factor;
}

/// The number in DIATOMIC_TEST_SEED; 0 if it is not set. Throws if it is no number below 2^20.
inline unsigned seed() {
  const char* text = std::getenv("DIATOMIC_TEST_SEED");
  if (text == nullptr || *text == '\0') return 0;
  char* end = nullptr;
  const unsigned long number = std::strtoul(text, &end, 10);
  if (*end != '\0' || *text == '-' || number >= 1ul << 20) {
    throw std::invalid_argument(std::string("DIATOMIC_TEST_SEED=") + text +
                                ": a number below 2^20 is needed");
  }
  return static_cast<unsigned>(number);
}

/// The size `n` of a test, times the scale, but not under `least`.
inline std::size_t scaled(std::size_t n, std::size_t least) {
  return std::max(least, static_cast<std::size_t>(static_cast<double>(n) * scale()));
}

}  // namespace test

using test::scaled;
