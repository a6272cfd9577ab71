// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the operation cannot have this order

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(unsigned* p) { diatomic::fetch_add(p, 1u, diatomic::seq_cst, diatomic::warp_scope); }
#else
void call(unsigned* p) { diatomic::fetch_add(p, 1u, diatomic::seq_cst, diatomic::block_scope); }
#endif
