// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_and_or_xor_or_fetch_update_for_this_enum_or_bool

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(bool* p) { diatomic::store_add(p, true); }
#else
void call(bool* p) { diatomic::store_or(p, true); }
#endif
