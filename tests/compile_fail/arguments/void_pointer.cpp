// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: cast_the_void_pointer_to_a_pointer_to_the_type_of_the_object
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(void* p) { diatomic::store_add(p, 1); }
#else
void call(void* p) { diatomic::store_add(static_cast<int*>(p), 1); }
#endif
