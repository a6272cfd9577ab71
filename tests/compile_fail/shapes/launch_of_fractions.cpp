// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the size of a launch is an integer

#include <diatomic/runtime/runtime.hpp>

#if defined(MUST_NOT_COMPILE)
diatomic::extent3 call() { return 2.9; }
#else
diatomic::extent3 call() { return 2; }
#endif
