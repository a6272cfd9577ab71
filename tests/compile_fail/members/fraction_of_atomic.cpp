// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: convert_the_floating_point_value_which_would_lose_its_fraction
// errors: 1

#include <diatomic/atomics/atomic.hpp>

#if defined(MUST_NOT_COMPILE)
bool call(diatomic::atomic<int>& a, int seen) { return a.compare_exchange_strong(seen, 1.5); }
#else
bool call(diatomic::atomic<int>& a, const diatomic::atomic<int>& b, int seen) {
  a.store({});
  a.fetch_add(b);
  a.fetch_sub(std::integral_constant<long, 3>{});
  return a.compare_exchange_strong(seen, 1L);
}
#endif
