// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_the_missing_operand_before_the_tags
// errors: 1

#include <atomic>

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(int* p) { return diatomic::fetch_add(p, std::memory_order_relaxed); }
#else
int call(int* p) { return diatomic::fetch_add(p, 1, std::memory_order_relaxed); }
#endif
