// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the size of a launch must be an integer

#include <diatomic/runtime/runtime.hpp>

struct nothing {
  DIATOMIC_DEVICE void operator()() const {}
};

#if defined(MUST_NOT_COMPILE)
void call(diatomic::stream& on) { diatomic::launch(2.9, 1, 0, on, nothing{}); }
#else
void call(diatomic::stream& on) { diatomic::launch(2, 1, 0, on, nothing{}); }
#endif
