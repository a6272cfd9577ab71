// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_a_pointer_to_a_non_const_non_volatile_object
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
float call(volatile float* p) { return diatomic::fetch_max(p, 1.0f); }
#else
float call(float* p) { return diatomic::fetch_max(p, 1.0f); }
#endif
