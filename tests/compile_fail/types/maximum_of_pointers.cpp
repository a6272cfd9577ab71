// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the type does not support this operation

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(int** p) { diatomic::fetch_max(p, *p); }
#else
void call(int** p) { diatomic::fetch_add(p, 1); }
#endif
