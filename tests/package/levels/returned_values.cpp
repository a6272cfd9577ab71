// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The suite `returned_values` as a program, for compilers and options that merge a product with a
// sum, or reorder sums.

#include <cstdio>

#include "../../suites/dispatch/returned_values.hpp"

int main() {
#if defined(__x86_64__) && defined(__FMA__)
  if (!__builtin_cpu_supports("fma")) return 77;  // skipped
#endif
  const std::string mistakes = test::returned_value_mistakes();
  std::fputs(mistakes.c_str(), stderr);
  return mistakes.empty() ? 0 : 1;
}
