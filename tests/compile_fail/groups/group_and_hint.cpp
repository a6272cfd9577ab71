// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: a lane_group next to same_address or few_addresses: remove one

#include <diatomic/atomics/warp_aggregation.hpp>

DIATOMIC_FUNCTION void call(unsigned* p, unsigned key) {
  const auto group = diatomic::lane_group::with_same(key);
#if defined(MUST_NOT_COMPILE)
  diatomic::store_add(p + key, 1u, group, diatomic::few_addresses);
#else
  diatomic::store_add(p + key, 1u, group, diatomic::release);
#endif
}
