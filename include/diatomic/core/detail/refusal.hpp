// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The reasons why a call is refused. Each is the name of an enumerator: all compilers print it
/// among the template arguments of the deleted overload that a refused call selects
/// (`atomics/detail/refusals.hpp`), so that a refusal is short and SFINAE-friendly. And which
/// values are no operands of an operation, although they may convert.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// Each enumerator names the remedy.
enum class refusal : std::uint8_t {
  none,
  pass_a_pointer_to_the_object_such_as_its_address_or_get_or_data,
  pass_a_pointer_to_a_non_const_non_volatile_object,
  cast_the_void_pointer_to_a_pointer_to_the_type_of_the_object,
  declare_the_object_as_a_plain_number_not_as_an_atomic,
  pass_a_pointer_to_one_element_of_the_array,
  refer_to_one_element_of_the_array,
  remove_volatile_which_atomic_operations_do_not_need,
  use_double_because_long_double_has_no_atomic_operations,
  split_the_object_or_use_a_lock_table_types_are_trivially_copyable_with_1_2_4_8_or_16_bytes,
  define_the_type_with_alignas_of_its_size,
  fill_the_padding_of_the_type_with_members_or_specialise_has_no_padding_v,
  use_and_or_xor_or_fetch_update_for_this_enum_or_bool,
  use_add_sub_or_fetch_update_for_this_pointer,
  use_add_or_sub_or_align_the_type_to_its_size_for_fetch_update,
  cast_the_pointer_to_a_number_type_or_specialise_number_kind_v,
  use_fetch_update_or_cast_to_a_number_type_or_specialise_number_kind_v,
  use_a_pointer_to_a_complete_type_others_cannot_move_by_elements,
  use_an_integer_for_bit_operations_mod_and_shifts,
  use_an_unsigned_integer_for_inc_wrap_and_dec_wrap,
  use_min_or_max_because_this_call_needs_a_float,
  use_an_integer_counter_and_pass_only_tags,
  pass_the_missing_operand_before_the_tags,
  convert_the_floating_point_value_which_would_lose_its_fraction,
  convert_the_number_to_the_type_of_the_enum,
  pass_operands_that_convert_to_the_type_of_the_object_then_only_tags,
  pass_a_pointer_to_a_non_volatile_object_then_only_tags,
  pass_expected_as_a_variable_of_the_type_of_the_object_or_use_compare_exchange,
  pass_an_integer_index_and_length_and_the_operand_then_only_tags,
  pass_a_function_that_takes_the_old_and_returns_the_new_value_of_the_same_type,
  pass_a_function_that_changes_a_reference_to_a_copy_and_returns_bool,
  pass_a_predicate_that_takes_the_value_and_returns_bool,
  remove_one_of_two_orders,
  remove_one_of_two_scopes_or_spaces_or_equal_or_contradicting_tags,
  call_store_OP_instead_of_passing_result_unused,
  use_another_order_loads_do_not_release_and_stores_do_not_acquire,
  pass_block_scope_or_wider_with_seq_cst,
  pass_acquire_release_acq_rel_or_seq_cst,
};

/// The only error of a refused call where no overload can refuse it: of a member, in checked mode.
template <refusal Because>
DIATOMIC_CONSTEXPR void refuse() {
  static_assert(Because == refusal::none,
                "diatomic: the call is refused: the name of the refusal tells what to do instead");
}

}  // namespace DIATOMIC_VERSION_NS

inline namespace DIATOMIC_BACKEND_NS {

/// The last template argument of member templates, which gives their code a symbol for each backend
/// and mode: their classes have one name in all of them.
struct code;

/// Has a `type` for `refusal::none` alone. Where a class or a function needs it, compilers print
/// the name of the refusal, and nothing more about the class.
template <refusal Because>
struct accept {};
template <>
struct accept<refusal::none> {
  using type = code;
};

/// The operands and the result of a call that a `static_assert` refuses. Converts from and to
/// anything: an error about an operand would hide the refusal.
struct any_operand {
  DIATOMIC_FUNCTION constexpr any_operand() {}
  template <class V>
  DIATOMIC_FUNCTION constexpr any_operand(const V&) {}
  template <class V>
  DIATOMIC_FUNCTION operator V() const;
};

/// Whether T is an atomic object or reference of Diatomic, std or cuda::std.
template <class T, class = void>
inline constexpr bool is_atomic_object_v = false;
template <class T>
inline constexpr bool
    is_atomic_object_v<T, std::void_t<decltype(detail::declval<const T&>().is_lock_free())>> = true;

/// A tag or an order, which follows the operands.
template <class V>
inline constexpr bool is_access_v = is_tag_v<V> || is_std_order_v<V>;
/// Why a V is no operand for a T, although it may convert: a floating-point operand for an integer,
/// a number for an enum, or a tag.
template <class T, class V>
inline constexpr refusal misfit_v =
    is_access_v<V> && !std::is_same_v<T, V> ? refusal::pass_the_missing_operand_before_the_tags
    : is_integer_v<T> && (std::is_floating_point_v<V> || is_float16_v<V>)
        ? refusal::convert_the_floating_point_value_which_would_lose_its_fraction
    : std::is_enum_v<T> && (is_integer_v<V> || std::is_floating_point_v<V>)
        ? refusal::convert_the_number_to_the_type_of_the_enum
        : refusal::none;
template <class T, class V>
inline constexpr bool is_misfit_v = misfit_v<T, V> != refusal::none;

/// Whether an `Argument` binds to a `T&`; to a `const T&` if it converts to T. NVRTC has no
/// `std::is_convertible`.
///@{
template <class T>
DIATOMIC_FUNCTION void bind(T& object);
template <class T, class Argument, class = void>
inline constexpr bool binds_v = false;
template <class T, class Argument>
inline constexpr bool
    binds_v<T, Argument, std::void_t<decltype(detail::bind<T>(detail::declval<Argument>()))>> =
        true;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
