// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: no operation on this type

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
using word = long double;
#else
using word = double;
#endif

word sum(word* total, word summand) { return diatomic::fetch_add(total, summand); }
