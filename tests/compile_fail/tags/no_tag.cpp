// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_operands_that_convert_to_the_type_of_the_object_then_only_tags

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(unsigned* p) { diatomic::store_add(p, 1u, 5); }
#else
void call(unsigned* p) { diatomic::store_add(p, 1u, diatomic::relaxed); }
#endif
