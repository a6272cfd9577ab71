// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The public functions by operation, so that a test can be written once for all of them.

#include <diatomic/diatomic.hpp>

namespace test {

/// `fetch_OP`.
template <diatomic::op Op, class T, class V, class... Tags>
DIATOMIC_FUNCTION T call_fetch(T* p, V v, Tags... tags) {
  using diatomic::op;
  if constexpr (Op == op::exchange) return diatomic::exchange(p, v, tags...);
  if constexpr (Op == op::add) return diatomic::fetch_add(p, v, tags...);
  if constexpr (Op == op::sub) return diatomic::fetch_sub(p, v, tags...);
  if constexpr (Op == op::bit_and) return diatomic::fetch_and(p, v, tags...);
  if constexpr (Op == op::bit_or) return diatomic::fetch_or(p, v, tags...);
  if constexpr (Op == op::bit_xor) return diatomic::fetch_xor(p, v, tags...);
  if constexpr (Op == op::min) return diatomic::fetch_min(p, v, tags...);
  if constexpr (Op == op::max) return diatomic::fetch_max(p, v, tags...);
  if constexpr (Op == op::mul) return diatomic::fetch_mul(p, v, tags...);
  if constexpr (Op == op::div) return diatomic::fetch_div(p, v, tags...);
  if constexpr (Op == op::mod) return diatomic::fetch_mod(p, v, tags...);
  if constexpr (Op == op::bit_nand) return diatomic::fetch_nand(p, v, tags...);
  if constexpr (Op == op::shl) return diatomic::fetch_shl(p, v, tags...);
  if constexpr (Op == op::shr) return diatomic::fetch_shr(p, v, tags...);
  if constexpr (Op == op::inc_wrap) return diatomic::fetch_inc_wrap(p, v, tags...);
  if constexpr (Op == op::dec_wrap) return diatomic::fetch_dec_wrap(p, v, tags...);
  if constexpr (Op == op::fminimum) return diatomic::fetch_fminimum(p, v, tags...);
  if constexpr (Op == op::fmaximum) return diatomic::fetch_fmaximum(p, v, tags...);
  if constexpr (Op == op::fminimum_num) return diatomic::fetch_fminimum_num(p, v, tags...);
  if constexpr (Op == op::fmaximum_num) return diatomic::fetch_fmaximum_num(p, v, tags...);
  if constexpr (Op == op::min_if_less) return diatomic::fetch_min_if_less(p, v, tags...);
  if constexpr (Op == op::max_if_greater) return diatomic::fetch_max_if_greater(p, v, tags...);
}

/// `OP_fetch`.
template <diatomic::op Op, class T, class V, class... Tags>
DIATOMIC_FUNCTION T call_new(T* p, V v, Tags... tags) {
  using diatomic::op;
  if constexpr (Op == op::add) return diatomic::add_fetch(p, v, tags...);
  if constexpr (Op == op::sub) return diatomic::sub_fetch(p, v, tags...);
  if constexpr (Op == op::bit_and) return diatomic::and_fetch(p, v, tags...);
  if constexpr (Op == op::bit_or) return diatomic::or_fetch(p, v, tags...);
  if constexpr (Op == op::bit_xor) return diatomic::xor_fetch(p, v, tags...);
  if constexpr (Op == op::min) return diatomic::min_fetch(p, v, tags...);
  if constexpr (Op == op::max) return diatomic::max_fetch(p, v, tags...);
  if constexpr (Op == op::mul) return diatomic::mul_fetch(p, v, tags...);
  if constexpr (Op == op::div) return diatomic::div_fetch(p, v, tags...);
  if constexpr (Op == op::mod) return diatomic::mod_fetch(p, v, tags...);
  if constexpr (Op == op::bit_nand) return diatomic::nand_fetch(p, v, tags...);
  if constexpr (Op == op::shl) return diatomic::shl_fetch(p, v, tags...);
  if constexpr (Op == op::shr) return diatomic::shr_fetch(p, v, tags...);
  if constexpr (Op == op::inc_wrap) return diatomic::inc_wrap_fetch(p, v, tags...);
  if constexpr (Op == op::dec_wrap) return diatomic::dec_wrap_fetch(p, v, tags...);
  if constexpr (Op == op::fminimum) return diatomic::fminimum_fetch(p, v, tags...);
  if constexpr (Op == op::fmaximum) return diatomic::fmaximum_fetch(p, v, tags...);
  if constexpr (Op == op::fminimum_num) return diatomic::fminimum_num_fetch(p, v, tags...);
  if constexpr (Op == op::fmaximum_num) return diatomic::fmaximum_num_fetch(p, v, tags...);
  if constexpr (Op == op::min_if_less) return diatomic::min_if_less_fetch(p, v, tags...);
  if constexpr (Op == op::max_if_greater) return diatomic::max_if_greater_fetch(p, v, tags...);
}

/// `store_OP`.
template <diatomic::op Op, class T, class V, class... Tags>
DIATOMIC_FUNCTION void call_store(T* p, V v, Tags... tags) {
  using diatomic::op;
  if constexpr (Op == op::add) diatomic::store_add(p, v, tags...);
  if constexpr (Op == op::sub) diatomic::store_sub(p, v, tags...);
  if constexpr (Op == op::bit_and) diatomic::store_and(p, v, tags...);
  if constexpr (Op == op::bit_or) diatomic::store_or(p, v, tags...);
  if constexpr (Op == op::bit_xor) diatomic::store_xor(p, v, tags...);
  if constexpr (Op == op::min) diatomic::store_min(p, v, tags...);
  if constexpr (Op == op::max) diatomic::store_max(p, v, tags...);
  if constexpr (Op == op::mul) diatomic::store_mul(p, v, tags...);
  if constexpr (Op == op::div) diatomic::store_div(p, v, tags...);
  if constexpr (Op == op::mod) diatomic::store_mod(p, v, tags...);
  if constexpr (Op == op::bit_nand) diatomic::store_nand(p, v, tags...);
  if constexpr (Op == op::shl) diatomic::store_shl(p, v, tags...);
  if constexpr (Op == op::shr) diatomic::store_shr(p, v, tags...);
  if constexpr (Op == op::inc_wrap) diatomic::store_inc_wrap(p, v, tags...);
  if constexpr (Op == op::dec_wrap) diatomic::store_dec_wrap(p, v, tags...);
  if constexpr (Op == op::fminimum) diatomic::store_fminimum(p, v, tags...);
  if constexpr (Op == op::fmaximum) diatomic::store_fmaximum(p, v, tags...);
  if constexpr (Op == op::fminimum_num) diatomic::store_fminimum_num(p, v, tags...);
  if constexpr (Op == op::fmaximum_num) diatomic::store_fmaximum_num(p, v, tags...);
  if constexpr (Op == op::min_if_less) diatomic::store_min_if_less(p, v, tags...);
  if constexpr (Op == op::max_if_greater) diatomic::store_max_if_greater(p, v, tags...);
}

}  // namespace test
