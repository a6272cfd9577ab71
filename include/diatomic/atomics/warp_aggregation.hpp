// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls that the lanes of a warp make together, so that one lane issues the atomic for several:
/// the hints `same_address` and `few_addresses`, `lane_group` for several calls with one key, and
/// `claim_slot`.

#include <cstddef>

#include <diatomic/atomics/detail/group_updates.hpp>
#include <diatomic/atomics/functions.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// The type of the tag of this name.
///@{
using same_address_t = tag<hint::same_address>;
using few_addresses_t = tag<hint::few_addresses>;
///@}

/// All lanes of a warp that make this call together target one address. The call is
/// warp-aggregated: one lane issues the atomic for all (add, sub, mul, min, max, and, or, xor). A
/// lane with another address loses its update. On NVIDIA, lanes from different branches and loop
/// iterations may also make the call together.
inline constexpr same_address_t same_address{};
/// Lanes that make this call together often target equal addresses: one lane per address issues the
/// atomic. Correct for any addresses: a cheap test finds warps whose lanes seem to share none, and
/// their calls proceed as without the hint. So do all calls in shared memory if the operation is
/// native there.
inline constexpr few_addresses_t few_addresses{};

}  // namespace DIATOMIC_VERSION_NS

namespace tags {
inline namespace DIATOMIC_VERSION_NS {
using diatomic::few_addresses, diatomic::same_address;
}  // namespace DIATOMIC_VERSION_NS
}  // namespace tags
}  // namespace diatomic

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The lanes of a warp that passed one key, found once for any number of calls. As a tag of a call
/// it has the effect of `same_address` among these lanes: one lane issues the atomic for all.
///
/// - All lanes of a group must pass the same address in a call with it. A lane with another address
///   loses its update.
/// - All lanes that found their groups together, whatever their keys, must make each call with them
///   together: in the same branch and in the same iteration of a loop. If some of them do not call,
///   the program may hang, or lose updates.
/// - Lanes that did not take part may do anything, also make the same call with their own groups.
/// - A group belongs to its lane: do not pass it to another thread.
class lane_group {
 public:
  /// Finds the groups of the lanes that make this call together: the lanes with equal keys. A key
  /// is an integer, an enum or a pointer. Which lanes call together is up to the compiler and the
  /// chip; if the whole warp does, calls with the groups are fastest.
  template <class Key>
  DIATOMIC_FUNCTION static lane_group with_same(Key key) {
    return lane_group(detail::lanes_with_same(detail::key_bits(key)));
  }

 private:
  friend detail::group_access;
  DIATOMIC_FUNCTION explicit lane_group(const detail::lane_tree& lanes) : lanes_(lanes) {}

  [[maybe_unused]] detail::lane_tree lanes_;  // on CPUs no call combines lanes
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

// Correct where only the type is known: `atomic_ref<T, relaxed_t, lane_group>`.
template <>
struct tag_value<lane_group> {
  using type = hint;
  static constexpr hint value = hint::few_addresses;
};
}  // namespace DIATOMIC_VERSION_NS

inline namespace DIATOMIC_BACKEND_NS {

template <>
inline constexpr bool is_group_v<lane_group> = true;

/// A `lane_group` and the call site of the call that takes it.
struct group_at {
  lane_group group;
  call_site at;
  DIATOMIC_FUNCTION group_at(const lane_group& g, call_site site = {}) : group(g), at(site) {}
};

/// `claim_slot`. `one` is a 1, which may carry the call site.
template <class T, class... Tags>
DIATOMIC_FUNCTION T claim_by_warp(T* counter, value<T> one, Tags... tags) {
  static_assert(is_integer_v<T>, "diatomic: claim_slot needs an integer counter");
  if constexpr ((is_group_v<Tags> || ...)) {
    return diatomic::fetch_add(counter, one, tags...);
  } else {
#if DIATOMIC_HAS_CALL_SITES
    detail::check_slot(counter, one.at);
#endif
    return detail::with_active_lanes([&](lane_mask active) {
      const lane_set g{active, active, device_ops::lane_number()};
      // An order known only at run time counts as non-relaxed.
      constexpr bool orders =
          access_of<as_tag<memory_order::seq_cst, Tags>...>::order != memory_order::relaxed;
      if constexpr (orders) device_ops::sync_lanes(active);
      T first{};
      if (g.is_leader()) {
        const auto count = static_cast<T>(device_ops::count_of(active));
        first = diatomic::fetch_add(counter, detail::same_site(one, count), tags...);
      }
      first = detail::shuffle(active, first, device_ops::lowest_of(active));
      if constexpr (orders) device_ops::sync_lanes(active);
      return static_cast<T>(first + static_cast<T>(device_ops::count_of(g.below())));
    });
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Adds `v[i]` to `*p[i]`, or to `p[i]` if `p` is a pointer to the first of N elements: N times
/// `store_add` with the group `g` and the `tags`, in one call. Whole warps need N + 4 exchanges
/// between lanes instead of 5 N, and add the N sums with one instruction. The same rules for the
/// lanes and the addresses as in each call with the group. N is at most 32. No other lane hint.
/// Orders: relaxed, release, seq_cst.
///@{
template <class T, std::size_t N, class... Tags, class = detail::if_reduces<op::add, T, Tags...>>
DIATOMIC_FUNCTION void store_add_each(T* const (&p)[N], const T (&v)[N], detail::group_at g,
                                      Tags... tags) {
  detail::add_each(detail::group_access::lanes(g.group), detail::objects_at<T, N>{p}, v, g.at,
                   tags...);
}
template <class T, std::size_t N, class... Tags, class = detail::if_reduces<op::add, T, Tags...>>
DIATOMIC_FUNCTION void store_add_each(T* p, const T (&v)[N], detail::group_at g, Tags... tags) {
  detail::add_each(detail::group_access::lanes(g.group), detail::objects_from<T>{p}, v, g.at,
                   tags...);
}
///@}

/// Takes the next slot of `*counter`, an integer: returns the result of `fetch_add(counter, 1)`,
/// using one addition for all lanes of a warp that call together. The lanes must pass one address;
/// within a warp, slots ascend with the lanes. On NVIDIA, lanes from different branches and loop
/// iterations may also call together: all lanes that could meet at the call must pass one address.
/// Orders: all.
#if DIATOMIC_HAS_CALL_SITES
template <class T, class A = detail::unsaid_1, class B = detail::unsaid_2,
          class C = detail::unsaid_3, class D = detail::unsaid_4,
          class = detail::if_fetches<op::add, T, A, B, C, D>,
          class = detail::if_holds<detail::counter<T>>>
DIATOMIC_FUNCTION T claim_slot(T* counter, A a = {}, B b = {}, C c = {}, D d = {},
                               detail::call_site at = {}) {
  return detail::claim_by_warp<T>(counter, {T{1}, at}, a, b, c, d);
}
template <class T, class A, class B, class C, class D, class E, class... More,
          class = detail::if_fetches<op::add, T, A, B, C, D, E, More...>,
          class = detail::if_holds<detail::counter<T>>>
DIATOMIC_FUNCTION T claim_slot(T* counter, A a, B b, C c, D d, E e, More... more) {
  return detail::claim_by_warp<T>(counter, {T{1}, detail::site_of_many_tags()}, a, b, c, d, e,
                                  more...);
}
#else
template <class T, class... Tags, class = detail::if_fetches<op::add, T, Tags...>,
          class = std::enable_if_t<detail::is_integer_v<T>>>
DIATOMIC_FUNCTION T claim_slot(T* counter, Tags... tags) {
  return detail::claim_by_warp<T>(counter, T{1}, tags...);
}
#endif

#if DIATOMIC_HAS_CONDITIONS
// Calls that are refused, as in `refusals.hpp`.
template <detail::refusal =
              detail::refusal::pass_a_pointer_to_the_object_such_as_its_address_or_get_or_data>
DIATOMIC_FUNCTION void claim_slot(detail::not_a_pointer, ...) DIATOMIC_DETAIL_UNAVAILABLE;
template <class T, detail::refusal = detail::unaccepted_v<
                       op::add, T, detail::refusal::use_an_integer_counter_and_pass_only_tags>>
DIATOMIC_FUNCTION void claim_slot(const volatile T*, ...) DIATOMIC_DETAIL_UNAVAILABLE;
template <class T, class... A,
          detail::refusal Because = detail::misuse_0_v<op::add, result_use::used, T, A...>,
          class = std::enable_if_t<Because != detail::refusal::none>>
DIATOMIC_FUNCTION void claim_slot(T*, A...) DIATOMIC_DETAIL_UNAVAILABLE;
#endif

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
