// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: a macro is named like a scope or a space
// errors: 1

#if defined(MUST_NOT_COMPILE)
#define warp 32
#endif
#include <diatomic/diatomic.hpp>

DIATOMIC_FUNCTION void call(unsigned* p) { diatomic::store_add(p, 1u, diatomic::warp_scope); }
