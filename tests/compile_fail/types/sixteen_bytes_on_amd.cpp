// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: this architecture has no 16-byte operation
// backends: hip

#include <diatomic/diatomic.hpp>

using wide = diatomic::detail::uint128;

#if defined(MUST_NOT_COMPILE)
__attribute__((device)) wide call(wide* p) { return diatomic::exchange(p, *p); }
#else
__attribute__((device)) wide call(wide* p) { return *p; }
#endif
