// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The members of references that update the object with an operand; the headers of `atomics/`
/// describe them. A member that is not defined for T is a compile error when called.

#include <diatomic/atomics/detail/atomic_ref_base.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// `Base` is a reference to a T, with the protected members `fetch<Op>`, `fetch_new<Op>` and
/// `reduce<Op>`, which take an operand and tags.
template <class T, class Base>
class ref_updates : public Base {
 protected:
  template <op Op, class... Overrides>
  using accept = accept_tags<Op, typename Base::own, Overrides...>;

 public:
  /// The function of this name on the object, with the operand `v` and the function's orders.
  /// `over` are tags; an order may be a `std::memory_order`.
  ///@{
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_add(strict_difference<T> v, Overrides... overrides) const {
    return this->template fetch<op::add>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T add_fetch(strict_difference<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::add>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_add(strict_difference<T> v, Overrides... overrides) const {
    this->template reduce<op::add>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_sub(strict_difference<T> v, Overrides... overrides) const {
    return this->template fetch<op::sub>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T sub_fetch(strict_difference<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::sub>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_sub(strict_difference<T> v, Overrides... overrides) const {
    this->template reduce<op::sub>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_mul(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::mul>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T mul_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::mul>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_mul(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::mul>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_div(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::div>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T div_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::div>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_div(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::div>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_mod(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::mod>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T mod_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::mod>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_mod(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::mod>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_and(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::bit_and>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T and_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::bit_and>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_and(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::bit_and>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_or(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::bit_or>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T or_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::bit_or>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_or(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::bit_or>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_xor(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::bit_xor>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T xor_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::bit_xor>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_xor(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::bit_xor>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_nand(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::bit_nand>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T nand_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::bit_nand>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_nand(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::bit_nand>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_shl(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::shl>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T shl_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::shl>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_shl(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::shl>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_shr(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::shr>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T shr_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::shr>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_shr(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::shr>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_min(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::min>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T min_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::min>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_min(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::min>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_max(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::max>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T max_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::max>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_max(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::max>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_fminimum(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::fminimum>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fminimum_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::fminimum>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_fminimum(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::fminimum>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_fmaximum(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::fmaximum>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fmaximum_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::fmaximum>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_fmaximum(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::fmaximum>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_fminimum_num(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::fminimum_num>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fminimum_num_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::fminimum_num>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_fminimum_num(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::fminimum_num>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_fmaximum_num(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::fmaximum_num>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fmaximum_num_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::fmaximum_num>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_fmaximum_num(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::fmaximum_num>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_min_if_less(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::min_if_less>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T min_if_less_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::min_if_less>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_min_if_less(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::min_if_less>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_max_if_greater(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::max_if_greater>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T max_if_greater_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::max_if_greater>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_max_if_greater(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::max_if_greater>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_inc_wrap(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::inc_wrap>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T inc_wrap_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::inc_wrap>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_inc_wrap(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::inc_wrap>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T fetch_dec_wrap(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch<op::dec_wrap>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::exchange, Overrides...>::type>
  DIATOMIC_FUNCTION T dec_wrap_fetch(strict_value<T> v, Overrides... overrides) const {
    return this->template fetch_new<op::dec_wrap>(v, overrides...);
  }
  template <class... Overrides, class = typename accept<op::store, Overrides...>::type>
  DIATOMIC_FUNCTION void store_dec_wrap(strict_value<T> v, Overrides... overrides) const {
    this->template reduce<op::dec_wrap>(v, overrides...);
  }
  ///@}

 protected:
  using Base::Base;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
