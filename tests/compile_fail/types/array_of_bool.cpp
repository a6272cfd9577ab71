// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: device_array: use char instead of bool, because std::vector<bool> packs its elements
// errors: 1

#include <diatomic/runtime/runtime.hpp>

#if defined(MUST_NOT_COMPILE)
diatomic::device_array<bool> make() { return diatomic::device_array<bool>(8); }
#else
diatomic::device_array<char> make() { return diatomic::device_array<char>(8); }
#endif
