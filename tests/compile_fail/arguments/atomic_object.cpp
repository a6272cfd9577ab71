// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: declare_the_object_as_a_plain_number_not_as_an_atomic
// errors: 1

#include <atomic>

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(std::atomic<int>* p) { diatomic::store_add(p, 1); }
#else
void call(int* p) { diatomic::store_add(p, 1); }
#endif
