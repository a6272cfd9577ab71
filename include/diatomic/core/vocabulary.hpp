// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The vocabulary of the library: operations, orders, scopes, spaces, hints; the tags that a call
/// may have; and the fold of a list of tags into access properties. Knows no backend.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>

namespace diatomic {

/// What is done to the object.
enum class op : std::uint8_t {
  load,
  store,
  exchange,
  compare_exchange,
  add,
  sub,
  bit_and,
  bit_or,
  bit_xor,
  min,
  max,
  bit_nand,
  mul,
  div,
  mod,
  shl,
  shr,
  inc_wrap,
  dec_wrap,
  fminimum,
  fmaximum,
  fminimum_num,
  fmaximum_num,
};
/// Number of enumerators of `op`.
inline constexpr int op_count = 23;

/// As in C++: what the operation orders besides itself.
enum class memory_order : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

/// The threads among which the operation is atomic and ordered. What a chip lacks widens.
enum class memory_scope : std::uint8_t { warp, block, cluster, device, system };

/// Where the object is.
enum class memory_space : std::uint8_t { unspecified, global, shared };

/// Whether the caller uses the value that the operation returns.
enum class result_use : std::uint8_t { used, unused };

/// Hints: what the caller knows of the memory and of the objects in it (bits). A call relies on its
/// hints; the tags below say what a wrong one costs.
enum class hint : std::uint8_t {
  none = 0,
  coarse_grained = 1,
  ignore_denormals = 2,
  in_array = 4,
  seldom_changes = 8,
  same_address = 16,
  few_addresses = 32,
};

/// Both hints together.
DIATOMIC_CONSTEXPR hint operator|(hint a, hint b) {
  return static_cast<hint>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// The hints that make a call warp-aggregated.
inline constexpr hint lane_hints = hint::same_address | hint::few_addresses;
/// True if every hint of `needed` is in `given`.
DIATOMIC_CONSTEXPR bool includes(hint given, hint needed) {
  return (static_cast<unsigned>(needed) & ~static_cast<unsigned>(given)) == 0;
}

/// The weakest order that a failed compare-exchange may have.
enum class failure_order : std::uint8_t { relaxed, acquire, seq_cst };

/// What the caller requires of the implementation.
enum class requirement : std::uint8_t { none, native };

/// The access properties of a call, as data. The defaults are those of CUDA's `atomicAdd`.
struct access_properties {
  /// What the operation orders besides itself.
  memory_order order = memory_order::relaxed;
  /// Among which threads.
  memory_scope scope = memory_scope::device;
  /// Where the object is.
  memory_space space = memory_space::unspecified;
  /// What the caller knows of the memory and its objects.
  hint hints = hint::none;
  /// Whether the caller uses the result.
  result_use result = result_use::used;
  /// Whether a compare-exchange loop is a compile error.
  requirement required = requirement::none;
};

/// A value given to a call after its operands, in any order, each kind at most once.
template <auto Value>
struct tag {};

/// The type of the tag of this name: an argument of templates such as `atomic_ref`.
///@{
using relaxed_t = tag<memory_order::relaxed>;
using acquire_t = tag<memory_order::acquire>;
using release_t = tag<memory_order::release>;
using acq_rel_t = tag<memory_order::acq_rel>;
using seq_cst_t = tag<memory_order::seq_cst>;
using warp_scope_t = tag<memory_scope::warp>;
using block_scope_t = tag<memory_scope::block>;
using cluster_scope_t = tag<memory_scope::cluster>;
using device_scope_t = tag<memory_scope::device>;
using system_scope_t = tag<memory_scope::system>;
using in_global_t = tag<memory_space::global>;
using in_shared_t = tag<memory_space::shared>;
using coarse_grained_t = tag<hint::coarse_grained>;
using ignore_denormals_t = tag<hint::ignore_denormals>;
using in_array_t = tag<hint::in_array>;
using seldom_changes_t = tag<hint::seldom_changes>;
using same_address_t = tag<hint::same_address>;
using few_addresses_t = tag<hint::few_addresses>;
using result_unused_t = tag<result_use::unused>;
using require_native_t = tag<requirement::native>;
///@}

/// No order beyond the object's own modification order. The default.
inline constexpr relaxed_t relaxed{};
/// Later accesses of this thread stay behind the operation. Loads, read-modify-writes, fences.
inline constexpr acquire_t acquire{};
/// Earlier accesses of this thread stay before the operation. Stores, read-modify-writes, fences.
inline constexpr release_t release{};
/// Both. Read-modify-writes and fences.
inline constexpr acq_rel_t acq_rel{};
/// Both, and one total order over all such operations: one fence and one native operation.
inline constexpr seq_cst_t seq_cst{};

/// The lanes of one warp (wave). NVIDIA has no such scope: the block's is used.
inline constexpr warp_scope_t warp_scope{};
/// The threads of one block (workgroup).
inline constexpr block_scope_t block_scope{};
/// The blocks of one cluster (sm_90 and newer); elsewhere the device's scope is used.
inline constexpr cluster_scope_t cluster_scope{};
/// The threads of one device. The default.
inline constexpr device_scope_t device_scope{};
/// All devices and the host.
inline constexpr system_scope_t system_scope{};

/// The object is in global memory: saves the test of the space that a generic pointer costs.
inline constexpr in_global_t in_global{};
/// The object is in the block's shared memory (LDS).
inline constexpr in_shared_t in_shared{};

/// The memory is neither host, managed, fine-grained nor another device's. AMD chips then have
/// native forms that would be dropped on such memory: where the hint is wrong, updates are lost.
inline constexpr coarse_grained_t coarse_grained{};
/// Subnormal floats may be taken as zero, as the native float additions of gfx908 and gfx90a do.
inline constexpr ignore_denormals_t ignore_denormals{};
/// The aligned 4 bytes that hold this 16-bit element hold elements of its array, and nothing else.
/// Additions to half and bfloat16 are then native where chips add pairs: -0.0 is added to the
/// neighbour, which changes no number, and makes a signalling NaN a quiet one.
inline constexpr in_array_t in_array{};
/// The operation seldom changes the object, as a maximum that has nearly been reached. A relaxed
/// min, max, and, or is then preceded by a load, and left out where it would change nothing. Right
/// for any object, and slower where it often changes.
inline constexpr seldom_changes_t seldom_changes{};
/// All lanes of a warp that make this call together pass one address: the call is warp-aggregated,
/// and one lane issues the atomic for all (add, sub, mul, min, max, and, or, xor). A lane that
/// passes another address loses its update; NVIDIA's lanes may come together from different
/// branches and rounds of a loop too.
inline constexpr same_address_t same_address{};
/// Lanes that make this call together often pass equal addresses: one lane per address issues the
/// atomic. Right for any addresses, and slower where they all differ.
inline constexpr few_addresses_t few_addresses{};

/// For questions to `support_v`: the form that returns nothing (`store_add` for `op::add`).
inline constexpr result_unused_t result_unused{};
/// A compare-exchange loop is a compile error.
inline constexpr require_native_t require_native{};

namespace detail {

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

/// How many of the tags are of one kind. Hints are counted value by value.
template <class Kind, class... Tags>
inline constexpr int kind_count_v =
    (0 + ... + (std::is_same_v<typename tag_value<Tags>::type, Kind> ? 1 : 0));
template <class Tag, class... Tags>
inline constexpr int same_tag_count_v = (0 + ... + (std::is_same_v<Tags, Tag> ? 1 : 0));

template <class Tag>
inline constexpr bool is_failure_v = std::is_same_v<typename tag_value<Tag>::type, failure_order>;

DIATOMIC_CONSTEXPR void put(access_properties& to, memory_order value) { to.order = value; }
/// Raises the order to what the failure order has; whichever tag comes first.
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

/// What a list of tags says, over the defaults of `base`.
template <class... Tags>
DIATOMIC_CONSTEXPR access_properties fold(access_properties base = {}) {
  static_assert((is_tag_v<Tags> && ...),
                "diatomic: what follows the operands must be tags: an order (relaxed ... seq_cst), "
                "a scope (warp_scope ... system_scope), in_global or in_shared, coarse_grained, "
                "ignore_denormals, in_array, seldom_changes, same_address, few_addresses, "
                "require_native");
  if constexpr ((is_tag_v<Tags> && ...)) {
    static_assert(kind_count_v<memory_order, Tags...> <= 1, "diatomic: two orders in one call");
    static_assert(kind_count_v<failure_order, Tags...> <= 1,
                  "diatomic: two on_failure in one call");
    static_assert(kind_count_v<memory_scope, Tags...> <= 1, "diatomic: two scopes in one call");
    static_assert(kind_count_v<memory_space, Tags...> <= 1, "diatomic: two spaces in one call");
    static_assert(((same_tag_count_v<Tags, Tags...> == 1) && ...),
                  "diatomic: the same tag twice in one call");
    ((is_failure_v<Tags> ? void() : put(base, tag_value<Tags>::value)), ...);
    ((is_failure_v<Tags> ? put(base, tag_value<Tags>::value) : void()), ...);
  }
  return base;
}

/// Access properties as a type, so that equal ones share their instantiations whatever the order in
/// which the tags were written.
template <memory_order Order, memory_scope Scope, memory_space Space, hint Hints, result_use Result,
          requirement Required>
struct fixed_access {
  static constexpr access_properties value{Order, Scope, Space, Hints, Result, Required};
  static constexpr memory_order order = Order;
  static constexpr memory_scope scope = Scope;
  static constexpr memory_space space = Space;

  template <memory_order Other>
  using with_order = fixed_access<Other, Scope, Space, Hints, Result, Required>;
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

template <class... Tags>
struct folded {
  static constexpr access_properties m = fold<Tags...>();
  using type = fixed_access<m.order, m.scope, m.space, m.hints, m.result, m.required>;
};

/// Access properties may stand where a call's tags stand.
template <memory_order Order, memory_scope Scope, memory_space Space, hint Hints, result_use Result,
          requirement Required>
struct folded<fixed_access<Order, Scope, Space, Hints, Result, Required>> {
  using type = fixed_access<Order, Scope, Space, Hints, Result, Required>;
};

/// The access properties, as a type, that a list of tags says.
template <class... Tags>
using access_of = typename folded<Tags...>::type;
/// The same of a call that returns nothing.
template <class... Tags>
using without_result_of = typename access_of<Tags...>::without_result;

}  // namespace detail
}  // namespace diatomic
