// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: remove_one_of_two_scopes_or_spaces_or_equal_or_contradicting_tags

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(unsigned* p) { diatomic::store_add(p, 1u, diatomic::in_global, diatomic::in_shared); }
#else
void call(unsigned* p) { diatomic::store_add(p, 1u, diatomic::in_global); }
#endif
