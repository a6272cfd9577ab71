// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: ignore_denormals and keep_denormals contradict each other: remove one
// errors: 1

#include <diatomic/diatomic.hpp>

#if defined(MUST_NOT_COMPILE)
using other = diatomic::keep_denormals_t;
#else
using other = diatomic::coarse_grained_t;
#endif

DIATOMIC_FUNCTION void call(float* p) {
  diatomic::atomic_ref<float, diatomic::ignore_denormals_t>(*p).store_add(1.0f, other{});
}
