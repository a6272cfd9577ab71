// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the operation does not compute with this type

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(int** p) { diatomic::fetch_max(p, *p); }
#else
void call(int** p) { diatomic::fetch_add(p, 1); }
#endif
