// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Counters that wrap at a limit, like CUDA's `atomicInc` and `atomicDec`. Unsigned integers only.

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

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
