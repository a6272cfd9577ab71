// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_an_unsigned_integer_for_inc_wrap_and_dec_wrap
// message: inc_wrap

#include <diatomic/compat/cuda_names.hpp>

#if defined(MUST_NOT_COMPILE)
void call(int* p) { diatomic::cuda_names::atomicInc(p, 7); }
#else
void call(unsigned* p) { diatomic::cuda_names::atomicInc(p, 7); }
#endif
