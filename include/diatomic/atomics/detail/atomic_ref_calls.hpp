// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the members of `atomic_ref` call, as function objects that are given the access properties.
/// No generic lambdas: NVRTC takes these for host code before CUDA 13.2.

#include <type_traits>

#include <diatomic/atomics/functions.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <op Op, class T>
struct ref_update {
  T* p;
  difference<T> v;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    return detail::update_by<Op, checked<Op, T, Access>>(p, v);
  }
};
template <op Op, class T>
struct ref_reduction {
  T* p;
  difference<T> v;
  template <class Access>
  DIATOMIC_FUNCTION void operator()(Access) const {
    detail::update_by<Op, checked<Op, T, typename Access::without_result>>(p, v);
  }
};
template <class T>
struct ref_load {
  value<T*> p;
  template <class Access>
  DIATOMIC_FUNCTION auto operator()(Access) const {
    return detail::load<checked<op::load, std::remove_const_t<T>, Access>>(p);
  }
};
template <class T>
struct ref_store {
  T* p;
  value<T> v;
  template <class Access>
  DIATOMIC_FUNCTION void operator()(Access tags) const {
    diatomic::store(p, v, tags);
  }
};
template <class T>
struct ref_exchange {
  T* p;
  value<T> v;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access tags) const {
    return diatomic::exchange(p, v, tags);
  }
};
template <class T>
struct ref_compare_exchange {
  T* p;
  T expected;
  value<T> desired;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access tags) const {
    return diatomic::compare_exchange(p, expected, desired, tags);
  }
};
template <class T>
struct ref_wait {
  T* p;
  value<T> old;
  template <class Access>
  DIATOMIC_FUNCTION auto operator()(Access tags) const {
    return diatomic::wait(p, old, tags);
  }
};
template <class T, class F>
struct ref_fetch_update {
  value<T*> p;
  F& f;
  template <class Access>
  DIATOMIC_FUNCTION T operator()(Access) const {
    return detail::fetch_update<checked<op::compare_exchange, T, Access>>(p, f);
  }
};
template <class T, class F>
struct ref_try_update {
  value<T*> p;
  F& f;
  template <class Access>
  DIATOMIC_FUNCTION bool operator()(Access) const {
    return detail::try_update<checked<op::compare_exchange, T, Access>>(p, f);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
