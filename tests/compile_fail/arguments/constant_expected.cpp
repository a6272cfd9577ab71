// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: pass_expected_as_a_variable_of_the_type_of_the_object_or_use_compare_exchange
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
bool call(int* p) { return diatomic::compare_exchange_strong(p, 0, 1); }
#else
bool call(int* p) {
  int expected = 0;
  return diatomic::compare_exchange_strong(p, expected, 1);
}
#endif
