// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: a match compares the bits of 1, 2, 4 or 8 bytes
// errors: 1

#include <diatomic/compat/cuda_warps.hpp>

#if defined(MUST_NOT_COMPILE)
struct point {
  int x, y, z, w;
};
#else
struct point {
  int x, y;
};
#endif
DIATOMIC_DEVICE unsigned call(point v) { return diatomic::cuda_names::__match_any_sync(~0u, v); }
