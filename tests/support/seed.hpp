// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Other random choices in each run: the environment variable DIATOMIC_TEST_SEED.

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace test {

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

}  // namespace test
