// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// References bound to an order, and accessors for `std::mdspan`, whose elements are then atomic:
/// in the shape of P2689, with scopes. Needs no `<mdspan>`: any view that takes an accessor policy
/// will do.

#include <cstddef>
#include <type_traits>
#include <utility>

#include <diatomic/atomics/atomic_ref.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
/// Takes arrays whose elements may stand for T's.
template <class T>
DIATOMIC_FUNCTION void take_array(T (*)[]) {}
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `atomic_ref` with an order in its type, beside which `Tags` may say a scope, a space and hints.
/// A call may still say another order. Of `atomic_ref_acq_rel` loads acquire, stores and what
/// returns nothing release, and all others do both.
///@{
template <class T, class... Tags>
using atomic_ref_relaxed = atomic_ref<T, relaxed_t, Tags...>;
template <class T, class... Tags>
using atomic_ref_acq_rel = atomic_ref<T, acq_rel_t, Tags...>;
template <class T, class... Tags>
using atomic_ref_seq_cst = atomic_ref<T, seq_cst_t, Tags...>;
///@}

/// An accessor policy for `mdspan`: its elements are reached by `atomic_ref<T, Tags...>`. Without
/// tags they are seq_cst, as P2689's, and of device scope. Of a `const` T they are only read.
template <class T, class... Tags>
struct atomic_accessor {
  /// What `mdspan` asks of an accessor policy.
  ///@{
  using offset_policy = atomic_accessor;
  using element_type = T;
  using reference = atomic_ref<T, Tags...>;
  using data_handle_type = T*;
  ///@}

  /// An accessor has no state.
  constexpr atomic_accessor() noexcept = default;
  /// From an accessor of plain pointers to the same elements, such as `std::default_accessor`, or
  /// of non-const ones.
  template <
      class Other,
      class = std::enable_if_t<
          std::is_same_v<typename Other::data_handle_type, typename Other::element_type*>>,
      class = decltype(detail::take_array<T>(std::declval<typename Other::element_type (*)[]>()))>
  DIATOMIC_FUNCTION constexpr atomic_accessor(const Other&) noexcept {}

  /// A reference to element `i` of the array at `p`.
  DIATOMIC_FUNCTION constexpr reference access(data_handle_type p, std::size_t i) const {
    return reference(p[i]);
  }
  /// Where element `i` of the array at `p` is.
  DIATOMIC_FUNCTION constexpr data_handle_type offset(data_handle_type p,
                                                      std::size_t i) const noexcept {
    return p + i;
  }
};

/// The accessor whose references are bound to this order.
///@{
template <class T, class... Tags>
using atomic_accessor_relaxed = atomic_accessor<T, relaxed_t, Tags...>;
template <class T, class... Tags>
using atomic_accessor_acq_rel = atomic_accessor<T, acq_rel_t, Tags...>;
template <class T, class... Tags>
using atomic_accessor_seq_cst = atomic_accessor<T, seq_cst_t, Tags...>;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
