// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_a_pointer_to_the_object_such_as_its_address_or_get_or_data
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(int (&table)[2][2]) { diatomic::store_add_at(table[0][0], 1, 2, 1); }
#else
void call(int (&table)[2][2]) { diatomic::store_add_at(&table[0][0], 1, 2, 1); }
#endif
