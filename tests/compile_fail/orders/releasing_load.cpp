// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the operation cannot have this order

#include <diatomic/diatomic.hpp>

unsigned look(unsigned* word) {
#if defined(MUST_NOT_COMPILE)
  return diatomic::load(word, diatomic::release);
#else
  return diatomic::load(word, diatomic::acquire);
#endif
}
