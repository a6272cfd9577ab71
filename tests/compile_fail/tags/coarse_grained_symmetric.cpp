// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: would lose sums: remove it

#include <diatomic/remote/remote_ref.hpp>

#if defined(MUST_NOT_COMPILE)
using tags = diatomic::coarse_grained_t;
#else
using tags = diatomic::ignore_denormals_t;
#endif

DIATOMIC_FUNCTION void call(const diatomic::symmetric_ptr<float>& p) {
  diatomic::remote_ref<float, tags>(p, 0).store_add(1.0f);
}
