// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Bitwise operations and shifts.

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `*p &= v`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::bit_and, T, Tags...>>
DIATOMIC_FUNCTION T fetch_and(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::bit_and>(p, v, tags...);
}

/// `fetch_and`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::bit_and, T, Tags...>>
DIATOMIC_FUNCTION T and_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::bit_and>(p, v, tags...);
}

/// `fetch_and`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::bit_and, T, Tags...>>
DIATOMIC_FUNCTION void store_and(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::bit_and>(p, v, tags...);
}

/// `*p |= v`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::bit_or, T, Tags...>>
DIATOMIC_FUNCTION T fetch_or(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::bit_or>(p, v, tags...);
}

/// `fetch_or`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::bit_or, T, Tags...>>
DIATOMIC_FUNCTION T or_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::bit_or>(p, v, tags...);
}

/// `fetch_or`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::bit_or, T, Tags...>>
DIATOMIC_FUNCTION void store_or(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::bit_or>(p, v, tags...);
}

/// `*p ^= v`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::bit_xor, T, Tags...>>
DIATOMIC_FUNCTION T fetch_xor(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::bit_xor>(p, v, tags...);
}

/// `fetch_xor`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::bit_xor, T, Tags...>>
DIATOMIC_FUNCTION T xor_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::bit_xor>(p, v, tags...);
}

/// `fetch_xor`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::bit_xor, T, Tags...>>
DIATOMIC_FUNCTION void store_xor(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::bit_xor>(p, v, tags...);
}

/// `*p = ~(*p & v)`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::bit_nand, T, Tags...>>
DIATOMIC_FUNCTION T fetch_nand(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::bit_nand>(p, v, tags...);
}

/// `fetch_nand`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::bit_nand, T, Tags...>>
DIATOMIC_FUNCTION T nand_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::bit_nand>(p, v, tags...);
}

/// `fetch_nand`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::bit_nand, T, Tags...>>
DIATOMIC_FUNCTION void store_nand(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::bit_nand>(p, v, tags...);
}

/// `*p <<= v`. Returns the old value.
/// Undefined if `v` is negative or not below the width, as in C++.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::shl, T, Tags...>>
DIATOMIC_FUNCTION T fetch_shl(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::shl>(p, v, tags...);
}

/// `fetch_shl`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::shl, T, Tags...>>
DIATOMIC_FUNCTION T shl_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::shl>(p, v, tags...);
}

/// `fetch_shl`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::shl, T, Tags...>>
DIATOMIC_FUNCTION void store_shl(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::shl>(p, v, tags...);
}

/// `*p >>= v`. Returns the old value.
/// Undefined if `v` is negative or not below the width, as in C++.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::shr, T, Tags...>>
DIATOMIC_FUNCTION T fetch_shr(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::shr>(p, v, tags...);
}

/// `fetch_shr`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::shr, T, Tags...>>
DIATOMIC_FUNCTION T shr_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::shr>(p, v, tags...);
}

/// `fetch_shr`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::shr, T, Tags...>>
DIATOMIC_FUNCTION void store_shr(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::shr>(p, v, tags...);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
