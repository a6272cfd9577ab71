// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The main function of the programs second_*.cpp. Without arguments a program lists the names of
/// its pairs of kernels; `PROGRAM NAME wrong|right` runs one kernel once. A right kernel with a
/// wrong result is an error.

#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>

namespace second {

using pairs = std::map<std::string, void (*)(bool is_right)>;

/// Checks the result of a right kernel; a wrong kernel may have any.
inline void expect(bool is_right, bool holds) {
  if (is_right && !holds) throw std::runtime_error("a right kernel has a wrong result");
}

inline int run(const pairs& all, int count, char** arguments) try {
  if (count == 3) {
    all.at(arguments[1])(std::string(arguments[2]) == "right");
  } else {
    for (const auto& pair : all) std::printf("%s\n", pair.first.c_str());
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

}  // namespace second
