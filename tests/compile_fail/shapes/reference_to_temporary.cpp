// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: delete

#include <diatomic/diatomic.hpp>

int call(const int& a) {
#if defined(MUST_NOT_COMPILE)
  const diatomic::atomic_ref<const int> seen(a + 1);
#else
  const diatomic::atomic_ref<const int> seen(a);
#endif
  return seen.load();
}
