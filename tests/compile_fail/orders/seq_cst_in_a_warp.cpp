// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_block_scope_or_wider_with_seq_cst

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(unsigned* p) { diatomic::fetch_add(p, 1u, diatomic::seq_cst, diatomic::warp_scope); }
#else
void call(unsigned* p) { diatomic::fetch_add(p, 1u, diatomic::seq_cst, diatomic::block_scope); }
#endif
