// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: launch: blocks have 1 to 1024 threads at most
// errors: 1

#include <diatomic/runtime/runtime.hpp>

struct kernel {
  DIATOMIC_DEVICE void operator()(int* p) const { *p = 1; }
};

#if defined(MUST_NOT_COMPILE)
void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch<2048>(1, 1, 0, on, kernel{}, a.data());
}
#else
void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch<256>(1, 1, 0, on, kernel{}, a.data());
}
#endif
