// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: require_native
// backends: cuda

#include <diatomic/diatomic.hpp>

using half = diatomic::detail::float16<diatomic::kind::f16>;

#if defined(MUST_NOT_COMPILE)
DIATOMIC_DEVICE void call(half* p, half v) {
  diatomic::store_add(p, v, diatomic::require_native, diatomic::in_global);
}
#else
DIATOMIC_DEVICE void call(half* p, half v) {
  diatomic::store_add(p, v, diatomic::require_native, diatomic::in_global, diatomic::in_array);
}
#endif
