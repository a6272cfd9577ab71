// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_block_scope_or_wider_with_seq_cst

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call() { diatomic::fence(diatomic::seq_cst, diatomic::warp_scope); }
#else
void call() { diatomic::fence(diatomic::seq_cst); }
#endif
