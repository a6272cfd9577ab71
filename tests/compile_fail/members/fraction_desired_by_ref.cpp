// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: a floating-point operand would lose its fraction in an integer object
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(diatomic::atomic_ref<int> r) { return r.compare_exchange(0, 1.5f); }
#else
int call(diatomic::atomic_ref<int> r) { return r.compare_exchange(0, 1u); }
#endif
