// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: remove_one_of_two_orders

#include <atomic>

#include <diatomic/diatomic.hpp>

void call(unsigned* p) {
#if defined(MUST_NOT_COMPILE)
  diatomic::store(p, 1u, diatomic::release, std::memory_order_release);
#else
  diatomic::store(p, 1u, std::memory_order_release);
#endif
}
