// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls with a `lane_group`, whose lanes were found before the call.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/atomics/detail/warp_updates.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A key of at most 8 bytes as bits: 32 of them where they suffice, which are faster to compare.
template <class Key>
DIATOMIC_FUNCTION auto key_bits(Key key) {
  static_assert(is_integer_v<Key> || std::is_enum_v<Key> || std::is_pointer_v<Key>,
                "diatomic: the key of a lane_group is an integer, an enum or a pointer");
  static_assert(sizeof(Key) <= 8, "diatomic: the key of a lane_group has at most 8 bytes");
  using bits = std::conditional_t<(sizeof(Key) > 4), std::uint64_t, std::uint32_t>;
  return static_cast<bits>(detail::bits_as<unsigned_of<Key>>(key));
}

/// The active lanes with the same `bits` as this lane.
template <class Bits>
DIATOMIC_FUNCTION lane_tree lanes_with_same(Bits bits) {
  return detail::with_active_lanes([bits](lane_mask active) {
    // Much cheaper than finding several groups.
    const bool is_one = device_ops::agree(active, bits);
    const lane_mask members = is_one ? active : device_ops::match(active, bits);
    return detail::tree_of({active, members, device_ops::lane_number()});
  });
}

/// The lanes of a `lane_group`; of the one among the tags.
///@{
struct group_access {
  template <class Group>
  DIATOMIC_FUNCTION static const lane_tree& lanes(const Group& group) {
    return group.lanes_;
  }
};
template <class First, class... Rest>
DIATOMIC_FUNCTION lane_tree group_among(const First& first, const Rest&... rest) {
  if constexpr (is_group_v<First>) {
    return group_access::lanes(first);
  } else {
    return detail::group_among(rest...);
  }
}
///@}

/// The objects of the calls that take an operand.
///@{
template <op Op, class T, class V>
DIATOMIC_FUNCTION T* object_of_call(const update_call<Op, T, V>& call) {
  return call.p;
}
template <class T>
DIATOMIC_FUNCTION T* object_of_call(const add_in_array_call<T>& call) {
  return call.base + call.index;
}
///@}

/// `Call` by the lanes of a group, whose leader makes it for all. Operations that do not combine
/// ignore the group.
template <op Op, class Call>
struct group_call {
  using result = typename Call::result;
  Call call;
  lane_tree lanes;

  template <class... Tags>
  DIATOMIC_FUNCTION group_call(const Call& of, const Tags&... tags)
      : call(of), lanes(detail::group_among(tags...)) {
    static_assert(same_tag_count_v<tag<hint::same_address>, Tags...> +
                          same_tag_count_v<tag<hint::few_addresses>, Tags...> ==
                      0,
                  "diatomic: a lane_group next to same_address or few_addresses: remove one");
  }

  template <class Access>
  DIATOMIC_FUNCTION result operator()(Access) const {
    using alone = typename Access::template without_hint<lane_hints>;
    if constexpr (!can_combine_v<Op>) {
      return call(alone{});
    } else {
      using object = std::remove_pointer_t<decltype(detail::object_of_call(call))>;
      using operand =
          typename std::conditional_t<moves_pointers_v<Op>, addend<object>, identity<object>>::type;
      const operand v = call.v;
      const auto for_all = [this](operand all) {
        Call by_leader = call;
        by_leader.v = detail::same_site(call.v, all);
        return by_leader(alone{});
      };
#if DIATOMIC_CHECKED
      detail::check_group<Op, Access>(lanes, detail::object_of_call(call), call.v.at);
#endif
      if constexpr (Access::value.result == result_use::unused) {
        detail::reduce_by_leader<Op, Access>(true, lanes, v, for_all);
        return result();
      } else {
        return detail::fetch_by_leader<Op, Access, object>(true, lanes, v, for_all);
      }
    }
  }
};

/// The sums of the values `v` over the whole warp: the value of number `lane` in each lane below N.
/// In each step a lane keeps one value of each pair, by a bit of its number, and gives the other to
/// its partner: N - 1 + (5 or 6) exchanges instead of 5 N or 6 N, in the order of `reduce_group`.
template <subnormals Subnormals, unsigned Stride = 1, class T, std::size_t N>
DIATOMIC_FUNCTION T sum_of_value(unsigned lane, const T (&v)[N]) {
  if constexpr (Stride == device_ops::warp_lanes) {
    static_assert(N == 1);
    return v[0];
  } else {
    const auto plus_partner = [](T kept, T given) {
      return detail::result_for<op::add, Subnormals>(kept, detail::shuffle_xor(given, Stride));
    };
    const bool is_upper = (lane & Stride) != 0;
    T left[(N + 1) / 2];
    for (std::size_t i = 0; i + 1 < N; i += 2) {
      const T lower = v[i];
      const T upper = v[i + 1];
      left[i / 2] = plus_partner(is_upper ? upper : lower, is_upper ? lower : upper);
    }
    if constexpr (N % 2 == 1) left[N / 2] = plus_partner(v[N - 1], v[N - 1]);
    return detail::sum_of_value<Subnormals, 2 * Stride>(lane, left);
  }
}

/// The objects of `store_add_each`, by number: N pointers, or N elements from `p` on.
///@{
template <class T, std::size_t N>
struct objects_at {
  T* const (&p)[N];
  DIATOMIC_FUNCTION T* operator()(unsigned i) const {
    return among(i, std::make_index_sequence<N>{});
  }

 private:
  /// Selects among registers, not by a loop: an index known only at run time would put `p` in
  /// memory.
  template <std::size_t... At>
  DIATOMIC_FUNCTION T* among(unsigned i, std::index_sequence<At...>) const {
    T* object = p[0];
    ((object = i == At ? p[At] : object), ...);
    return object;
  }
};
template <class T>
struct objects_from {
  T* p;
  DIATOMIC_FUNCTION T* operator()(unsigned i) const { return p + i; }
};
///@}

/// An operand of the call at `at`.
template <class T>
DIATOMIC_FUNCTION value<T> operand_at([[maybe_unused]] call_site at, T v) {
#if DIATOMIC_HAS_CALL_SITES
  return {v, at};
#else
  return v;
#endif
}

/// `store_add_each` of the values from number `First` on by the lanes of `g`, whose leader adds
/// their sums. The numbers are constants, so that nothing selects among pointers in memory: there
/// clang 22 takes the wrong one at -O1.
template <std::size_t First, class T, std::size_t N, class Objects, std::size_t... At,
          class... Tags>
DIATOMIC_FUNCTION void add_batch(const lane_tree& g, Objects object, const T (&v)[N], call_site at,
                                 std::index_sequence<At...>, Tags... tags) {
  using number = combined_type<op::add, T>;
  constexpr subnormals of_numbers =
      subnormals_of<access_of<as_tag<memory_order::seq_cst, Tags>...>>;
  const T sums[] = {detail::number_as<T>(
      detail::reduce_group<op::add, of_numbers>(g, detail::number_as<number>(v[First + At])))...};
  if (g.is_leader()) {
    (detail::reduce_with_tags<op::add>(object(First + At), detail::operand_at(at, sums[At]),
                                       tags...),
     ...);
  }
}
/// All N values, four at a time: their exchanges overlap, and all at once would take the registers
/// of N sums.
template <std::size_t First = 0, class T, std::size_t N, class Objects, class... Tags>
DIATOMIC_FUNCTION void add_by_leader(const lane_tree& g, Objects object, const T (&v)[N],
                                     call_site at, Tags... tags) {
  constexpr std::size_t batch = N - First < 4 ? N - First : 4;
  detail::add_batch<First>(g, object, v, at, std::make_index_sequence<batch>{}, tags...);
  if constexpr (First + batch < N) {
    detail::add_by_leader<First + batch>(g, object, v, at, tags...);
  }
}

/// `store_add_each` by a whole warp, in which N lanes add one sum each.
template <class T, std::size_t N, class Objects, class... Tags>
DIATOMIC_FUNCTION void add_by_warp(unsigned lane, Objects object, const T (&v)[N], call_site at,
                                   Tags... tags) {
  using number = combined_type<op::add, T>;
  constexpr subnormals of_numbers =
      subnormals_of<access_of<as_tag<memory_order::seq_cst, Tags>...>>;
  number numbers[N];
  for (std::size_t i = 0; i < N; ++i) numbers[i] = detail::number_as<number>(v[i]);
  const auto sum = detail::number_as<T>(detail::sum_of_value<of_numbers>(lane, numbers));
  if (lane < N) {
    detail::reduce_with_tags<op::add>(object(lane), detail::operand_at(at, sum), tags...);
  }
}

template <class T, std::size_t N, class Objects, class... Tags>
DIATOMIC_FUNCTION void add_each(const lane_tree& g, Objects object, const T (&v)[N], call_site at,
                                Tags... tags) {
  static_assert(N <= 32, "diatomic: store_add_each adds at most 32 values in a call");
  using access = access_of<as_tag<memory_order::seq_cst, Tags>...>;
  // The lanes that add sums do so together, at one address each.
  static_assert(!has_hint_v<access, lane_hints>,
                "diatomic: store_add_each with a second lane_group, same_address or "
                "few_addresses: remove it");
#if DIATOMIC_CHECKED
  for (unsigned i = 0; i < N; ++i) {
    detail::check_group<op::add, typename access::without_result>(g, object(i), at);
  }
#endif
  if constexpr (access::order != memory_order::relaxed) device_ops::sync_lanes(g.active);
  if constexpr (device_ops::warp_lanes == 1 || N == 1) {
    detail::add_by_leader(g, object, v, at, tags...);
  } else if (g.members == device_ops::all_lanes) {
    detail::add_by_warp(g.lane, object, v, at, tags...);
  } else if (device_ops::prefers_constant_masks && g.active == device_ops::all_lanes) {
    detail::add_by_leader(lane_tree{{device_ops::all_lanes, g.members, g.lane}, g.sources}, object,
                          v, at, tags...);
  } else {
    detail::add_by_leader(g, object, v, at, tags...);
  }
  if constexpr (access::order != memory_order::relaxed) device_ops::sync_lanes(g.active);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
