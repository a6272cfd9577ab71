// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_add_sub_or_fetch_update_for_this_pointer

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(int** p) { diatomic::fetch_max(p, *p); }
#else
void call(int** p) { diatomic::fetch_add(p, 1); }
#endif
