// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_a_pointer_to_a_complete_type_others_cannot_move_by_elements

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(void** p) { diatomic::fetch_add(p, 1); }
#else
void call(void** p) { diatomic::exchange(p, nullptr, diatomic::relaxed); }
#endif
