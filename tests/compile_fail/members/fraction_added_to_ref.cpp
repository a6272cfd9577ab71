// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(diatomic::atomic_ref<int> r) { r.store_add(1.5); }
#else
void call(diatomic::atomic_ref<int> r, diatomic::atomic_ref<float> f, std::size_t n) {
  r.store_add(n);
  f.store_add(1.5);
  f.store_add(n);
}
#endif
