// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: and, or, xor have no meaning on a floating-point type

#include <diatomic/diatomic.hpp>

#if defined(FAIL)
using word = float;
#else
using word = unsigned;
#endif

word clear(word* flags) { return diatomic::fetch_and(flags, word{}); }
