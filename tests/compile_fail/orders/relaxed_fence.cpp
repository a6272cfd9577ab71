// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_acquire_release_acq_rel_or_seq_cst

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call() { diatomic::fence(diatomic::block_scope); }
#else
void call() { diatomic::fence(diatomic::acquire); }
#endif
