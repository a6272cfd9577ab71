// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the type is under-aligned
// message: pair

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
struct pair {
  int a, b;
};
void call(pair* p) { diatomic::exchange(p, pair{1, 2}); }
#else
struct alignas(8) pair {
  int a, b;
};
void call(pair* p) { diatomic::exchange(p, pair{1, 2}); }
#endif
