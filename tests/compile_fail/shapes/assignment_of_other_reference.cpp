// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: operator=
// message: delete

#include <diatomic/diatomic.hpp>

void call(int& a, int& b) {
  const diatomic::atomic_ref<int> to(a);
  const diatomic::atomic_ref<int, diatomic::block_scope_t> from(b);
#if defined(MUST_NOT_COMPILE)
  to = from;
#else
  to = from.load();
#endif
}
