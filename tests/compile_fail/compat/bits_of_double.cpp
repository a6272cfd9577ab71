// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_an_integer_for_bit_operations_mod_and_shifts
// message: bit_or

#include <diatomic/compat/cuda_names_everywhere.hpp>

#if defined(MUST_NOT_COMPILE)
void call(double* p) { atomicOr(p, 1.0); }
#else
void call(unsigned short* p) { atomicOr(p, 1); }
#endif
