// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: spread_array: use char instead of bool, because std::vector<bool> packs its words
// errors: 1

#include <diatomic/containers/spread_array.hpp>

#if defined(MUST_NOT_COMPILE)
diatomic::spread_array<bool> make() { return diatomic::spread_array<bool>(8); }
#else
diatomic::spread_array<char> make() { return diatomic::spread_array<char>(8); }
#endif
