// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Folds a call's tags into access properties. The tags may include a `std::memory_order`, which is
/// known only at run time, instead of the tag of an order.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/support.hpp>
#include <diatomic/core/vocabulary.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

template <class Tag>
struct tag_value;
template <auto Value>
struct tag_value<tag<Value>> {
  using type = std::remove_const_t<decltype(Value)>;
  static constexpr type value = Value;
};

template <class Tag, class = void>
inline constexpr bool is_tag_v = false;
template <class Tag>
inline constexpr bool is_tag_v<Tag, std::void_t<typename tag_value<Tag>::type>> = true;

/// The number of tags of one kind, and of tags equal to `Tag`: hints may differ, but not repeat.
template <class Kind, class... Tags>
inline constexpr int kind_count_v =
    (0 + ... + (std::is_same_v<typename tag_value<Tags>::type, Kind> ? 1 : 0));
template <class Tag, class... Tags>
inline constexpr int same_tag_count_v = (0 + ... + (std::is_same_v<Tags, Tag> ? 1 : 0));

/// Whether two tags set the same property, orders aside, or contradict each other.
template <class... Tags>
inline constexpr bool has_contradiction_v =
    kind_count_v<failure_order, Tags...> > 1 || kind_count_v<memory_scope, Tags...> > 1 ||
    kind_count_v<memory_space, Tags...> > 1 || ((same_tag_count_v<Tags, Tags...> > 1) || ...) ||
    same_tag_count_v<ignore_denormals_t, Tags...> + same_tag_count_v<keep_denormals_t, Tags...> > 1;

template <class Tag>
inline constexpr bool is_failure_v = std::is_same_v<typename tag_value<Tag>::type, failure_order>;

DIATOMIC_CONSTEXPR void put(access_properties& to, memory_order value) { to.order = value; }
/// Strengthens the order to include the failure order. `fold` calls it last, so that the sequence
/// of the tags does not matter.
DIATOMIC_CONSTEXPR void put(access_properties& to, failure_order value) {
  const memory_order o = to.order;
  if (value == failure_order::seq_cst) {
    to.order = memory_order::seq_cst;
  } else if (value == failure_order::acquire && o == memory_order::relaxed) {
    to.order = memory_order::acquire;
  } else if (value == failure_order::acquire && o == memory_order::release) {
    to.order = memory_order::acq_rel;
  }
}
DIATOMIC_CONSTEXPR void put(access_properties& to, memory_scope value) { to.scope = value; }
DIATOMIC_CONSTEXPR void put(access_properties& to, memory_space value) { to.space = value; }
DIATOMIC_CONSTEXPR void put(access_properties& to, hint value) { to.hints = to.hints | value; }
DIATOMIC_CONSTEXPR void put(access_properties& to, result_use value) { to.result = value; }
DIATOMIC_CONSTEXPR void put(access_properties& to, requirement value) { to.required = value; }
/// The value of a tag without effect, the default of a call's tag.
enum class unsaid : std::uint8_t { first, second, third, fourth };
DIATOMIC_CONSTEXPR void put(access_properties&, unsaid) {}

/// The properties `base`, overridden by the tags.
template <class... Tags>
DIATOMIC_CONSTEXPR access_properties fold(access_properties base = {}) {
  static_assert(
      (is_tag_v<Tags> && ...),
      "diatomic: the arguments after the operands must be tags: diatomic::relaxed or a "
      "std::memory_order, not __ATOMIC_RELAXED; diatomic::device_scope, not another library's "
      "scope; see <diatomic/core/vocabulary.hpp> for all tags");
  if constexpr ((is_tag_v<Tags> && ...)) {
    static_assert(kind_count_v<memory_order, Tags...> <= 1 && !has_contradiction_v<Tags...>,
                  "diatomic: two tags set the same property, or contradict each other: remove one");
    ((is_failure_v<Tags> ? void() : detail::put(base, tag_value<Tags>::value)), ...);
    ((is_failure_v<Tags> ? detail::put(base, tag_value<Tags>::value) : void()), ...);
  }
  return base;
}

/// Access properties as a type, so that equal ones share their instantiations, whatever the
/// sequence of the tags.
template <memory_order Order, memory_scope Scope, memory_space Space, hint Hints, result_use Result,
          requirement Required>
struct fixed_access {
  static constexpr access_properties value{Order, Scope, Space, Hints, Result, Required};
  static constexpr memory_order order = Order;
  static constexpr memory_scope scope = Scope;
  static constexpr memory_space space = Space;

  template <memory_order Other>
  using with_order = fixed_access<Other, Scope, Space, Hints, Result, Required>;
  template <memory_scope Other>
  using with_scope = fixed_access<Order, Other, Space, Hints, Result, Required>;
  template <memory_space Other>
  using with_space = fixed_access<Order, Scope, Other, Hints, Result, Required>;
  template <hint Other>
  using with_hint = fixed_access<Order, Scope, Space, Hints | Other, Result, Required>;
  template <hint Other>
  using without_hint =
      fixed_access<Order, Scope, Space,
                   static_cast<hint>(static_cast<unsigned>(Hints) & ~static_cast<unsigned>(Other)),
                   Result, Required>;
  using without_result = fixed_access<Order, Scope, Space, Hints, result_use::unused, Required>;
};

/// `Defaults`, overridden by the tags.
template <class Defaults, class... Tags>
struct overridden {
  static constexpr access_properties m = detail::fold<Tags...>(Defaults::value);
  using type = fixed_access<m.order, m.scope, m.space, m.hints, m.result, m.required>;
  static_assert(!tables::includes(m.hints, hint::ignore_denormals | hint::keep_denormals),
                "diatomic: ignore_denormals and keep_denormals contradict each other: remove one");
};
template <class Defaults, class... Tags>
using access_over = typename overridden<Defaults, Tags...>::type;

/// The properties of a call without tags.
inline constexpr access_properties plain_properties{};
using plain_access =
    fixed_access<plain_properties.order, plain_properties.scope, plain_properties.space,
                 plain_properties.hints, plain_properties.result, plain_properties.required>;
/// The access properties of a list of tags, as a type.
template <class... Tags>
using access_of = access_over<plain_access, Tags...>;

/// Whether the call has any of the hints.
template <class Access, hint Hints>
inline constexpr bool has_hint_v =
    (static_cast<unsigned>(Access::value.hints) & static_cast<unsigned>(Hints)) != 0;
template <class Access>
inline constexpr bool keeps_denormals_v = has_hint_v<Access, hint::keep_denormals>;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Whether T has the enumerators of `std::memory_order` with their values: unscoped as in C++17, or
/// scoped as in C++20.
template <class T, bool IsScoped, class = void>
inline constexpr bool has_orders_v = false;
template <class T>
inline constexpr bool
    has_orders_v<T, false,
                 std::enable_if_t<T::memory_order_consume == 1 && T::memory_order_acq_rel == 4 &&
                                  T::memory_order_seq_cst == 5>> = true;
template <class T>
inline constexpr bool has_orders_v<
    T, true,
    std::enable_if_t<static_cast<int>(T::consume) == 1 && static_cast<int>(T::acq_rel) == 4 &&
                     static_cast<int>(T::seq_cst) == 5>> = true;
/// Whether T is `std::memory_order`. The header that defines it would take a fifth of the time of
/// the whole include.
template <class T, bool = std::is_enum_v<T>>
inline constexpr bool is_std_order_v = false;
template <class T>
inline constexpr bool is_std_order_v<T, true> = has_orders_v<T, false> || has_orders_v<T, true>;

template <class... Tags>
inline constexpr bool has_std_order_v = (is_std_order_v<Tags> || ...);

/// `Tag`, or the tag of `Order` if `Tag` is `std::memory_order`.
template <memory_order Order, class Tag>
using as_tag = std::conditional_t<is_std_order_v<Tag>, tag<Order>, Tag>;

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

/// The `std::memory_order` among the tags, as a number.
template <class First, class... Rest>
DIATOMIC_FUNCTION int std_order_among(First first, Rest... rest) {
  if constexpr (is_std_order_v<First>) {
    return static_cast<int>(first);
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
      case 0:
        return call(ordered_access_of<Op, memory_order::relaxed, Defaults, Tags...>{});
      case 1:  // consume
      case 2:
        return call(ordered_access_of<Op, memory_order::acquire, Defaults, Tags...>{});
      case 3:
        return call(ordered_access_of<Op, memory_order::release, Defaults, Tags...>{});
      case 4:
        return call(ordered_access_of<Op, memory_order::acq_rel, Defaults, Tags...>{});
      default:
        return call(ordered_access_of<Op, memory_order::seq_cst, Defaults, Tags...>{});
    }
  } else {
    return call(access_over<Defaults, Tags...>{});
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
