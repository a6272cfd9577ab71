// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Warp-aggregated updates: the lanes that pass one address combine their operands, and one of them
/// issues the atomic for all.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/dispatch.hpp>
#include <diatomic/core/detail/lanes.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update(T* p, T v);

template <class Access>
inline constexpr bool has_same_address_v = includes(Access::value.hints, hint::same_address);

/// Whether the chip itself updates a T in shared memory. Its shared memory then resolves conflicts
/// in fewer clocks than the lanes need to compare their addresses.
template <op Op, class Access, class T>
inline constexpr bool is_native_in_shared_v =
    entry_v<Op, T, typename Access::template with_space<memory_space::shared>>.level ==
    support::native;

/// Whether the call is warp-aggregated: one lane per address issues the atomic for all lanes that
/// call together. A warp of one lane has nothing to aggregate.
template <op Op, class Access, class T>
inline constexpr bool combines_lanes_v =
    target::warp_lanes > 1 &&
    (sums.has(Op) || bitwise.has(Op) || extrema.has(Op) || Op == op::mul) &&
    (has_same_address_v<Access> ||
     (includes(Access::value.hints, hint::few_addresses) &&
      (Access::space != memory_space::shared || !is_native_in_shared_v<Op, Access, T>)));

/// Whether T is a float of 16 bits, or a pair of them.
template <class T>
inline constexpr bool has_float16_v =
    is_float16_v<T> || kind_of_v<T> == kind::f16x2 || kind_of_v<T> == kind::bf16x2;

/// The type in which lanes reduce their operands: for sums and products of 16-bit floats, alone or
/// in pairs, `float`, so that they are rounded once; else T.
template <op Op, class T>
using combined_type = std::conditional_t<!has_float16_v<T> || !(sums.has(Op) || Op == op::mul), T,
                                         std::conditional_t<is_vector_v<T>, pack<float, 2>, float>>;
/// The same number, or numbers, as `float` or rounded to 16 bits.
template <class To, class From>
DIATOMIC_FUNCTION To number_as(From v) {
  if constexpr (std::is_same_v<To, From>) {
    return v;
  } else if constexpr (is_vector_v<From>) {
    const auto numbers = bits_as<pack_of<From>>(v);
    return by_elements<To>([&](int i) { return number_as<element_type<To>>(numbers.at[i]); });
  } else if constexpr (std::is_same_v<To, float>) {
    return target::template widened<kind_of_v<From>>(bits_as<std::uint16_t>(v));
  } else {
    return bits_as<To>(target::template narrowed<kind_of_v<To>>(v));
  }
}

/// `update` by groups of lanes with one address each: the leader of each group issues it for the
/// group. Each lane gets the old value that it would have got had the lanes come one by one, lowest
/// first.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_by_groups(const lane_group& g, T* p, T v) {
  constexpr op combining = combining_v<Op>;
  using alone = typename Access::template without_hint<lane_hints>;
  using number = combined_type<Op, T>;
  if constexpr (Access::order != memory_order::relaxed) target::sync_lanes(g.active);
  const auto own = number_as<number>(v);
  if constexpr (Access::value.result == result_use::unused) {
    const number all = reduce_group<combining>(g, own);
    if (g.is_leader()) detail::update<Op, alone>(p, number_as<T>(all));
  } else {
    const number up_to_here = inclusive_scan<combining>(g, own);
    const number all = shuffle(g.active, up_to_here, target::highest_of(g.members));
    T old = v;
    if (g.is_leader()) old = detail::update<Op, alone>(p, number_as<T>(all));
    old = shuffle(g.active, old, target::lowest_of(g.members));
    const unsigned previous = g.is_leader() ? g.lane : target::highest_of(g.below());
    const number before = shuffle(g.active, up_to_here, previous);
    v = g.is_leader() ? old : number_as<T>(result_of<Op>(number_as<number>(old), before));
  }
  if constexpr (Access::order != memory_order::relaxed) target::sync_lanes(g.active);
  return v;
}

/// `update` by groups where a cheap test finds that lanes share addresses, and else lane by lane:
/// to find the groups takes longer than many atomics at different addresses.
template <op Op, class Access, memory_space Space, class T>
DIATOMIC_FUNCTION T update_by_groups_if_shared(T* p, T v) {
  const lane_mask active = target::active_lanes();
  // In shared memory an update is a short loop, so that only large groups pay.
  const auto found = target::template match_if_shared < Space ==
                     memory_space::shared > (active, reinterpret_cast<std::uintptr_t>(p));
  if (!found.any) {
    return detail::update<Op, typename Access::template without_hint<lane_hints>>(p, v);
  }
  return update_by_groups<Op, Access>(lane_group{active, found.members, target::lane_number()}, p,
                                      v);
}

/// Warp-aggregated `update`.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_by_lanes(T* p, T v) {
  if constexpr (has_same_address_v<Access>) {
    const lane_mask active = target::active_lanes();
    return update_by_groups<Op, Access>(lane_group{active, active, target::lane_number()}, p, v);
  } else if constexpr (Access::space != memory_space::unspecified) {
    return update_by_groups_if_shared<Op, Access, Access::space>(p, v);
  } else if (!target::is_shared(p)) {
    return update_by_groups_if_shared<Op, Access, memory_space::global>(p, v);
  } else if constexpr (is_native_in_shared_v<Op, Access, T>) {
    return detail::update<Op, typename Access::template without_hint<lane_hints>>(p, v);
  } else {
    return update_by_groups_if_shared<Op, Access, memory_space::shared>(p, v);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
