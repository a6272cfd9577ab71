// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The suite `unset_lanes` as a program that each compiler builds at each level of optimisation.

#include <cstdio>

#include "../../suites/dispatch/unset_values.hpp"

int main() {
  const std::string mistakes = test::unset_mistakes();
  std::fputs(mistakes.c_str(), stderr);
  return mistakes.empty() ? 0 : 1;
}
