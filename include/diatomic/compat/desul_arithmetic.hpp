// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Arithmetic of `desul_names.hpp`: sums, products, minima, maxima, bit operations and shifts.

#include <diatomic/compat/detail/desul_calls.hpp>

namespace diatomic::desul_names {
inline namespace DIATOMIC_BACKEND_NS {

/// `*p` becomes `*p + v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_add(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::add, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_add_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::add, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_add(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::add, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p - v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_sub(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::sub, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_sub_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::sub, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_sub(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::sub, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p * v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_mul(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::mul, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_mul_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::mul, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_mul(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::mul, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p / v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_div(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::div, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_div_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::div, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_div(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::div, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p % v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_mod(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::mod, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_mod_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::mod, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_mod(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::mod, Order, Scope>(p, v);
}
///@}

/// `*p` becomes the smaller of `*p` and `v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_min(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::min, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_min_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::min, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_min(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::min, Order, Scope>(p, v);
}
///@}

/// `*p` becomes the greater of `*p` and `v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_max(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::max, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_max_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::max, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_max(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::max, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p & v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_and(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::bit_and, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_and_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::bit_and, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_and(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::bit_and, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p | v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_or(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::bit_or, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_or_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::bit_or, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_or(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::bit_or, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p ^ v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_xor(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::bit_xor, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_xor_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::bit_xor, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_xor(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::bit_xor, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `~(*p & v)`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_nand(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch<op::bit_nand, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_nand_fetch(T* p, operand_of<T> v, Order, Scope) {
  return detail::desul_fetch_new<op::bit_nand, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_nand(T* p, operand_of<T> v, Order, Scope) {
  detail::desul_update<op::bit_nand, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p << v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_lshift(T* p, unsigned v, Order, Scope) {
  return detail::desul_fetch<op::shl, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_lshift_fetch(T* p, unsigned v, Order, Scope) {
  return detail::desul_fetch_new<op::shl, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_lshift(T* p, unsigned v, Order, Scope) {
  detail::desul_update<op::shl, Order, Scope>(p, v);
}
///@}

/// `*p` becomes `*p >> v`.
///@{
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_fetch_rshift(T* p, unsigned v, Order, Scope) {
  return detail::desul_fetch<op::shr, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION T atomic_rshift_fetch(T* p, unsigned v, Order, Scope) {
  return detail::desul_fetch_new<op::shr, Order, Scope>(p, v);
}
template <class T, class Order, class Scope>
DIATOMIC_FUNCTION void atomic_rshift(T* p, unsigned v, Order, Scope) {
  detail::desul_update<op::shr, Order, Scope>(p, v);
}
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::desul_names
