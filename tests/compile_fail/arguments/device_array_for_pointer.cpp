// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the first argument must be a pointer to the object: &counter for a variable
// errors: 1

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#if defined(MUST_NOT_COMPILE)
void call(diatomic::device_array<int>& a) { diatomic::store_max(a, 1); }
#else
void call(diatomic::device_array<int>& a) { diatomic::store_max(a.data(), 1); }
#endif
