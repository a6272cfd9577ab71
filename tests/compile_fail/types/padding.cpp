// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: fill_the_padding_of_the_type_with_members_or_specialise_has_no_padding_v
// message: padded

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
struct alignas(4) padded {
  short a;
  char b;
};
void call(padded* p) { diatomic::exchange(p, padded{}); }
#else
struct alignas(4) padded {
  short a;
  char b;
  char filled;
};
void call(padded* p) { diatomic::exchange(p, padded{}); }
#endif
