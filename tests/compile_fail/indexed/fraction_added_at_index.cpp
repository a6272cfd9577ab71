// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(int* p) { diatomic::store_add_at(p, 1, 2, 1.5); }
#else
void call(int* p, float* f) {
  diatomic::store_add_at(p, 1, 2, 1u);
  diatomic::store_add_at(f, 1, 2, 1.5);
}
#endif
