// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_an_unsigned_integer_for_inc_wrap_and_dec_wrap
// message: inc_wrap

#include <diatomic/diatomic.hpp>

using two_ints = diatomic::detail::pack<int, 2>;

#if defined(MUST_NOT_COMPILE)
void call(two_ints* p, two_ints v) { diatomic::store_inc_wrap(p, v); }
#else
void call(two_ints* p, two_ints v) { diatomic::store_xor(p, v); }
#endif
