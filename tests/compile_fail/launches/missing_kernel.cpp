// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: launch: the arguments are launch(blocks, threads, shared_bytes, stream, kernel,
// errors: 1

#include <diatomic/runtime/runtime.hpp>

struct kernel {
  DIATOMIC_DEVICE void operator()(int* p, int n, float f) const { p[n] = f > 0; }
};

#if defined(MUST_NOT_COMPILE)
void call(const diatomic::stream& on) { diatomic::launch(1, 1, 0, on); }
#else
void call(const diatomic::stream& on, diatomic::device_array<int>& a) {
  diatomic::launch(1, 1, 0, on, kernel{}, a.data(), 1, 1);
}
#endif
