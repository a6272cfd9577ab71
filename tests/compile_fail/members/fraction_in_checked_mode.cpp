// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#define DIATOMIC_CHECKED 1
#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(diatomic::atomic_ref<int> r) { r.fetch_add(1.5); }
#else
void call(diatomic::atomic_ref<int> r) { r.fetch_add(1u); }
#endif
