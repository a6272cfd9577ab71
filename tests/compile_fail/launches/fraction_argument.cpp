// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: launch: a floating-point argument would lose its fraction in an integer parameter
// errors: 1

#include <diatomic/runtime/runtime.hpp>

struct kernel {
  DIATOMIC_DEVICE void operator()(int* p, int n, float f) const { p[n] = f > 0; }
};

#if defined(MUST_NOT_COMPILE)
void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch(1, 1, 0, on, kernel{}, a.data(), 1.5, 1.5);
}
#else
void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch(1, 1, 0, on, kernel{}, a.data(), 1L, 1.5);
}
#endif
