// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: launch: the kernel cannot be called with these arguments: their number, order and types
// errors: 1

#include <diatomic/runtime/runtime.hpp>

struct kernel {
  DIATOMIC_DEVICE void operator()(int* p, int n) const { *p = n; }
};

#if defined(MUST_NOT_COMPILE)
void call(const diatomic::stream& on, diatomic::device_array<float>& a) {
  diatomic::launch(1, 1, 0, on, kernel{}, a.data(), 1);
}
#else
void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch(1, 1, 0, on, kernel{}, a.data(), 1);
}
#endif
