// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Warp-aggregated updates: lanes that target the same address combine their operands, and one lane
/// issues the atomic for all.

#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/detail/lanes.hpp>
#include <diatomic/dispatch/update.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Whether the chip natively updates a T in shared memory. Shared memory then resolves conflicts in
/// fewer clocks than the lanes need to compare their addresses.
template <op Op, class Access, class T>
inline constexpr bool is_native_in_shared_v =
    entry_v<Op, T, typename Access::template with_space<memory_space::shared>>.level ==
    support::native;

/// Whether one lane can update the object for several. A warp of one lane has nothing to aggregate.
template <op Op>
inline constexpr bool can_combine_v = device_ops::warp_lanes > 1 &&
                                      (sums.has(Op) || bitwise.has(Op) || extrema.has(Op) ||
                                       Op == op::mul);

/// Whether the call is warp-aggregated: one lane per address issues the atomic for all lanes that
/// call together.
template <op Op, class Access, class T>
inline constexpr bool combines_lanes_v =
    can_combine_v<Op> &&
    (has_hint_v<Access, hint::same_address> ||
     (has_hint_v<Access, hint::few_addresses> &&
      (Access::space != memory_space::shared || !is_native_in_shared_v<Op, Access, T>)));

/// Whether T is a 16-bit float, or a vector of them.
template <class T>
inline constexpr bool has_float16_v =
    tables::element_of(kind_of_v<T>) == kind::f16 || tables::element_of(kind_of_v<T>) == kind::bf16;

/// The type in which lanes reduce their operands: `float` (or a vector) for sums and products of
/// 16-bit floats, so that they are rounded once; otherwise T.
template <op Op, class T>
using combined_type =
    std::conditional_t<!has_float16_v<T> || !(sums.has(Op) || Op == op::mul), T,
                       std::conditional_t<is_vector_v<T>, pack<float, element_count_v<T>>, float>>;
/// `v` converted to `float`, or rounded to 16 bits; vectors element by element.
template <class To, class From>
DIATOMIC_FUNCTION To number_as(From v) {
  if constexpr (std::is_same_v<To, From>) {
    return v;
  } else if constexpr (is_vector_v<From>) {
    const auto numbers = detail::bits_as<pack_of<From>>(v);
    return detail::by_elements<To>(
        [&](int i) { return detail::number_as<element_type<To>>(numbers.at[i]); });
  } else if constexpr (std::is_same_v<To, float>) {
    return device_ops::template to_float<kind_of_v<From>>(detail::bits_as<std::uint16_t>(v));
  } else {
    return detail::bits_as<To>(device_ops::template from_float<kind_of_v<To>>(v));
  }
}

/// Lanes that make a call together, grouped by address. `is_any`: some group has more than one
/// lane.
struct lanes_by_address {
  bool is_any;
  lane_set group;
};

/// The `active` lanes, if the call promises one address; otherwise the groups that a cheap test
/// finds. Finding all groups takes longer than many atomics at different addresses.
template <class Access, memory_space Space>
DIATOMIC_FUNCTION lanes_by_address find_groups(lane_mask active, const void* p) {
  const unsigned lane = device_ops::lane_number();
  if constexpr (has_hint_v<Access, hint::same_address>) {
    return {true, {active, active, lane}};
  } else {
    // In shared memory an update is a short loop, so only large groups pay off.
    constexpr bool only_large = Space == memory_space::shared;
    const auto found = device_ops::template match_if_shared<only_large>(
        active, reinterpret_cast<std::uintptr_t>(p));
    return {found.any, {active, found.members, lane}};
  }
}

/// `old` after an update with `before`; a pointer moves by `before` elements.
template <op Op, subnormals Subnormals, class T, class Number>
DIATOMIC_FUNCTION T value_after(T old, Number before) {
  if constexpr (std::is_pointer_v<T>) {
    return Op == op::sub ? old - before : old + before;
  } else {
    return detail::number_as<T>(
        detail::result_for<Op, Subnormals>(detail::number_as<Number>(old), before));
  }
}

/// Op on the object of the set `g`, whose leader calls `issue` with the reduction of the operands.
/// `is_any`: some set of the active lanes has more than one lane.
template <op Op, class Access, class Set, class V, class Issue>
DIATOMIC_FUNCTION void reduce_by_leader(bool is_any, const Set& g, V v, Issue issue) {
  using number = combined_type<Op, V>;
  if constexpr (Access::order != memory_order::relaxed) device_ops::sync_lanes(g.active);
  if (is_any) {
    v = detail::number_as<V>(detail::reduce_group<combining_v<Op>, subnormals_of<Access>>(
        g, detail::number_as<number>(v)));
  }
  if (g.is_leader()) issue(v);
  if constexpr (Access::order != memory_order::relaxed) device_ops::sync_lanes(g.active);
}

/// The same, but each lane gets the old value that it would have got if the lanes had come one by
/// one, lowest first.
template <op Op, class Access, class T, class V, class Issue>
DIATOMIC_FUNCTION T fetch_by_leader(bool is_any, const lane_set& g, V v, Issue issue) {
  constexpr subnormals of_numbers = subnormals_of<Access>;
  using number = combined_type<Op, V>;
  if constexpr (Access::order != memory_order::relaxed) device_ops::sync_lanes(g.active);
  number up_to_here = detail::number_as<number>(v);
  if (is_any) {
    up_to_here = detail::inclusive_scan<combining_v<Op>, of_numbers>(g, up_to_here);
    v = detail::number_as<V>(
        detail::shuffle(g.active, up_to_here, device_ops::highest_of(g.members)));
  }
  T old{};
  if (g.is_leader()) old = issue(v);
  if (is_any) {
    old = detail::shuffle(g.active, old, device_ops::lowest_of(g.members));
    const unsigned previous = g.is_leader() ? g.lane : device_ops::highest_of(g.below());
    const number before = detail::shuffle(g.active, up_to_here, previous);
    if (!g.is_leader()) old = detail::value_after<Op, of_numbers>(old, before);
  }
  if constexpr (Access::order != memory_order::relaxed) device_ops::sync_lanes(g.active);
  return old;
}

/// Op on groups of the `active` lanes with one address each: the leader of each group calls `issue`
/// for the group.
template <op Op, class Access, memory_space Space, class T, class Update>
DIATOMIC_FUNCTION T aggregate_groups(lane_mask active, T* p, T v, Update issue) {
  const auto [is_any, g] = detail::find_groups<Access, Space>(active, p);
  if constexpr (device_ops::branches_keep_atomics) {
    if (!is_any) return issue(p, v);
  }
  const auto for_all = [p, issue](T all) { return issue(p, all); };
  if constexpr (Access::value.result == result_use::unused) {
    detail::reduce_by_leader<Op, Access>(is_any, g, v, for_all);
    return v;
  } else {
    return detail::fetch_by_leader<Op, Access, T>(is_any, g, v, for_all);
  }
}

/// `aggregate_groups` for the active lanes.
template <op Op, class Access, memory_space Space, class T, class Update>
DIATOMIC_FUNCTION T aggregate_active(T* p, T v, Update issue) {
  return detail::with_active_lanes([&](lane_mask active) {
    return detail::aggregate_groups<Op, Access, Space>(active, p, v, issue);
  });
}

/// Op, warp-aggregated. `issue` makes one lane's call.
template <op Op, class Access, class T, class Update>
DIATOMIC_FUNCTION T aggregate_lanes(T* p, T v, Update issue) {
  if constexpr (has_hint_v<Access, hint::same_address> ||
                Access::space != memory_space::unspecified) {
    return detail::aggregate_active<Op, Access, Access::space>(p, v, issue);
  } else if (!device_ops::is_shared(p)) {
    return detail::aggregate_active<Op, Access, memory_space::global>(p, v, issue);
  } else if constexpr (is_native_in_shared_v<Op, Access, T>) {
    return issue(p, v);
  } else {
    return detail::aggregate_active<Op, Access, memory_space::shared>(p, v, issue);
  }
}

template <class Access>
struct update_by_warp {
  template <op Op, class T>
  DIATOMIC_FUNCTION static T call(T* p, T v) {
    using alone = typename Access::template without_hint<lane_hints>;
    if constexpr (combines_lanes_v<Op, Access, T>) {
      return detail::aggregate_lanes<Op, Access>(p, v, plain_update<Op, alone>{});
    } else {
      return detail::update<Op, alone>(p, v);
    }
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
