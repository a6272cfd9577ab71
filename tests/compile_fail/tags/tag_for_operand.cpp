// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_the_missing_operand_before_the_tags
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(float* p) { diatomic::store_add(p, diatomic::relaxed, 1.0f); }
#else
void call(float* p) { diatomic::store_add(p, 1.0f, diatomic::relaxed); }
#endif
