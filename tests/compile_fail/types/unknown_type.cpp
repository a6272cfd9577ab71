// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_double_because_long_double_has_no_atomic_operations

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
using word = long double;
#else
using word = double;
#endif

word sum(word* total, word summand) { return diatomic::fetch_add(total, summand); }
