// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: a void pointer does not tell the object's type: cast it
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(void* p) { diatomic::store_add(p, 1); }
#else
void call(void* p) { diatomic::store_add(static_cast<int*>(p), 1); }
#endif
