// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: launch: the kernel must be trivially copyable
// errors: 1

#include <vector>

#include <diatomic/runtime/runtime.hpp>

struct kernel {
#if defined(MUST_NOT_COMPILE)
  std::vector<int> table;
#endif
  DIATOMIC_DEVICE void operator()(int* p) const { *p = 1; }
};

void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch(1, 1, 0, on, kernel{}, a.data());
}
