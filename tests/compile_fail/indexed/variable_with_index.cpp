// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the first argument must be a pointer to the object: &counter for a variable
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(int (&table)[2][2]) { diatomic::store_add_at(table[0][0], 1, 2, 1); }
#else
void call(int (&table)[2][2]) { diatomic::store_add_at(&table[0][0], 1, 2, 1); }
#endif
