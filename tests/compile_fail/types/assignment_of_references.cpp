// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: operator=
// message: delete

#include <diatomic/diatomic.hpp>

void call(int& a, int& b) {
  const diatomic::atomic_ref<int> to(a);
  diatomic::atomic_ref<int> from(b);
#if defined(MUST_NOT_COMPILE)
  diatomic::atomic_ref<int> copy(to);
  copy = from;
#else
  diatomic::atomic_ref<int> copy(to);
  copy = from.load();
#endif
}
