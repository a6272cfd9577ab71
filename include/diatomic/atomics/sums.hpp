// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Addition, subtraction, multiplication, division, remainder. Integers wrap. A returned value was
/// in the object, bit by bit, whatever the compiler merges or reorders. And counters of unsigned
/// integers that wrap at a limit, like CUDA's `atomicInc` and `atomicDec`.

#include <cstddef>
#include <type_traits>

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `*p += v`. Returns the old value. A pointer moves by `v` elements.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::add, T, Tags...>>
DIATOMIC_FUNCTION T fetch_add(T* p, difference<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::add>(p, v, tags...);
}

/// `fetch_add`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::add, T, Tags...>>
DIATOMIC_FUNCTION T add_fetch(T* p, difference<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::add>(p, v, tags...);
}

/// `fetch_add`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::add, T, Tags...>>
DIATOMIC_FUNCTION void store_add(T* p, difference<T> v, Tags... tags) {
  detail::reduce_with_tags<op::add>(p, v, tags...);
}

/// `store_add` on `base[index]`, where `base` has `length` elements. Adds the hint `in_array` if
/// the element's neighbour in its aligned 4 bytes is an element too, so that additions to half and
/// bfloat16 are native also in arrays of odd length or alignment. `index` must be below `length`.
/// Orders: relaxed, release, seq_cst.
template <class T, class Index, class Length, class... Tags,
          class = detail::if_reduces<op::add, T, Tags...>,
          class = detail::if_indexes<Index, Length>>
DIATOMIC_FUNCTION void store_add_at(T* base, Index index, Length length, detail::strict_value<T> v,
                                    Tags... tags) {
  static_assert(std::is_integral_v<detail::argument_value_t<Index>> &&
                    std::is_integral_v<detail::argument_value_t<Length>>,
                "store_add_at: the arguments after the pointer are an index and a length, which "
                "are integers");
  detail::call_with_tags<op::add, T, detail::plain_reduction>(
      detail::add_in_array_call<T>{base, static_cast<std::size_t>(index),
                                   static_cast<std::size_t>(length), v},
      tags...);
}

/// `*p -= v`. Returns the old value. A pointer moves back by `v` elements.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::sub, T, Tags...>>
DIATOMIC_FUNCTION T fetch_sub(T* p, difference<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::sub>(p, v, tags...);
}

/// `fetch_sub`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::sub, T, Tags...>>
DIATOMIC_FUNCTION T sub_fetch(T* p, difference<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::sub>(p, v, tags...);
}

/// `fetch_sub`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::sub, T, Tags...>>
DIATOMIC_FUNCTION void store_sub(T* p, difference<T> v, Tags... tags) {
  detail::reduce_with_tags<op::sub>(p, v, tags...);
}

/// `*p *= v`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::mul, T, Tags...>>
DIATOMIC_FUNCTION T fetch_mul(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::mul>(p, v, tags...);
}

/// `fetch_mul`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::mul, T, Tags...>>
DIATOMIC_FUNCTION T mul_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::mul>(p, v, tags...);
}

/// `fetch_mul`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::mul, T, Tags...>>
DIATOMIC_FUNCTION void store_mul(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::mul>(p, v, tags...);
}

/// `*p /= v`. Returns the old value.
/// Undefined for integers if `v` is 0, as in C++.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::div, T, Tags...>>
DIATOMIC_FUNCTION T fetch_div(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::div>(p, v, tags...);
}

/// `fetch_div`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::div, T, Tags...>>
DIATOMIC_FUNCTION T div_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::div>(p, v, tags...);
}

/// `fetch_div`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::div, T, Tags...>>
DIATOMIC_FUNCTION void store_div(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::div>(p, v, tags...);
}

/// `*p %= v`. Integers only. Returns the old value.
/// Undefined if `v` is 0, as in C++.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::mod, T, Tags...>>
DIATOMIC_FUNCTION T fetch_mod(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::mod>(p, v, tags...);
}

/// `fetch_mod`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::mod, T, Tags...>>
DIATOMIC_FUNCTION T mod_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::mod>(p, v, tags...);
}

/// `fetch_mod`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::mod, T, Tags...>>
DIATOMIC_FUNCTION void store_mod(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::mod>(p, v, tags...);
}

/// `*p = *p >= v ? 0 : *p + 1`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::inc_wrap, T, Tags...>>
DIATOMIC_FUNCTION T fetch_inc_wrap(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::inc_wrap>(p, v, tags...);
}

/// `fetch_inc_wrap`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::inc_wrap, T, Tags...>>
DIATOMIC_FUNCTION T inc_wrap_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::inc_wrap>(p, v, tags...);
}

/// `fetch_inc_wrap`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::inc_wrap, T, Tags...>>
DIATOMIC_FUNCTION void store_inc_wrap(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::inc_wrap>(p, v, tags...);
}

/// `*p = *p == 0 || *p > v ? v : *p - 1`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::dec_wrap, T, Tags...>>
DIATOMIC_FUNCTION T fetch_dec_wrap(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::dec_wrap>(p, v, tags...);
}

/// `fetch_dec_wrap`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::dec_wrap, T, Tags...>>
DIATOMIC_FUNCTION T dec_wrap_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::dec_wrap>(p, v, tags...);
}

/// `fetch_dec_wrap`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::dec_wrap, T, Tags...>>
DIATOMIC_FUNCTION void store_dec_wrap(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::dec_wrap>(p, v, tags...);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
