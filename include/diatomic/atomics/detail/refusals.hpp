// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Deleted overloads of the operations for calls that are refused. Compilers print their template
/// argument, a `refusal`, which names the remedy. For SFINAE such a call is ill-formed, as if no
/// function were viable. Macros write the overloads, but not their names: g++ would add three lines
/// to each message about a name from a macro.
///
/// Not where a condition would spoil call sites (`DIATOMIC_HAS_CONDITIONS`).

#include <type_traits>

#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/dispatch/static_checks.hpp>

#if DIATOMIC_HAS_CONDITIONS

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A first argument other than a pointer.
struct not_a_pointer {
  template <class P, class = std::enable_if_t<!std::is_pointer_v<P>>>
  DIATOMIC_FUNCTION not_a_pointer(const P&) {}
};

/// Loads take a pointer to const.
template <op Op, class T>
using object_of = std::conditional_t<Op == op::load, std::remove_const_t<T>, T>;

/// Why no function accepts a pointer to a T: the T, or `Otherwise`.
template <op Op, class T, refusal Otherwise>
inline constexpr refusal unaccepted_v =
    detail::either(operation_refusal_v<Op, object_of<Op, T>>, Otherwise);

/// Why a call is refused although its arguments convert: an operand loses its value, or the tags
/// are refused. By the number of operands; `expected`: those of C++'s compare-exchange, whose two
/// orders count as one.
///@{
template <op Op, result_use Use, class T, class... Tags>
inline constexpr refusal misuse_0_v =
    operation_refusal_v<Op, object_of<Op, T>> == refusal::none && (is_access_v<Tags> && ...)
        ? call_refusal_v<Op, Use, object_of<Op, T>, Tags...>
        : refusal::none;
template <op, result_use, class...>
inline constexpr refusal misuse_1_v = refusal::none;
template <op Op, result_use Use, class T, class V, class... Tags>
inline constexpr refusal misuse_1_v<Op, Use, T, V, Tags...> = detail::either(
    misfit_v<typename std::conditional_t<sums.has(Op), addend<T>, identity<T>>::type, V>,
    misuse_0_v<Op, Use, T, Tags...>);
template <op, result_use, class...>
inline constexpr refusal misuse_2_v = refusal::none;
template <op Op, result_use Use, class T, class V, class... A>
inline constexpr refusal misuse_2_v<Op, Use, T, V, A...> =
    detail::either(misfit_v<T, V>, misuse_1_v<Op, Use, T, A...>);
template <op, result_use, class...>
inline constexpr refusal misuse_3_v = refusal::none;
template <op Op, result_use Use, class T, class V, class... A>
inline constexpr refusal misuse_3_v<Op, Use, T, V, A...> =
    detail::either(misfit_v<T, V>, misuse_2_v<Op, Use, T, A...>);
template <op Op, result_use Use, class... A>
inline constexpr refusal misuse_expected_v = misuse_2_v<Op, Use, A...>;
template <op Op, result_use Use, class T, class E, class V, class Tag, class... Tags>
inline constexpr refusal misuse_expected_v<Op, Use, T, E, V, Tag, Tag, Tags...> =
    is_std_order_v<Tag> ? misuse_2_v<Op, Use, T, E, V, Tag, Tags...>
                        : misuse_2_v<Op, Use, T, E, V, Tag, Tag, Tags...>;
template <class... Tags>
inline constexpr refusal fence_misuse_v =
    (is_access_v<Tags> && ...) ? fence_refusal_v<Tags...> : refusal::none;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

// g++ 12 takes a function with the attribute as viable; nvcc knows no attribute.
#if defined(__clang__) && !defined(__NVCC__)
#define DIATOMIC_DETAIL_UNAVAILABLE __attribute__((unavailable))
#else
#define DIATOMIC_DETAIL_UNAVAILABLE = delete
#endif
// Each name is refused by three overloads: for a first argument that is no pointer; for a pointer,
// if no function accepts the call; for calls that functions accept and should not. The first two
// match an ellipsis, so that any other function is a better match, also a user's function that
// converts its arguments. Qualifiers do the same where a call may have no second argument, or the
// function takes a pointer to const.
#define DIATOMIC_FIRST                                                                            \
  template <detail::refusal =                                                                     \
                detail::refusal::pass_a_pointer_to_the_object_such_as_its_address_or_get_or_data> \
  DIATOMIC_FUNCTION void
#define DIATOMIC_T_OR(of, otherwise)                                                       \
  (detail::not_a_pointer, ...) DIATOMIC_DETAIL_UNAVAILABLE;                                \
  template <class T,                                                                       \
            detail::refusal = detail::unaccepted_v<op::of, T, detail::refusal::otherwise>> \
  DIATOMIC_FUNCTION void
#define DIATOMIC_T(of) \
  DIATOMIC_T_OR(of, pass_operands_that_convert_to_the_type_of_the_object_then_only_tags)
#define DIATOMIC_N(pointer, of, use, operands)                                   \
  (pointer, ...) DIATOMIC_DETAIL_UNAVAILABLE;                                    \
  template <class T, class... A,                                                 \
            detail::refusal Because =                                            \
                detail::misuse_##operands##_v<op::of, result_use::use, T, A...>, \
            class = std::enable_if_t<Because != detail::refusal::none>>          \
  DIATOMIC_FUNCTION void
#define DIATOMIC_1(of, use) DIATOMIC_N(T*, of, use, 1)
#define DIATOMIC_LAST (T*, A...) DIATOMIC_DETAIL_UNAVAILABLE;
#define DIATOMIC_NEXT DIATOMIC_LAST DIATOMIC_FIRST

// clang-format off
DIATOMIC_FIRST
fetch_add DIATOMIC_T(add) fetch_add DIATOMIC_1(add, used) fetch_add DIATOMIC_NEXT
add_fetch DIATOMIC_T(add) add_fetch DIATOMIC_1(add, used) add_fetch DIATOMIC_NEXT
store_add DIATOMIC_T(add) store_add DIATOMIC_1(add, unused) store_add DIATOMIC_NEXT
fetch_sub DIATOMIC_T(sub) fetch_sub DIATOMIC_1(sub, used) fetch_sub DIATOMIC_NEXT
sub_fetch DIATOMIC_T(sub) sub_fetch DIATOMIC_1(sub, used) sub_fetch DIATOMIC_NEXT
store_sub DIATOMIC_T(sub) store_sub DIATOMIC_1(sub, unused) store_sub DIATOMIC_NEXT
fetch_mul DIATOMIC_T(mul) fetch_mul DIATOMIC_1(mul, used) fetch_mul DIATOMIC_NEXT
mul_fetch DIATOMIC_T(mul) mul_fetch DIATOMIC_1(mul, used) mul_fetch DIATOMIC_NEXT
store_mul DIATOMIC_T(mul) store_mul DIATOMIC_1(mul, unused) store_mul DIATOMIC_NEXT
fetch_div DIATOMIC_T(div) fetch_div DIATOMIC_1(div, used) fetch_div DIATOMIC_NEXT
div_fetch DIATOMIC_T(div) div_fetch DIATOMIC_1(div, used) div_fetch DIATOMIC_NEXT
store_div DIATOMIC_T(div) store_div DIATOMIC_1(div, unused) store_div DIATOMIC_NEXT
fetch_mod DIATOMIC_T(mod) fetch_mod DIATOMIC_1(mod, used) fetch_mod DIATOMIC_NEXT
mod_fetch DIATOMIC_T(mod) mod_fetch DIATOMIC_1(mod, used) mod_fetch DIATOMIC_NEXT
store_mod DIATOMIC_T(mod) store_mod DIATOMIC_1(mod, unused) store_mod DIATOMIC_NEXT
fetch_and DIATOMIC_T(bit_and) fetch_and DIATOMIC_1(bit_and, used) fetch_and DIATOMIC_NEXT
and_fetch DIATOMIC_T(bit_and) and_fetch DIATOMIC_1(bit_and, used) and_fetch DIATOMIC_NEXT
store_and DIATOMIC_T(bit_and) store_and DIATOMIC_1(bit_and, unused) store_and DIATOMIC_NEXT
fetch_or DIATOMIC_T(bit_or) fetch_or DIATOMIC_1(bit_or, used) fetch_or DIATOMIC_NEXT
or_fetch DIATOMIC_T(bit_or) or_fetch DIATOMIC_1(bit_or, used) or_fetch DIATOMIC_NEXT
store_or DIATOMIC_T(bit_or) store_or DIATOMIC_1(bit_or, unused) store_or DIATOMIC_NEXT
fetch_xor DIATOMIC_T(bit_xor) fetch_xor DIATOMIC_1(bit_xor, used) fetch_xor DIATOMIC_NEXT
xor_fetch DIATOMIC_T(bit_xor) xor_fetch DIATOMIC_1(bit_xor, used) xor_fetch DIATOMIC_NEXT
store_xor DIATOMIC_T(bit_xor) store_xor DIATOMIC_1(bit_xor, unused) store_xor DIATOMIC_NEXT
fetch_nand DIATOMIC_T(bit_nand) fetch_nand DIATOMIC_1(bit_nand, used) fetch_nand DIATOMIC_NEXT
nand_fetch DIATOMIC_T(bit_nand) nand_fetch DIATOMIC_1(bit_nand, used) nand_fetch DIATOMIC_NEXT
store_nand DIATOMIC_T(bit_nand) store_nand DIATOMIC_1(bit_nand, unused) store_nand DIATOMIC_NEXT
fetch_shl DIATOMIC_T(shl) fetch_shl DIATOMIC_1(shl, used) fetch_shl DIATOMIC_NEXT
shl_fetch DIATOMIC_T(shl) shl_fetch DIATOMIC_1(shl, used) shl_fetch DIATOMIC_NEXT
store_shl DIATOMIC_T(shl) store_shl DIATOMIC_1(shl, unused) store_shl DIATOMIC_NEXT
fetch_shr DIATOMIC_T(shr) fetch_shr DIATOMIC_1(shr, used) fetch_shr DIATOMIC_NEXT
shr_fetch DIATOMIC_T(shr) shr_fetch DIATOMIC_1(shr, used) shr_fetch DIATOMIC_NEXT
store_shr DIATOMIC_T(shr) store_shr DIATOMIC_1(shr, unused) store_shr DIATOMIC_NEXT
fetch_min DIATOMIC_T(min) fetch_min DIATOMIC_1(min, used) fetch_min DIATOMIC_NEXT
min_fetch DIATOMIC_T(min) min_fetch DIATOMIC_1(min, used) min_fetch DIATOMIC_NEXT
store_min DIATOMIC_T(min) store_min DIATOMIC_1(min, unused) store_min DIATOMIC_NEXT
fetch_max DIATOMIC_T(max) fetch_max DIATOMIC_1(max, used) fetch_max DIATOMIC_NEXT
max_fetch DIATOMIC_T(max) max_fetch DIATOMIC_1(max, used) max_fetch DIATOMIC_NEXT
store_max DIATOMIC_T(max) store_max DIATOMIC_1(max, unused) store_max DIATOMIC_NEXT
fetch_fminimum DIATOMIC_T(fminimum)
    fetch_fminimum DIATOMIC_1(fminimum, used) fetch_fminimum DIATOMIC_NEXT
fminimum_fetch DIATOMIC_T(fminimum)
    fminimum_fetch DIATOMIC_1(fminimum, used) fminimum_fetch DIATOMIC_NEXT
store_fminimum DIATOMIC_T(fminimum)
    store_fminimum DIATOMIC_1(fminimum, unused) store_fminimum DIATOMIC_NEXT
fetch_fmaximum DIATOMIC_T(fmaximum)
    fetch_fmaximum DIATOMIC_1(fmaximum, used) fetch_fmaximum DIATOMIC_NEXT
fmaximum_fetch DIATOMIC_T(fmaximum)
    fmaximum_fetch DIATOMIC_1(fmaximum, used) fmaximum_fetch DIATOMIC_NEXT
store_fmaximum DIATOMIC_T(fmaximum)
    store_fmaximum DIATOMIC_1(fmaximum, unused) store_fmaximum DIATOMIC_NEXT
fetch_fminimum_num DIATOMIC_T(fminimum_num)
    fetch_fminimum_num DIATOMIC_1(fminimum_num, used) fetch_fminimum_num DIATOMIC_NEXT
fminimum_num_fetch DIATOMIC_T(fminimum_num)
    fminimum_num_fetch DIATOMIC_1(fminimum_num, used) fminimum_num_fetch DIATOMIC_NEXT
store_fminimum_num DIATOMIC_T(fminimum_num)
    store_fminimum_num DIATOMIC_1(fminimum_num, unused) store_fminimum_num DIATOMIC_NEXT
fetch_fmaximum_num DIATOMIC_T(fmaximum_num)
    fetch_fmaximum_num DIATOMIC_1(fmaximum_num, used) fetch_fmaximum_num DIATOMIC_NEXT
fmaximum_num_fetch DIATOMIC_T(fmaximum_num)
    fmaximum_num_fetch DIATOMIC_1(fmaximum_num, used) fmaximum_num_fetch DIATOMIC_NEXT
store_fmaximum_num DIATOMIC_T(fmaximum_num)
    store_fmaximum_num DIATOMIC_1(fmaximum_num, unused) store_fmaximum_num DIATOMIC_NEXT
fetch_min_if_less DIATOMIC_T(min_if_less)
    fetch_min_if_less DIATOMIC_1(min_if_less, used) fetch_min_if_less DIATOMIC_NEXT
min_if_less_fetch DIATOMIC_T(min_if_less)
    min_if_less_fetch DIATOMIC_1(min_if_less, used) min_if_less_fetch DIATOMIC_NEXT
store_min_if_less DIATOMIC_T(min_if_less)
    store_min_if_less DIATOMIC_1(min_if_less, unused) store_min_if_less DIATOMIC_NEXT
fetch_max_if_greater DIATOMIC_T(max_if_greater)
    fetch_max_if_greater DIATOMIC_1(max_if_greater, used) fetch_max_if_greater DIATOMIC_NEXT
max_if_greater_fetch DIATOMIC_T(max_if_greater)
    max_if_greater_fetch DIATOMIC_1(max_if_greater, used) max_if_greater_fetch DIATOMIC_NEXT
store_max_if_greater DIATOMIC_T(max_if_greater)
    store_max_if_greater DIATOMIC_1(max_if_greater, unused) store_max_if_greater DIATOMIC_NEXT
fetch_inc_wrap DIATOMIC_T(inc_wrap)
    fetch_inc_wrap DIATOMIC_1(inc_wrap, used) fetch_inc_wrap DIATOMIC_NEXT
inc_wrap_fetch DIATOMIC_T(inc_wrap)
    inc_wrap_fetch DIATOMIC_1(inc_wrap, used) inc_wrap_fetch DIATOMIC_NEXT
store_inc_wrap DIATOMIC_T(inc_wrap)
    store_inc_wrap DIATOMIC_1(inc_wrap, unused) store_inc_wrap DIATOMIC_NEXT
fetch_dec_wrap DIATOMIC_T(dec_wrap)
    fetch_dec_wrap DIATOMIC_1(dec_wrap, used) fetch_dec_wrap DIATOMIC_NEXT
dec_wrap_fetch DIATOMIC_T(dec_wrap)
    dec_wrap_fetch DIATOMIC_1(dec_wrap, used) dec_wrap_fetch DIATOMIC_NEXT
store_dec_wrap DIATOMIC_T(dec_wrap)
    store_dec_wrap DIATOMIC_1(dec_wrap, unused) store_dec_wrap DIATOMIC_NEXT
store DIATOMIC_T(store) store DIATOMIC_1(store, unused) store DIATOMIC_NEXT
exchange DIATOMIC_T(exchange) exchange DIATOMIC_1(exchange, used) exchange DIATOMIC_NEXT
wait DIATOMIC_T(load) wait DIATOMIC_N(const volatile T*, load, used, 1) wait DIATOMIC_NEXT
compare_exchange DIATOMIC_T_OR(
    compare_exchange, pass_operands_that_convert_to_the_type_of_the_object_then_only_tags)
compare_exchange DIATOMIC_N(T*, compare_exchange, used, 2)
compare_exchange DIATOMIC_NEXT
compare_exchange_strong DIATOMIC_T_OR(
    compare_exchange, pass_expected_as_a_variable_of_the_type_of_the_object_or_use_compare_exchange)
compare_exchange_strong DIATOMIC_N(T*, compare_exchange, used, expected)
compare_exchange_strong DIATOMIC_NEXT
compare_exchange_weak DIATOMIC_T_OR(
    compare_exchange, pass_expected_as_a_variable_of_the_type_of_the_object_or_use_compare_exchange)
compare_exchange_weak DIATOMIC_N(T*, compare_exchange, used, expected)
compare_exchange_weak DIATOMIC_NEXT
load DIATOMIC_T_OR(load, pass_a_pointer_to_a_non_volatile_object_then_only_tags)
load DIATOMIC_N(const volatile T*, load, used, 0)
load DIATOMIC_NEXT
fetch_update DIATOMIC_T_OR(
    compare_exchange, pass_a_function_that_takes_the_old_and_returns_the_new_value_of_the_same_type)
fetch_update DIATOMIC_N(T*, compare_exchange, used, 1)
fetch_update DIATOMIC_NEXT
try_update DIATOMIC_T_OR(
    compare_exchange, pass_a_function_that_changes_a_reference_to_a_copy_and_returns_bool)
try_update DIATOMIC_N(T*, compare_exchange, used, 1)
try_update DIATOMIC_NEXT
wait_until DIATOMIC_T_OR(
    load, pass_a_predicate_that_takes_the_value_and_returns_bool)
wait_until DIATOMIC_N(const volatile T*, load, used, 1)
wait_until DIATOMIC_NEXT
store_add_at DIATOMIC_T_OR(
    add, pass_an_integer_index_and_length_and_the_operand_then_only_tags)
store_add_at DIATOMIC_N(T*, add, unused, 3)
store_add_at DIATOMIC_LAST
template <class... A, detail::refusal Because = detail::fence_misuse_v<A...>,
          class = std::enable_if_t<Because != detail::refusal::none>>
DIATOMIC_FUNCTION void fence(A...) DIATOMIC_DETAIL_UNAVAILABLE;
// clang-format on

#undef DIATOMIC_FIRST
#undef DIATOMIC_T_OR
#undef DIATOMIC_T
#undef DIATOMIC_N
#undef DIATOMIC_1
#undef DIATOMIC_LAST
#undef DIATOMIC_NEXT

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

#endif
