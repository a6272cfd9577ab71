// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_an_integer_index_and_length_and_the_operand_then_only_tags
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(float* p) { diatomic::store_add_at(p, 1.5, 2, 1.0f); }
#else
void call(float* p) { diatomic::store_add_at(p, 1L, 2u, 1.0f); }
#endif
