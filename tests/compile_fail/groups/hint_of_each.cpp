// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: store_add_each with a second lane_group, same_address or

#include <diatomic/atomics/warp_aggregation.hpp>

DIATOMIC_FUNCTION void call(float* row, unsigned key) {
  const auto group = diatomic::lane_group::with_same(key);
  const float v[] = {1, 2};
#if defined(MUST_NOT_COMPILE)
  diatomic::store_add_each(row, v, group, diatomic::same_address);
#else
  diatomic::store_add_each(row, v, group, diatomic::release);
#endif
}
