// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: use_fetch_update_or_cast_to_a_number_type_or_specialise_number_kind_v
// message: pair

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
struct alignas(8) pair {
  int a, b;
};
void call(pair* p) { diatomic::fetch_add(p, pair{1, 2}); }
#else
struct alignas(8) pair {
  int a, b;
};
void call(pair* p) { diatomic::exchange(p, pair{1, 2}); }
#endif
