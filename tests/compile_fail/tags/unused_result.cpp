// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: call_store_OP_instead_of_passing_result_unused
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(int* p) { return diatomic::fetch_add(p, 1, diatomic::result_unused); }
#else
void call(int* p) { diatomic::store_add(p, 1); }
#endif
