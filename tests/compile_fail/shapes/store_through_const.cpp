// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: store

#include <diatomic/diatomic.hpp>

void call(int& a) {
  const diatomic::atomic_ref<const int> seen(a);
#if defined(MUST_NOT_COMPILE)
  seen.store(1);
#else
  seen.load();
#endif
}
