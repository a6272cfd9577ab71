// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_operands_that_convert_to_the_type_of_the_object_then_only_tags

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(diatomic::atomic_ref<int> r) { return r.fetch_add(diatomic::relaxed, 1); }
#else
int call(diatomic::atomic_ref<int> r) { return r.fetch_add(1, diatomic::relaxed); }
#endif
