// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The conditions that make a call ill-formed: its type, operation or order, or its table entry.

#include <type_traits>

#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/dispatch/entry.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Why there are no atomic operations on a T; why Op is not defined for a T.
///@{
template <class T>
DIATOMIC_CONSTEXPR refusal find_type_refusal() {
  if constexpr (std::is_const_v<T> || std::is_volatile_v<T>) {
    return refusal::pass_a_pointer_to_a_non_const_non_volatile_object;
  } else if constexpr (std::is_void_v<T>) {
    return refusal::cast_the_void_pointer_to_a_pointer_to_the_type_of_the_object;
  } else if constexpr (is_atomic_object_v<T>) {
    return refusal::declare_the_object_as_a_plain_number_not_as_an_atomic;
  } else if constexpr (!std::is_same_v<std::decay_t<T>, T>) {
    return refusal::pass_a_pointer_to_one_element_of_the_array;
  } else if constexpr (std::is_same_v<T, long double>) {
    return refusal::use_double_because_long_double_has_no_atomic_operations;
  } else if constexpr (kind_of_v<T> == kind::unknown) {
    return refusal::
        split_the_object_or_use_a_lock_table_types_are_trivially_copyable_with_1_2_4_8_or_16_bytes;
  } else if constexpr (alignof(T) < tables::size_of(tables::part_of(kind_of_v<T>))) {
    return refusal::define_the_type_with_alignas_of_its_size;
  } else if constexpr (computing_v<T> == computing::none && !has_no_padding_v<T>) {
    return binds_v<const float, T>
               ? refusal::cast_the_pointer_to_a_number_type_or_specialise_number_kind_v
               : refusal::fill_the_padding_of_the_type_with_members_or_specialise_has_no_padding_v;
  } else {
    return refusal::none;
  }
}
template <class T>
inline constexpr refusal type_refusal_v = detail::find_type_refusal<T>();
/// Why there is no `atomic<T>` or `atomic_ref<T>`, whatever T's alignment and padding, which users
/// may declare later.
template <class T, class = void>
inline constexpr refusal class_refusal_v =
    std::is_volatile_v<T> ? refusal::remove_volatile_which_atomic_operations_do_not_need
                          : refusal::none;
template <class T>
inline constexpr refusal class_refusal_v<T, std::enable_if_t<kind_of_v<T> == kind::unknown>> =
    type_refusal_v<T>;

/// Whether a pointer to a T can move by elements. Never takes the size of void: nvcc would warn.
struct without_size;
template <class T, class = void>
inline constexpr bool has_size_v = false;
template <class T>
inline constexpr bool has_size_v<
    T, std::void_t<decltype(sizeof(std::conditional_t<std::is_object_v<T>, T, without_size>))>> =
    true;

template <op Op, class T>
DIATOMIC_CONSTEXPR refusal find_operation_refusal() {
  if constexpr (type_refusal_v<T> != refusal::none) {
    return type_refusal_v<T>;
  } else if constexpr (!updates.has(Op)) {
    return Op == op::compare_exchange && alignof(T) < sizeof(T)
               ? refusal::define_the_type_with_alignas_of_its_size
               : refusal::none;
  } else if constexpr (computing_v<T> == computing::none) {
    return refusal::use_fetch_update_or_cast_to_a_number_type_or_specialise_number_kind_v;
  } else if constexpr (computing_v<T> == computing::bits) {
    return bitwise.has(Op) ? refusal::none
                           : refusal::use_and_or_xor_or_fetch_update_for_this_enum_or_bool;
  } else if constexpr (computing_v<T> == computing::sums) {
    return !sums.has(Op)
               ? (std::is_pointer_v<T>
                      ? refusal::use_add_sub_or_fetch_update_for_this_pointer
                      : refusal::use_add_or_sub_or_align_the_type_to_its_size_for_fetch_update)
           : std::is_pointer_v<T> && !has_size_v<std::remove_pointer_t<T>>
               ? refusal::use_a_pointer_to_a_complete_type_others_cannot_move_by_elements
               : refusal::none;
  } else {
    return tables::is_meaningful(Op, kind_of_v<T>) ? refusal::none
           : of_floats.has(Op) ? refusal::use_min_or_max_because_this_call_needs_a_float
           : counts.has(Op)    ? refusal::use_an_unsigned_integer_for_inc_wrap_and_dec_wrap
                               : refusal::use_an_integer_for_bit_operations_mod_and_shifts;
  }
}
template <op Op, class T>
inline constexpr refusal operation_refusal_v = detail::find_operation_refusal<Op, T>();
///@}

/// Why a call's tags, which override the properties `Own`, are refused. Of two orders one may be a
/// `std::memory_order`, whose value is not checked.
template <op Op, result_use Use, class Own, class... Tags>
DIATOMIC_CONSTEXPR refusal find_tags_refusal() {
  if constexpr (!(is_access_v<Tags> && ...)) {
    return refusal::pass_operands_that_convert_to_the_type_of_the_object_then_only_tags;
  } else if constexpr (kind_count_v<memory_order, as_tag<memory_order::seq_cst, Tags>...> > 1) {
    return refusal::remove_one_of_two_orders;
  } else if constexpr (has_contradiction_v<as_tag<memory_order::seq_cst, Tags>...>) {
    return refusal::remove_one_of_two_scopes_or_spaces_or_equal_or_contradicting_tags;
  } else if constexpr (Use == result_use::used && (std::is_same_v<Tags, result_unused_t> || ...)) {
    return refusal::call_store_OP_instead_of_passing_result_unused;
  } else if constexpr (has_std_order_v<Tags...>) {
    return refusal::none;
  } else {
    access_properties access = access_over<Own, Tags...>::value;
    access.result = Use;
    return can_have_order(Op, access) ? refusal::none
           : access.order == memory_order::seq_cst
               ? refusal::pass_block_scope_or_wider_with_seq_cst
               : refusal::use_another_order_loads_do_not_release_and_stores_do_not_acquire;
  }
}

/// The first of two refusals.
DIATOMIC_CONSTEXPR refusal either(refusal a, refusal b) { return a == refusal::none ? b : a; }

/// Why a call on a T is refused, whatever its operands.
template <op Op, result_use Use, class T, class... Tags>
inline constexpr refusal call_refusal_v = detail::either(
    operation_refusal_v<Op, T>, detail::find_tags_refusal<Op, Use, access_of<>, Tags...>());

template <class... Tags>
DIATOMIC_CONSTEXPR refusal find_fence_refusal() {
  constexpr refusal of_tags =
      detail::find_tags_refusal<op::exchange, result_use::used, access_of<>, Tags...>();
  if constexpr (of_tags != refusal::none || has_std_order_v<Tags...>) {
    return of_tags;
  } else {
    return access_of<Tags...>::order == memory_order::relaxed
               ? refusal::pass_acquire_release_acq_rel_or_seq_cst
               : refusal::none;
  }
}
template <class... Tags>
inline constexpr refusal fence_refusal_v = detail::find_fence_refusal<Tags...>();

/// Why an F is not the function of `fetch_update`, `try_update` or `wait_until` on a T.
///@{
template <class T, class F, class = void>
inline constexpr refusal update_refusal_v =
    refusal::pass_a_function_that_takes_the_old_and_returns_the_new_value_of_the_same_type;
template <class T, class F>
inline constexpr refusal
    update_refusal_v<T, F,
                     std::void_t<decltype(detail::declval<T&>() = detail::declval<F&>()(
                                              detail::declval<const T&>()))>> =
        misfit_v<T, std::decay_t<decltype(detail::declval<F&>()(detail::declval<const T&>()))>>;
template <class T, class F, class = void>
inline constexpr refusal try_refusal_v =
    refusal::pass_a_function_that_changes_a_reference_to_a_copy_and_returns_bool;
template <class T, class F>
inline constexpr refusal try_refusal_v<
    T, F,
    std::void_t<decltype(detail::bind<const bool>(detail::declval<F&>()(detail::declval<T&>())))>> =
    refusal::none;
template <class T, class F, class = void>
inline constexpr refusal predicate_refusal_v =
    refusal::pass_a_predicate_that_takes_the_value_and_returns_bool;
template <class T, class F>
inline constexpr refusal predicate_refusal_v<
    T, F, std::void_t<decltype(detail::declval<F&>()(detail::declval<const T&>()) ? 0 : 0)>> =
    refusal::none;
///@}

/// The conditions of the public functions.
///@{
#if !DIATOMIC_HAS_CONDITIONS
template <op, class...>
using if_fetches = void;
template <op, class...>
using if_reduces = void;
template <class...>
using if_indexes = void;
#else
template <refusal Because>
using if_accepted = std::enable_if_t<Because == refusal::none>;
template <op Op, class T, class... Tags>
using if_fetches = if_accepted<call_refusal_v<Op, result_use::used, T, Tags...>>;
template <op Op, class T, class... Tags>
using if_reduces = if_accepted<call_refusal_v<Op, result_use::unused, T, Tags...>>;
template <class... Indices>
using if_indexes = std::enable_if_t<(std::is_integral_v<argument_value_t<Indices>> && ...)>;
#endif
///@}

/// Checks what depends on a call's access properties.
template <op Op, class T, class Access>
struct checked_call {
  static_assert(sizeof(T) != 16 || DIATOMIC_HAS_INT128,
                "diatomic: 16-byte objects need NVRTC's option -device-int128");
  static_assert(tables::can_have_order(Op, Access::value),
                "diatomic: the operation cannot have this order: loads do not release, stores and "
                "store_OP do not acquire, and seq_cst needs block scope or a wider one");
  static constexpr support level = entry_v<Op, T, Access>.level;
  static_assert(level != support::none,
                "diatomic: this architecture has no 16-byte operation, nor has CUDA before 12.4 "
                "(docs/support_matrix.md): update its halves, or use a lock_table");
  // The requirement is for kernels, but a GPU backend also compiles the call for the host.
  static_assert(
      Access::value.required == requirement::none || DIATOMIC_IN_HOST_HALF ||
          level == support::native,
      "diatomic: require_native: on this architecture the entry is a compare-exchange "
      "loop; add hints about the memory (in_global, coarse_grained, ignore_denormals, in_array), "
      "use store_OP where the old value is not needed, or drop keep_denormals or require_native");
  using type = Access;
};

/// `Access`, after the call has passed the checks.
template <op Op, class T, class Access>
using checked = typename checked_call<Op, T, Access>::type;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
