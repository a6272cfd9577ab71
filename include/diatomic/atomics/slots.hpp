// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Slots of an array, handed out one to each caller: queues, stream compaction.

#include <diatomic/atomics/sums.hpp>
#include <diatomic/core/detail/lanes.hpp>
#include <diatomic/core/detail/operands.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Takes the next slot of `*counter`, an integer: what `fetch_add(counter, 1)` returns, by one
/// addition for all lanes of a warp that call together. They must pass one address; within a warp
/// slots rise with the lanes. NVIDIA's lanes may also come together from different branches, and
/// from different rounds of a loop: all that could meet there must pass one address.
/// Orders: all.
template <class T, class... Tags>
DIATOMIC_FUNCTION T claim_slot(T* counter, Tags... tags) {
  static_assert(detail::is_integer_v<T>, "diatomic: claim_slot needs a counter of integers");
  const detail::target::lane_mask active = detail::target::active_lanes();
  const detail::lane_group g{active, active, detail::target::lane_number()};
  // An order that only run time knows counts as one.
  constexpr bool orders = detail::orders_more_v<Tags...>;
  if constexpr (orders) detail::target::sync_lanes(active);
  T first{};
  if (g.is_leader())
    first = diatomic::fetch_add(counter, static_cast<T>(detail::target::count_of(active)), tags...);
  first = detail::shuffle(active, first, detail::target::lowest_of(active));
  if constexpr (orders) detail::target::sync_lanes(active);
  return static_cast<T>(first + static_cast<T>(detail::target::count_of(g.below())));
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
