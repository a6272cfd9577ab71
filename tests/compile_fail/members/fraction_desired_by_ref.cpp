// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(diatomic::atomic_ref<int> r) { return r.compare_exchange(0, 1.5f); }
#else
int call(diatomic::atomic_ref<int> r) { return r.compare_exchange(0, 1u); }
#endif
