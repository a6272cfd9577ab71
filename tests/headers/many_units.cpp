// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>

#include "unit.hpp"

int main() {
  unsigned integer = 0;
  float real = 0;
  count_in_first_unit(&integer, &real);
  count_in_second_unit(&integer, &real);
  if (integer == 2 && real == 2) return 0;
  std::fprintf(stderr, "two additions of 1 gave %u and %g\n", integer, static_cast<double>(real));
  return 1;
}
