// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: result_unused is a tag for support_v only
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
int call(diatomic::atomic_ref<int, diatomic::result_unused_t> r) { return r.fetch_add(1); }
#else
void call(diatomic::atomic_ref<int> r) { r.store_add(1); }
#endif
