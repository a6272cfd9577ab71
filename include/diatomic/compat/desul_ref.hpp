// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's `AtomicRef`, which Kokkos' atomic views hand out.

#include <diatomic/compat/desul_names.hpp>

namespace diatomic::desul_names {
inline namespace DIATOMIC_BACKEND_NS {

/// A reference to an object of any type; every operation on it is atomic, in the order and scope of
/// the type. `diatomic::atomic_ref` is its relative: here assignments with an operator return the
/// new value, and there is no compare-exchange.
template <class T, class MemoryOrder, class MemoryScope>
class AtomicRef {
 public:
  /// What it was made of.
  ///@{
  using value_type = T;
  using memory_order = MemoryOrder;
  using memory_scope = MemoryScope;
  ///@}

  /// Refers to `object`, which outlives it.
  DIATOMIC_FUNCTION explicit AtomicRef(T& object) : object_(&object) {}

  /// The object's value.
  ///@{
  DIATOMIC_FUNCTION T load() const noexcept { return atomic_load(object_, order(), scope()); }
  DIATOMIC_FUNCTION operator T() const noexcept { return load(); }
  ///@}
  /// Sets the object to `v`.
  ///@{
  DIATOMIC_FUNCTION void store(T v) const noexcept { atomic_store(object_, v, order(), scope()); }
  DIATOMIC_FUNCTION T operator=(T v) const noexcept {
    store(v);
    return v;
  }
  ///@}
  /// Sets the object to `v`; returns the old value.
  DIATOMIC_FUNCTION T exchange(T v) const noexcept {
    return atomic_exchange(object_, v, order(), scope());
  }

  /// `atomic_fetch_add` and `atomic_add_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_add(T v) const noexcept {
    return atomic_fetch_add(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T add_fetch(T v) const noexcept {
    return atomic_add_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator+=(T v) const noexcept { return add_fetch(v); }
  ///@}
  /// `atomic_fetch_sub` and `atomic_sub_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_sub(T v) const noexcept {
    return atomic_fetch_sub(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T sub_fetch(T v) const noexcept {
    return atomic_sub_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator-=(T v) const noexcept { return sub_fetch(v); }
  ///@}
  /// `atomic_fetch_mul` and `atomic_mul_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_mul(T v) const noexcept {
    return atomic_fetch_mul(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T mul_fetch(T v) const noexcept {
    return atomic_mul_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator*=(T v) const noexcept { return mul_fetch(v); }
  ///@}
  /// `atomic_fetch_div` and `atomic_div_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_div(T v) const noexcept {
    return atomic_fetch_div(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T div_fetch(T v) const noexcept {
    return atomic_div_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator/=(T v) const noexcept { return div_fetch(v); }
  ///@}
  /// `atomic_fetch_mod` and `atomic_mod_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_mod(T v) const noexcept {
    return atomic_fetch_mod(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T mod_fetch(T v) const noexcept {
    return atomic_mod_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator%=(T v) const noexcept { return mod_fetch(v); }
  ///@}
  /// `atomic_fetch_and` and `atomic_and_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_and(T v) const noexcept {
    return atomic_fetch_and(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T and_fetch(T v) const noexcept {
    return atomic_and_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator&=(T v) const noexcept { return and_fetch(v); }
  ///@}
  /// `atomic_fetch_or` and `atomic_or_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_or(T v) const noexcept {
    return atomic_fetch_or(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T or_fetch(T v) const noexcept {
    return atomic_or_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator|=(T v) const noexcept { return or_fetch(v); }
  ///@}
  /// `atomic_fetch_xor` and `atomic_xor_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_xor(T v) const noexcept {
    return atomic_fetch_xor(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T xor_fetch(T v) const noexcept {
    return atomic_xor_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator^=(T v) const noexcept { return xor_fetch(v); }
  ///@}
  /// `atomic_fetch_min` and `atomic_min_fetch`.
  ///@{
  DIATOMIC_FUNCTION T fetch_min(T v) const noexcept {
    return atomic_fetch_min(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T min_fetch(T v) const noexcept {
    return atomic_min_fetch(object_, v, order(), scope());
  }
  ///@}
  /// `atomic_fetch_max` and `atomic_max_fetch`.
  ///@{
  DIATOMIC_FUNCTION T fetch_max(T v) const noexcept {
    return atomic_fetch_max(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T max_fetch(T v) const noexcept {
    return atomic_max_fetch(object_, v, order(), scope());
  }
  ///@}
  /// `atomic_fetch_nand` and `atomic_nand_fetch`.
  ///@{
  DIATOMIC_FUNCTION T fetch_nand(T v) const noexcept {
    return atomic_fetch_nand(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T nand_fetch(T v) const noexcept {
    return atomic_nand_fetch(object_, v, order(), scope());
  }
  ///@}
  /// `atomic_fetch_lshift` and `atomic_lshift_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_lshift(unsigned v) const noexcept {
    return atomic_fetch_lshift(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T lshift_fetch(unsigned v) const noexcept {
    return atomic_lshift_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator<<=(unsigned v) const noexcept { return lshift_fetch(v); }
  ///@}
  /// `atomic_fetch_rshift` and `atomic_rshift_fetch`, of which the operator is the latter.
  ///@{
  DIATOMIC_FUNCTION T fetch_rshift(unsigned v) const noexcept {
    return atomic_fetch_rshift(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T rshift_fetch(unsigned v) const noexcept {
    return atomic_rshift_fetch(object_, v, order(), scope());
  }
  DIATOMIC_FUNCTION T operator>>=(unsigned v) const noexcept { return rshift_fetch(v); }
  ///@}
  /// `atomic_fetch_inc` and `atomic_inc_fetch`; the operators are as everywhere.
  ///@{
  DIATOMIC_FUNCTION T fetch_inc() const noexcept {
    return atomic_fetch_inc(object_, order(), scope());
  }
  DIATOMIC_FUNCTION T inc_fetch() const noexcept {
    return atomic_inc_fetch(object_, order(), scope());
  }
  DIATOMIC_FUNCTION T operator++() const noexcept { return inc_fetch(); }
  DIATOMIC_FUNCTION T operator++(int) const noexcept { return fetch_inc(); }
  ///@}
  /// `atomic_fetch_dec` and `atomic_dec_fetch`; the operators are as everywhere.
  ///@{
  DIATOMIC_FUNCTION T fetch_dec() const noexcept {
    return atomic_fetch_dec(object_, order(), scope());
  }
  DIATOMIC_FUNCTION T dec_fetch() const noexcept {
    return atomic_dec_fetch(object_, order(), scope());
  }
  DIATOMIC_FUNCTION T operator--() const noexcept { return dec_fetch(); }
  DIATOMIC_FUNCTION T operator--(int) const noexcept { return fetch_dec(); }
  ///@}

 private:
  using order = MemoryOrder;
  using scope = MemoryScope;
  T* object_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::desul_names
