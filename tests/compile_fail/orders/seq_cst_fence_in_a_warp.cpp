// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: a seq_cst fence needs block_scope or a wider one

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call() { diatomic::fence(diatomic::seq_cst, diatomic::warp_scope); }
#else
void call() { diatomic::fence(diatomic::seq_cst); }
#endif
