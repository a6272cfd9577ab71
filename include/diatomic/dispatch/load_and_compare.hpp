// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Loads and compare-exchanges: as one instruction, by element, or as the CAS loop.

#include <type_traits>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/dispatch/cas_loop.hpp>
#include <diatomic/dispatch/entry.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The elements of a vector in memory.
template <class T>
DIATOMIC_FUNCTION auto* elements_of(T* p) {
  using element = std::conditional_t<std::is_const_v<T>, const element_type<T>, element_type<T>>;
  return reinterpret_cast<element*>(p);
}

/// The value of `*p`.
template <class Access, class T>
DIATOMIC_FUNCTION T load(const T* p) {
  if constexpr (entry_v<op::load, T, Access>.implementation == method::by_element) {
    return detail::by_elements<T>(
        [=](int i) { return detail::load<Access>(detail::elements_of(p) + i); });
  } else {
    return detail::bits_as<T>(device_ops::load<Access>(reinterpret_cast<const unsigned_of<T>*>(p)));
  }
}

/// `*p = desired` if `*p` has the bits of `expected`; returns the old value.
template <class Access, class T>
DIATOMIC_FUNCTION T compare_exchange(T* p, T expected, T desired) {
  using word = unsigned_of<T>;
  if constexpr (entry_v<op::compare_exchange, T, Access>.implementation == method::instruction) {
    return detail::bits_as<T>(device_ops::compare_exchange<Access>(reinterpret_cast<word*>(p),
                                                                   detail::bits_as<word>(expected),
                                                                   detail::bits_as<word>(desired)));
  } else {
    const auto exchanged = detail::cas_loop<Access>(p, [=](const T& seen, T& next) {
      next = desired;
      return detail::bits_as<word>(seen) == detail::bits_as<word>(expected);
    });
    return exchanged.old;
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
