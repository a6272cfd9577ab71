// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Usage: kernels lists the names; kernels NAME racy|right runs one kernel once. The status is 1 if
/// it throws, and if the results of the right one are wrong.

#include <cstdio>
#include <exception>

#include "kernels.hpp"

int main(int count, char** arguments) try {
  if (count != 3) {
    for (const auto& pair : kernels::pairs()) std::printf("%s\n", pair.first.c_str());
    return 0;
  }
  const kernels::pair& pair = kernels::pairs().at(arguments[1]);
  if (arguments[2] != std::string("right")) {
    pair.racy();
  } else if (!pair.right()) {
    std::fprintf(stderr, "%s: wrong results\n", arguments[1]);
    return 1;
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
