// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: remove_one_of_two_orders

#include <diatomic/diatomic.hpp>

unsigned count(unsigned* counter) {
#if defined(MUST_NOT_COMPILE)
  return diatomic::fetch_add(counter, 1u, diatomic::acquire, diatomic::release);
#else
  return diatomic::fetch_add(counter, 1u, diatomic::acq_rel);
#endif
}
