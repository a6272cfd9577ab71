// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The members of `atomic_ref` by operation, as `calls.hpp` has the public functions.

#include <diatomic/diatomic.hpp>

namespace test {

/// `fetch_OP`.
template <diatomic::op Op, class Ref, class V, class... Over>
DIATOMIC_FUNCTION auto member_fetch(const Ref& word, V v, Over... over) {
  using diatomic::op;
  if constexpr (Op == op::add) return word.fetch_add(v, over...);
  if constexpr (Op == op::sub) return word.fetch_sub(v, over...);
  if constexpr (Op == op::bit_and) return word.fetch_and(v, over...);
  if constexpr (Op == op::bit_or) return word.fetch_or(v, over...);
  if constexpr (Op == op::bit_xor) return word.fetch_xor(v, over...);
  if constexpr (Op == op::min) return word.fetch_min(v, over...);
  if constexpr (Op == op::max) return word.fetch_max(v, over...);
  if constexpr (Op == op::mul) return word.fetch_mul(v, over...);
  if constexpr (Op == op::div) return word.fetch_div(v, over...);
  if constexpr (Op == op::mod) return word.fetch_mod(v, over...);
  if constexpr (Op == op::bit_nand) return word.fetch_nand(v, over...);
  if constexpr (Op == op::shl) return word.fetch_shl(v, over...);
  if constexpr (Op == op::shr) return word.fetch_shr(v, over...);
  if constexpr (Op == op::inc_wrap) return word.fetch_inc_wrap(v, over...);
  if constexpr (Op == op::dec_wrap) return word.fetch_dec_wrap(v, over...);
  if constexpr (Op == op::fminimum) return word.fetch_fminimum(v, over...);
  if constexpr (Op == op::fmaximum) return word.fetch_fmaximum(v, over...);
  if constexpr (Op == op::fminimum_num) return word.fetch_fminimum_num(v, over...);
  if constexpr (Op == op::fmaximum_num) return word.fetch_fmaximum_num(v, over...);
  if constexpr (Op == op::min_if_less) return word.fetch_min_if_less(v, over...);
  if constexpr (Op == op::max_if_greater) return word.fetch_max_if_greater(v, over...);
}

/// `OP_fetch`.
template <diatomic::op Op, class Ref, class V, class... Over>
DIATOMIC_FUNCTION auto member_new(const Ref& word, V v, Over... over) {
  using diatomic::op;
  if constexpr (Op == op::add) return word.add_fetch(v, over...);
  if constexpr (Op == op::sub) return word.sub_fetch(v, over...);
  if constexpr (Op == op::bit_and) return word.and_fetch(v, over...);
  if constexpr (Op == op::bit_or) return word.or_fetch(v, over...);
  if constexpr (Op == op::bit_xor) return word.xor_fetch(v, over...);
  if constexpr (Op == op::min) return word.min_fetch(v, over...);
  if constexpr (Op == op::max) return word.max_fetch(v, over...);
  if constexpr (Op == op::mul) return word.mul_fetch(v, over...);
  if constexpr (Op == op::div) return word.div_fetch(v, over...);
  if constexpr (Op == op::mod) return word.mod_fetch(v, over...);
  if constexpr (Op == op::bit_nand) return word.nand_fetch(v, over...);
  if constexpr (Op == op::shl) return word.shl_fetch(v, over...);
  if constexpr (Op == op::shr) return word.shr_fetch(v, over...);
  if constexpr (Op == op::inc_wrap) return word.inc_wrap_fetch(v, over...);
  if constexpr (Op == op::dec_wrap) return word.dec_wrap_fetch(v, over...);
  if constexpr (Op == op::fminimum) return word.fminimum_fetch(v, over...);
  if constexpr (Op == op::fmaximum) return word.fmaximum_fetch(v, over...);
  if constexpr (Op == op::fminimum_num) return word.fminimum_num_fetch(v, over...);
  if constexpr (Op == op::fmaximum_num) return word.fmaximum_num_fetch(v, over...);
  if constexpr (Op == op::min_if_less) return word.min_if_less_fetch(v, over...);
  if constexpr (Op == op::max_if_greater) return word.max_if_greater_fetch(v, over...);
}

/// `store_OP`.
template <diatomic::op Op, class Ref, class V, class... Over>
DIATOMIC_FUNCTION void member_store(const Ref& word, V v, Over... over) {
  using diatomic::op;
  if constexpr (Op == op::add) word.store_add(v, over...);
  if constexpr (Op == op::sub) word.store_sub(v, over...);
  if constexpr (Op == op::bit_and) word.store_and(v, over...);
  if constexpr (Op == op::bit_or) word.store_or(v, over...);
  if constexpr (Op == op::bit_xor) word.store_xor(v, over...);
  if constexpr (Op == op::min) word.store_min(v, over...);
  if constexpr (Op == op::max) word.store_max(v, over...);
  if constexpr (Op == op::mul) word.store_mul(v, over...);
  if constexpr (Op == op::div) word.store_div(v, over...);
  if constexpr (Op == op::mod) word.store_mod(v, over...);
  if constexpr (Op == op::bit_nand) word.store_nand(v, over...);
  if constexpr (Op == op::shl) word.store_shl(v, over...);
  if constexpr (Op == op::shr) word.store_shr(v, over...);
  if constexpr (Op == op::inc_wrap) word.store_inc_wrap(v, over...);
  if constexpr (Op == op::dec_wrap) word.store_dec_wrap(v, over...);
  if constexpr (Op == op::fminimum) word.store_fminimum(v, over...);
  if constexpr (Op == op::fmaximum) word.store_fmaximum(v, over...);
  if constexpr (Op == op::fminimum_num) word.store_fminimum_num(v, over...);
  if constexpr (Op == op::fmaximum_num) word.store_fmaximum_num(v, over...);
  if constexpr (Op == op::min_if_less) word.store_min_if_less(v, over...);
  if constexpr (Op == op::max_if_greater) word.store_max_if_greater(v, over...);
}

/// Whether there is a compound assignment of the operation, and it.
template <diatomic::op Op>
inline constexpr bool has_compound_assignment =
    diatomic::tables::sums.has(Op) || diatomic::tables::bitwise.has(Op);
template <diatomic::op Op, class Ref, class V>
DIATOMIC_FUNCTION auto member_assign(const Ref& word, V v) {
  using diatomic::op;
  if constexpr (Op == op::add) return word += v;
  if constexpr (Op == op::sub) return word -= v;
  if constexpr (Op == op::bit_and) return word &= v;
  if constexpr (Op == op::bit_or) return word |= v;
  if constexpr (Op == op::bit_xor) return word ^= v;
}

}  // namespace test
