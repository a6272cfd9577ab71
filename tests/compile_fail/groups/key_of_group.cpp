// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: the key of a lane_group is an integer, an enum or a pointer

#include <diatomic/atomics/warp_aggregation.hpp>

#if defined(MUST_NOT_COMPILE)
using key = float;
#else
using key = short;
#endif

DIATOMIC_FUNCTION void call(float* p, key k) {
  diatomic::store_add(p, 1.0f, diatomic::lane_group::with_same(k));
}
