// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#include <diatomic/atomics/atomic.hpp>

#if defined(MUST_NOT_COMPILE)
diatomic::atomic<int> a = 1.5;
#else
diatomic::atomic<int> a = 1L;
diatomic::atomic<float> f = 1.5;
#endif
