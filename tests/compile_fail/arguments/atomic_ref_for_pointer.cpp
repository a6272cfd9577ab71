// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_a_pointer_to_the_object_such_as_its_address_or_get_or_data
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(const diatomic::atomic_ref<int>& r) { diatomic::store_add(r, 1); }
#else
void call(const diatomic::atomic_ref<int>& r) { r.store_add(1); }
#endif
