// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_an_integer_for_bit_operations_mod_and_shifts
// message: shl

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(float* p) { diatomic::store_shl(p, 1.0f); }
#else
void call(unsigned* p) { diatomic::store_shl(p, 1u); }
#endif
