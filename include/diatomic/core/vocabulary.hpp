// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The words of the library: operations, orders, scopes, spaces, promises; the tags that a call
/// may carry; and the fold of a tag list into one description. Knows no backend.

#include <cstdint>
#include <type_traits>

namespace diatomic {

/// What is done to the word.
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

/// Where the word lives.
enum class memory_space : std::uint8_t { unspecified, global, shared };

/// Whether the caller looks at the value that the operation returns.
enum class result_use : std::uint8_t { used, unused };

/// What the caller knows of the memory and of the words in it (bits).
enum class promise : std::uint8_t {
  none = 0,
  coarse_grained = 1,
  ignore_denormals = 2,
  in_array = 4,
  seldom_changes = 8,
  same_address = 16,
  few_addresses = 32,
};

/// Both promises together.
constexpr promise operator|(promise a, promise b) {
  return static_cast<promise>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// Those by which lanes combine their operands.
inline constexpr promise lane_promises = promise::same_address | promise::few_addresses;
/// True if every promise of `needed` is in `given`.
constexpr bool includes(promise given, promise needed) {
  return (static_cast<unsigned>(needed) & ~static_cast<unsigned>(given)) == 0;
}

/// What a compare-exchange orders at least if it fails.
enum class failure_order : std::uint8_t { relaxed, acquire, seq_cst };

/// What the caller insists on.
enum class demand : std::uint8_t { none, native };

/// How an operation is done, as data. The defaults are those of CUDA's `atomicAdd`.
struct manner {
  /// What the operation orders besides itself.
  memory_order order = memory_order::relaxed;
  /// Among which threads.
  memory_scope scope = memory_scope::device;
  /// Where the word is.
  memory_space space = memory_space::unspecified;
  /// What the caller promises of the memory and its words.
  promise promises = promise::none;
  /// Whether the caller looks at the result.
  result_use result = result_use::used;
  /// Whether a compare-exchange loop is an error.
  demand insists = demand::none;
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
using coarse_grained_t = tag<promise::coarse_grained>;
using ignore_denormals_t = tag<promise::ignore_denormals>;
using in_array_t = tag<promise::in_array>;
using seldom_changes_t = tag<promise::seldom_changes>;
using same_address_t = tag<promise::same_address>;
using few_addresses_t = tag<promise::few_addresses>;
using result_unused_t = tag<result_use::unused>;
using require_native_t = tag<demand::native>;
///@}

/// No order beyond the word's own modification order. The default.
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

/// The word is in global memory: saves the test that a pointer of unknown origin costs.
inline constexpr in_global_t in_global{};
/// The word is in the block's shared memory (LDS).
inline constexpr in_shared_t in_shared{};

/// The memory is neither host, managed, fine-grained nor another device's. AMD chips then have
/// native forms that would be dropped on such memory; a wrong promise loses updates there.
inline constexpr coarse_grained_t coarse_grained{};
/// Subnormal floats may be taken as zero, as the native float additions of gfx908 and gfx90a do.
inline constexpr ignore_denormals_t ignore_denormals{};
/// The aligned 4 bytes that hold this 16-bit element hold elements of its array, and nothing else.
/// Additions to half and bfloat16 are then native where chips add pairs: -0.0 is added to the
/// neighbour, which changes no number, and makes a signalling NaN a quiet one.
inline constexpr in_array_t in_array{};
/// The operation seldom changes the word, as a maximum that has nearly been reached. A relaxed
/// min, max, and, or is then left out where a look at the word shows that it would change nothing.
inline constexpr seldom_changes_t seldom_changes{};
/// All lanes of a warp that make this call together pass one address. Their operands are combined
/// first, and one lane goes to memory for all: add, sub, mul, min, max, and, or, xor. A lane that
/// passes another address loses its update; NVIDIA's lanes may come together from different
/// branches and rounds of a loop too.
inline constexpr same_address_t same_address{};
/// Lanes that make this call together often pass equal addresses: each group of them is combined
/// first. Right for any addresses, and slower where they all differ.
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

/// How many of the tags are of one kind. Promises are counted value by value.
template <class Kind, class... Tags>
inline constexpr int kind_count_v =
    (0 + ... + (std::is_same_v<typename tag_value<Tags>::type, Kind> ? 1 : 0));
template <class Tag, class... Tags>
inline constexpr int same_tag_count_v = (0 + ... + (std::is_same_v<Tags, Tag> ? 1 : 0));

template <class Tag>
inline constexpr bool is_failure_v = std::is_same_v<typename tag_value<Tag>::type, failure_order>;

constexpr void put(manner& to, memory_order value) { to.order = value; }
/// Raises the order to what the failure order has; whichever tag comes first.
constexpr void put(manner& to, failure_order value) {
  const memory_order o = to.order;
  if (value == failure_order::seq_cst) {
    to.order = memory_order::seq_cst;
  } else if (value == failure_order::acquire && o == memory_order::relaxed) {
    to.order = memory_order::acquire;
  } else if (value == failure_order::acquire && o == memory_order::release) {
    to.order = memory_order::acq_rel;
  }
}
constexpr void put(manner& to, memory_scope value) { to.scope = value; }
constexpr void put(manner& to, memory_space value) { to.space = value; }
constexpr void put(manner& to, promise value) { to.promises = to.promises | value; }
constexpr void put(manner& to, result_use value) { to.result = value; }
constexpr void put(manner& to, demand value) { to.insists = value; }

/// What a list of tags says, over the defaults of `base`.
template <class... Tags>
constexpr manner fold(manner base = {}) {
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

/// A `manner` as a type, so that equal manners share their instantiations whatever the order in
/// which the tags were written.
template <memory_order Order, memory_scope Scope, memory_space Space, promise Promises,
          result_use Result, demand Insists>
struct fixed_manner {
  static constexpr manner value{Order, Scope, Space, Promises, Result, Insists};
  static constexpr memory_order order = Order;
  static constexpr memory_scope scope = Scope;
  static constexpr memory_space space = Space;

  template <memory_order Other>
  using with_order = fixed_manner<Other, Scope, Space, Promises, Result, Insists>;
  template <memory_space Other>
  using with_space = fixed_manner<Order, Scope, Other, Promises, Result, Insists>;
  template <promise Other>
  using with_promise = fixed_manner<Order, Scope, Space, Promises | Other, Result, Insists>;
  template <promise Other>
  using without_promise = fixed_manner<Order, Scope, Space,
                                       static_cast<promise>(static_cast<unsigned>(Promises) &
                                                            ~static_cast<unsigned>(Other)),
                                       Result, Insists>;
  using without_result = fixed_manner<Order, Scope, Space, Promises, result_use::unused, Insists>;
};

template <class... Tags>
struct folded {
  static constexpr manner m = fold<Tags...>();
  using type = fixed_manner<m.order, m.scope, m.space, m.promises, m.result, m.insists>;
};

/// A manner may stand where a call's tags stand.
template <memory_order Order, memory_scope Scope, memory_space Space, promise Promises,
          result_use Result, demand Insists>
struct folded<fixed_manner<Order, Scope, Space, Promises, Result, Insists>> {
  using type = fixed_manner<Order, Scope, Space, Promises, Result, Insists>;
};

/// The manner, as a type, that a list of tags says.
template <class... Tags>
using manner_of = typename folded<Tags...>::type;
/// The same of a call that returns nothing.
template <class... Tags>
using without_result_of = typename manner_of<Tags...>::without_result;

}  // namespace detail
}  // namespace diatomic
