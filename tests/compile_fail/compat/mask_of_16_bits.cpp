// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: a lane mask must be a 32-bit integer

#include <diatomic/compat/cuda_warps.hpp>

#if defined(MUST_NOT_COMPILE)
using mask = unsigned short;
#else
using mask = unsigned;
#endif
DIATOMIC_DEVICE int call(mask lanes, int v) {
  return diatomic::cuda_names::__shfl_sync(lanes, v, 0);
}
