// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: launch: the kernel must return void, because nothing receives the result
// errors: 1

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

struct kernel {
#if defined(MUST_NOT_COMPILE)
  DIATOMIC_DEVICE int operator()(int* p) const { return diatomic::load(p); }
#else
  DIATOMIC_DEVICE void operator()(int* p) const { diatomic::load(p); }
#endif
};

void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch(1, 1, 0, on, kernel{}, a.data());
}
