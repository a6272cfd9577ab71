// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_an_unsigned_integer_for_inc_wrap_and_dec_wrap
// message: inc_wrap

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
void call(int* p) { diatomic::store_inc_wrap(p, 1); }
#else
void call(unsigned* p) { diatomic::store_inc_wrap(p, 1u); }
#endif
