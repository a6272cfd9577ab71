// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: require_native: on this architecture the entry is a compare-exchange
// message: op::mul

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
DIATOMIC_DEVICE void call(unsigned* p) {
  diatomic::store_mul(p, 1u, diatomic::require_native, diatomic::in_global);
}
#else
DIATOMIC_DEVICE void call(unsigned* p) {
  diatomic::store_add(p, 1u, diatomic::require_native, diatomic::in_global);
}
#endif
