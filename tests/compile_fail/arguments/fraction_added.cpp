// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(unsigned* p) { diatomic::store_add(p, 1.5); }
#else
void call(unsigned* p, float* f, std::size_t n) {
  diatomic::store_add(p, n);
  diatomic::store_add(f, 1.5);
  diatomic::store_add(f, n);
}
#endif
