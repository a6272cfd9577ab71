// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Minimum and maximum. Integers have `min` and `max` only. Floats have four pairs, which differ
/// in their treatment of NaNs and zeros:
///
/// - `min`, `max`: IEEE 754's totalOrder: exact, -0 below +0; if either operand is a NaN, the
///   result is one of the two;
/// - `fminimum`, `fmaximum`: the same on numbers; a NaN propagates;
/// - `fminimum_num`, `fmaximum_num`: the same on numbers; a NaN is missing data and is ignored;
/// - `min_if_less`, `max_if_greater`: as loops that compare by `<` and `>`. -0 and +0 are equal; a
///   NaN neither replaces a value nor is replaced.

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `*p` becomes the lesser of `*p` and `v`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::min, T, Tags...>>
DIATOMIC_FUNCTION T fetch_min(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::min>(p, v, tags...);
}

/// `fetch_min`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::min, T, Tags...>>
DIATOMIC_FUNCTION T min_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::min>(p, v, tags...);
}

/// `fetch_min`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::min, T, Tags...>>
DIATOMIC_FUNCTION void store_min(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::min>(p, v, tags...);
}

/// `*p` becomes the greater of `*p` and `v`. Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::max, T, Tags...>>
DIATOMIC_FUNCTION T fetch_max(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::max>(p, v, tags...);
}

/// `fetch_max`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::max, T, Tags...>>
DIATOMIC_FUNCTION T max_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::max>(p, v, tags...);
}

/// `fetch_max`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::max, T, Tags...>>
DIATOMIC_FUNCTION void store_max(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::max>(p, v, tags...);
}

/// `*p` becomes the lesser of `*p` and `v`, or a NaN if either is one. Floats only.
/// Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::fminimum, T, Tags...>>
DIATOMIC_FUNCTION T fetch_fminimum(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::fminimum>(p, v, tags...);
}

/// `fetch_fminimum`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::fminimum, T, Tags...>>
DIATOMIC_FUNCTION T fminimum_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::fminimum>(p, v, tags...);
}

/// `fetch_fminimum`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::fminimum, T, Tags...>>
DIATOMIC_FUNCTION void store_fminimum(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::fminimum>(p, v, tags...);
}

/// `*p` becomes the greater of `*p` and `v`, or a NaN if either is one. Floats only.
/// Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::fmaximum, T, Tags...>>
DIATOMIC_FUNCTION T fetch_fmaximum(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::fmaximum>(p, v, tags...);
}

/// `fetch_fmaximum`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::fmaximum, T, Tags...>>
DIATOMIC_FUNCTION T fmaximum_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::fmaximum>(p, v, tags...);
}

/// `fetch_fmaximum`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::fmaximum, T, Tags...>>
DIATOMIC_FUNCTION void store_fmaximum(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::fmaximum>(p, v, tags...);
}

/// `*p` becomes the lesser of `*p` and `v`, or the number if the other is a NaN. Floats only.
/// Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::fminimum_num, T, Tags...>>
DIATOMIC_FUNCTION T fetch_fminimum_num(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::fminimum_num>(p, v, tags...);
}

/// `fetch_fminimum_num`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::fminimum_num, T, Tags...>>
DIATOMIC_FUNCTION T fminimum_num_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::fminimum_num>(p, v, tags...);
}

/// `fetch_fminimum_num`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::fminimum_num, T, Tags...>>
DIATOMIC_FUNCTION void store_fminimum_num(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::fminimum_num>(p, v, tags...);
}

/// `*p` becomes the greater of `*p` and `v`, or the number if the other is a NaN. Floats only.
/// Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::fmaximum_num, T, Tags...>>
DIATOMIC_FUNCTION T fetch_fmaximum_num(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::fmaximum_num>(p, v, tags...);
}

/// `fetch_fmaximum_num`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::fmaximum_num, T, Tags...>>
DIATOMIC_FUNCTION T fmaximum_num_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::fmaximum_num>(p, v, tags...);
}

/// `fetch_fmaximum_num`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::fmaximum_num, T, Tags...>>
DIATOMIC_FUNCTION void store_fmaximum_num(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::fmaximum_num>(p, v, tags...);
}

/// `if (v < *p) *p = v`, in one step. Floats only. A NaN is never stored, a NaN in `*p` stays, and
/// so does either zero where `v` is the other one. A relaxed call that changes nothing only loads.
/// Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::min_if_less, T, Tags...>>
DIATOMIC_FUNCTION T fetch_min_if_less(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::min_if_less>(p, v, tags...);
}

/// `fetch_min_if_less`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::min_if_less, T, Tags...>>
DIATOMIC_FUNCTION T min_if_less_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::min_if_less>(p, v, tags...);
}

/// `fetch_min_if_less`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::min_if_less, T, Tags...>>
DIATOMIC_FUNCTION void store_min_if_less(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::min_if_less>(p, v, tags...);
}

/// `if (v > *p) *p = v`, in one step. Floats only. A NaN is never stored, a NaN in `*p` stays, and
/// so does either zero where `v` is the other one. A relaxed call that changes nothing only loads.
/// Returns the old value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::max_if_greater, T, Tags...>>
DIATOMIC_FUNCTION T fetch_max_if_greater(T* p, value<T> v, Tags... tags) {
  return detail::fetch_with_tags<op::max_if_greater>(p, v, tags...);
}

/// `fetch_max_if_greater`, but returns the new value.
/// Orders: all.
template <class T, class... Tags, class = detail::if_fetches<op::max_if_greater, T, Tags...>>
DIATOMIC_FUNCTION T max_if_greater_fetch(T* p, value<T> v, Tags... tags) {
  return detail::fetch_new_with_tags<op::max_if_greater>(p, v, tags...);
}

/// `fetch_max_if_greater`, but returns nothing.
/// Orders: relaxed, release, seq_cst.
template <class T, class... Tags, class = detail::if_reduces<op::max_if_greater, T, Tags...>>
DIATOMIC_FUNCTION void store_max_if_greater(T* p, value<T> v, Tags... tags) {
  detail::reduce_with_tags<op::max_if_greater>(p, v, tags...);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
