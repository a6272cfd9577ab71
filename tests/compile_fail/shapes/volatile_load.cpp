// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_a_pointer_to_a_non_volatile_object_then_only_tags
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(volatile int* p) { return diatomic::load(p); }
#else
int call(int* p) { return diatomic::load(p); }
#endif
