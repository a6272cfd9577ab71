// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the type does not support this operation
// message: op::add

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(bool* p) { diatomic::store_add(p, true); }
#else
void call(bool* p) { diatomic::store_or(p, true); }
#endif
