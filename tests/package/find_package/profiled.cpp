// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A part with the contention profile, and with `PLAIN` defined the part without it: one program.

#include <diatomic/diatomic.hpp>

void add_without_profile(unsigned* word);

#if defined(PLAIN)
void add_without_profile(unsigned* word) { diatomic::store_add(word, 1u); }
#else
int main() {
  unsigned word = 0;
  for (int i = 0; i < 3; ++i) diatomic::store_add(&word, 2u);
  add_without_profile(&word);
  return word == 7 ? 0 : 1;
}
#endif
