// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// For a shared library: the function must be its instruction, without a call for the variable of
// each thread that operations look at (CMakeLists.txt reads its assembly).

#include <diatomic/diatomic.hpp>

extern "C" unsigned next_number(unsigned* p) { return diatomic::fetch_add(p, 1u); }
