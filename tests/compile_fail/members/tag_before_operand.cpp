// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_the_missing_operand_before_the_tags

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(diatomic::atomic_ref<int> r) { return r.fetch_add(diatomic::relaxed, 1); }
#else
int call(diatomic::atomic_ref<int> r) { return r.fetch_add(1, diatomic::relaxed); }
#endif
