// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(int* p) { return diatomic::compare_exchange(p, 0, 0.5f); }
#else
int call(int* p) { return diatomic::compare_exchange(p, 0, static_cast<int>(0.5f)); }
#endif
