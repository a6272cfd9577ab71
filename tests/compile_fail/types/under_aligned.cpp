// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: define_the_type_with_alignas_of_its_size
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
