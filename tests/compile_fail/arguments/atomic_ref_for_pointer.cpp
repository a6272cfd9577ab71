// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the first argument must be a pointer to the object: &counter for a variable
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(const diatomic::atomic_ref<int>& r) { diatomic::store_add(r, 1); }
#else
void call(const diatomic::atomic_ref<int>& r) { r.store_add(1); }
#endif
