// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the type must be trivially copyable and have 1, 2, 4, 8 or 16 bytes

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
using word = long double;
#else
using word = double;
#endif

word sum(word* total, word summand) { return diatomic::fetch_add(total, summand); }
