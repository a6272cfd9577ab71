// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's `AtomicRef`, which Kokkos' atomic views return.

#include <diatomic/compat/desul_names.hpp>

namespace diatomic::desul_names {
inline namespace DIATOMIC_BACKEND_NS {

/// A reference to an object of any type. Every operation through it is atomic, with the order and
/// scope of the reference's type. Unlike in `diatomic::atomic_ref`, compound assignments return the
/// new value, and compare-exchange is missing.
template <class T, class MemoryOrder, class MemoryScope>
class AtomicRef {
 public:
  /// The template arguments.
  ///@{
  using value_type = T;
  using memory_order = MemoryOrder;
  using memory_scope = MemoryScope;
  ///@}

  /// Refers to `object`, which must outlive the reference.
  DIATOMIC_FUNCTION explicit AtomicRef(T& object) : object_(__builtin_addressof(object)) {}

  /// The object's value.
  ///@{
  DIATOMIC_FUNCTION T load() const noexcept {
    return desul_names::atomic_load(object_, order(), scope());
  }
  DIATOMIC_FUNCTION operator T() const noexcept { return load(); }
  ///@}
  /// Sets the object to `v`.
  ///@{
  DIATOMIC_FUNCTION void store(T v) const noexcept {
    desul_names::atomic_store(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator=(T v) const noexcept {
    store(v);
    return v;
  }
  ///@}
  /// Sets the object to `v`; returns the old value.
  DIATOMIC_FUNCTION T exchange(T v) const noexcept {
    return desul_names::atomic_exchange(object_, v, order(), scope());
  }

  /// `fetch_OP` is `atomic_fetch_OP` with the operand `v`; `OP_fetch` and the operator are
  /// `atomic_OP_fetch`.
  ///@{
  DIATOMIC_FUNCTION T fetch_add(T v) const noexcept { return old_value<op::add>(v); }
  DIATOMIC_FUNCTION T add_fetch(T v) const noexcept { return new_value<op::add>(v); }
  DIATOMIC_FUNCTION T operator+=(T v) const noexcept { return add_fetch(v); }
  DIATOMIC_FUNCTION T fetch_sub(T v) const noexcept { return old_value<op::sub>(v); }
  DIATOMIC_FUNCTION T sub_fetch(T v) const noexcept { return new_value<op::sub>(v); }
  DIATOMIC_FUNCTION T operator-=(T v) const noexcept { return sub_fetch(v); }
  DIATOMIC_FUNCTION T fetch_mul(T v) const noexcept { return old_value<op::mul>(v); }
  DIATOMIC_FUNCTION T mul_fetch(T v) const noexcept { return new_value<op::mul>(v); }
  DIATOMIC_FUNCTION T operator*=(T v) const noexcept { return mul_fetch(v); }
  DIATOMIC_FUNCTION T fetch_div(T v) const noexcept { return old_value<op::div>(v); }
  DIATOMIC_FUNCTION T div_fetch(T v) const noexcept { return new_value<op::div>(v); }
  DIATOMIC_FUNCTION T operator/=(T v) const noexcept { return div_fetch(v); }
  DIATOMIC_FUNCTION T fetch_mod(T v) const noexcept { return old_value<op::mod>(v); }
  DIATOMIC_FUNCTION T mod_fetch(T v) const noexcept { return new_value<op::mod>(v); }
  DIATOMIC_FUNCTION T operator%=(T v) const noexcept { return mod_fetch(v); }
  DIATOMIC_FUNCTION T fetch_and(T v) const noexcept { return old_value<op::bit_and>(v); }
  DIATOMIC_FUNCTION T and_fetch(T v) const noexcept { return new_value<op::bit_and>(v); }
  DIATOMIC_FUNCTION T operator&=(T v) const noexcept { return and_fetch(v); }
  DIATOMIC_FUNCTION T fetch_or(T v) const noexcept { return old_value<op::bit_or>(v); }
  DIATOMIC_FUNCTION T or_fetch(T v) const noexcept { return new_value<op::bit_or>(v); }
  DIATOMIC_FUNCTION T operator|=(T v) const noexcept { return or_fetch(v); }
  DIATOMIC_FUNCTION T fetch_xor(T v) const noexcept { return old_value<op::bit_xor>(v); }
  DIATOMIC_FUNCTION T xor_fetch(T v) const noexcept { return new_value<op::bit_xor>(v); }
  DIATOMIC_FUNCTION T operator^=(T v) const noexcept { return xor_fetch(v); }
  DIATOMIC_FUNCTION T fetch_min(T v) const noexcept { return old_value<op::min>(v); }
  DIATOMIC_FUNCTION T min_fetch(T v) const noexcept { return new_value<op::min>(v); }
  DIATOMIC_FUNCTION T fetch_max(T v) const noexcept { return old_value<op::max>(v); }
  DIATOMIC_FUNCTION T max_fetch(T v) const noexcept { return new_value<op::max>(v); }
  DIATOMIC_FUNCTION T fetch_nand(T v) const noexcept { return old_value<op::bit_nand>(v); }
  DIATOMIC_FUNCTION T nand_fetch(T v) const noexcept { return new_value<op::bit_nand>(v); }
  DIATOMIC_FUNCTION T fetch_lshift(unsigned v) const noexcept { return old_value<op::shl>(v); }
  DIATOMIC_FUNCTION T lshift_fetch(unsigned v) const noexcept { return new_value<op::shl>(v); }
  DIATOMIC_FUNCTION T operator<<=(unsigned v) const noexcept { return lshift_fetch(v); }
  DIATOMIC_FUNCTION T fetch_rshift(unsigned v) const noexcept { return old_value<op::shr>(v); }
  DIATOMIC_FUNCTION T rshift_fetch(unsigned v) const noexcept { return new_value<op::shr>(v); }
  DIATOMIC_FUNCTION T operator>>=(unsigned v) const noexcept { return rshift_fetch(v); }
  ///@}
  /// The same with `inc` and `dec`; the operators return the same as for a number.
  ///@{
  DIATOMIC_FUNCTION T fetch_inc() const noexcept { return fetch_add(detail::one<T>()); }
  DIATOMIC_FUNCTION T inc_fetch() const noexcept { return add_fetch(detail::one<T>()); }
  DIATOMIC_FUNCTION T operator++() const noexcept { return inc_fetch(); }
  DIATOMIC_FUNCTION T operator++(int) const noexcept { return fetch_inc(); }
  DIATOMIC_FUNCTION T fetch_dec() const noexcept { return fetch_sub(detail::one<T>()); }
  DIATOMIC_FUNCTION T dec_fetch() const noexcept { return sub_fetch(detail::one<T>()); }
  DIATOMIC_FUNCTION T operator--() const noexcept { return dec_fetch(); }
  DIATOMIC_FUNCTION T operator--(int) const noexcept { return fetch_dec(); }
  ///@}

 private:
  using order = MemoryOrder;
  using scope = MemoryScope;

  /// Updates the object; returns its old value.
  template <op Op, class V>
  DIATOMIC_FUNCTION T old_value(const V& v) const {
    return detail::desul_fetch<Op, order, scope>(object_, v);
  }
  /// Updates the object; returns its new value.
  template <op Op, class V>
  DIATOMIC_FUNCTION T new_value(const V& v) const {
    return detail::desul_fetch_new<Op, order, scope>(object_, v);
  }

  T* object_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::desul_names
