// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// References bound to an order, and accessors that make the elements of a `std::mdspan` atomic, as
/// in P2689 but with scopes. Needs no `<mdspan>`: any view that takes an accessor policy works.

#include <cstddef>
#include <type_traits>

#include <diatomic/atomics/atomic_ref.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {
/// Accepts arrays of T and, if T is const, of the non-const type.
template <class T>
DIATOMIC_FUNCTION void take_array(T (*)[]) {}
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// `atomic_ref` with an order in its type; `Tags` may add a scope, a space and hints. A call may
/// still name another order. With `atomic_ref_acq_rel`, loads acquire, stores and operations that
/// return nothing release, and all other operations do both.
///@{
template <class T, class... Tags>
using atomic_ref_relaxed = atomic_ref<T, relaxed_t, Tags...>;
template <class T, class... Tags>
using atomic_ref_acq_rel = atomic_ref<T, acq_rel_t, Tags...>;
template <class T, class... Tags>
using atomic_ref_seq_cst = atomic_ref<T, seq_cst_t, Tags...>;
///@}

/// An accessor policy for `mdspan`: references to its elements are `atomic_ref<T, Tags...>`.
/// Without tags: seq_cst, as in P2689, and device scope. Elements of a `const` T are read-only.
template <class T, class... Tags>
struct atomic_accessor {
  /// The types that `mdspan` requires of an accessor policy.
  ///@{
  using offset_policy = atomic_accessor;
  using element_type = T;
  using reference = atomic_ref<T, Tags...>;
  using data_handle_type = T*;
  ///@}

  /// An accessor has no state.
  constexpr atomic_accessor() noexcept = default;
  /// From an accessor that uses plain pointers, such as `std::default_accessor`, and has the same
  /// elements or non-const ones.
  template <class Other,
            class = std::enable_if_t<
                std::is_same_v<typename Other::data_handle_type, typename Other::element_type*>>,
            class = decltype(detail::take_array<T>(
                detail::declval<typename Other::element_type (*)[]>()))>
  DIATOMIC_FUNCTION constexpr atomic_accessor(const Other&) noexcept {}

  /// A reference to element `i` of the array at `p`.
  DIATOMIC_FUNCTION constexpr reference access(data_handle_type p, std::size_t i) const {
    return reference(p[i]);
  }
  /// The address of element `i` of the array at `p`.
  DIATOMIC_FUNCTION constexpr data_handle_type offset(data_handle_type p,
                                                      std::size_t i) const noexcept {
    return p + i;
  }
};

/// An accessor whose references have this order.
///@{
template <class T, class... Tags>
using atomic_accessor_relaxed = atomic_accessor<T, relaxed_t, Tags...>;
template <class T, class... Tags>
using atomic_accessor_acq_rel = atomic_accessor<T, acq_rel_t, Tags...>;
template <class T, class... Tags>
using atomic_accessor_seq_cst = atomic_accessor<T, seq_cst_t, Tags...>;
///@}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
