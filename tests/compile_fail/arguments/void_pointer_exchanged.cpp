// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: cast_the_void_pointer_to_a_pointer_to_the_type_of_the_object
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
bool call(void* p, int seen) { return diatomic::compare_exchange_strong(p, seen, 1); }
#else
bool call(void* p, int seen) {
  return diatomic::compare_exchange_strong(static_cast<int*>(p), seen, 1);
}
#endif
