// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_a_pointer_to_the_object_such_as_its_address_or_get_or_data
// errors: 1

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#if defined(MUST_NOT_COMPILE)
void call(diatomic::device_array<int>& a) { diatomic::store_max(a, 1); }
#else
void call(diatomic::device_array<int>& a) { diatomic::store_max(a.data(), 1); }
#endif
