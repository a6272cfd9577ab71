// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: store_add_each adds at most 32 values in a call

#include <diatomic/atomics/warp_aggregation.hpp>

#if defined(MUST_NOT_COMPILE)
constexpr unsigned values = 33;
#else
constexpr unsigned values = 32;
#endif

DIATOMIC_FUNCTION void call(float* row, const float (&v)[values], unsigned key) {
  diatomic::store_add_each(row, v, diatomic::lane_group::with_same(key));
}
