// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: launch: a floating-point argument would lose its fraction in an integer parameter
// errors: 1
// backends: host

#include <diatomic/runtime/runtime.hpp>

void fill(int* p, int n) noexcept { *p = n; }

#if defined(MUST_NOT_COMPILE)
void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch(1, 1, 0, on, fill, a.data(), 1.5);
}
#else
void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch(1, 1, 0, on, fill, a.data(), 1L);
}
#endif
