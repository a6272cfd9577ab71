// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Orders known only at run time: a call's tags may include a `std::memory_order` instead of the
/// tag of an order.

#include <atomic>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/core/support.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class... Tags>
inline constexpr bool has_std_order_v = (std::is_same_v<Tags, std::memory_order> || ...);

/// `Tag`, or the tag of `Order` if `Tag` is `std::memory_order`.
template <memory_order Order, class Tag>
using as_tag = std::conditional_t<std::is_same_v<Tag, std::memory_order>, tag<Order>, Tag>;

/// The access properties of a call whose `std::memory_order` is `Order`. An order that the
/// operation cannot have becomes seq_cst, at block scope instead of warp scope.
template <op Op, memory_order Order, class Defaults, class... Tags>
struct ordered_access {
  using requested = access_over<Defaults, as_tag<Order, Tags>...>;
  static constexpr memory_scope scope =
      requested::scope == memory_scope::warp ? memory_scope::block : requested::scope;
  using seq_cst =
      typename requested::template with_order<memory_order::seq_cst>::template with_scope<scope>;
  using type = std::conditional_t<tables::can_have_order(Op, requested::value), requested, seq_cst>;
};
template <op Op, memory_order Order, class Defaults, class... Tags>
using ordered_access_of = typename ordered_access<Op, Order, Defaults, Tags...>::type;

/// Whether a call with these tags may order accesses to other objects.
template <class... Tags>
inline constexpr bool orders_more_v =
    access_of<as_tag<memory_order::seq_cst, Tags>...>::order != memory_order::relaxed;

/// The `std::memory_order` among the tags.
template <class First, class... Rest>
DIATOMIC_FUNCTION std::memory_order std_order_among(First first, Rest... rest) {
  if constexpr (std::is_same_v<First, std::memory_order>) {
    return first;
  } else {
    return detail::std_order_among(rest...);
  }
}

/// Calls `call` with the access properties of `Defaults`, overridden by `tags`. A
/// `std::memory_order` becomes a switch with one call per order; an order that `Op` cannot have
/// becomes seq_cst at block scope or wider.
template <op Op, class Defaults, class Call, class... Tags>
DIATOMIC_FUNCTION auto with_access(Call call, Tags... tags) {
  if constexpr (has_std_order_v<Tags...>) {
    switch (detail::std_order_among(tags...)) {
      case std::memory_order_relaxed:
        return call(ordered_access_of<Op, memory_order::relaxed, Defaults, Tags...>{});
      case std::memory_order_consume:
      case std::memory_order_acquire:
        return call(ordered_access_of<Op, memory_order::acquire, Defaults, Tags...>{});
      case std::memory_order_release:
        return call(ordered_access_of<Op, memory_order::release, Defaults, Tags...>{});
      case std::memory_order_acq_rel:
        return call(ordered_access_of<Op, memory_order::acq_rel, Defaults, Tags...>{});
      case std::memory_order_seq_cst:
        break;
    }
    return call(ordered_access_of<Op, memory_order::seq_cst, Defaults, Tags...>{});
  } else {
    return call(access_over<Defaults, Tags...>{});
  }
}

/// One order that includes both.
DIATOMIC_FUNCTION std::memory_order joined(std::memory_order success, std::memory_order failure) {
  if (failure == std::memory_order_seq_cst) return failure;
  if (failure == std::memory_order_relaxed) return success;
  if (success == std::memory_order_relaxed) return std::memory_order_acquire;
  if (success == std::memory_order_release) return std::memory_order_acq_rel;
  return success;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
