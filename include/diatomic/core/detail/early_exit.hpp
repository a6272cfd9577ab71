// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Minima, maxima, and, or that end after a look at the object, because they would leave it as it
/// is.

#include <diatomic/core/detail/dispatch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// What a minimum or maximum leaves as it is need not be stored, if nothing is ordered by it.
template <op Op, class Access>
inline constexpr bool may_leave_out_v =
    Access::order == memory_order::relaxed &&
    (extrema.has(Op) || of_floats.has(Op) || Op == op::bit_and || Op == op::bit_or);

/// The hints that ask for a look before the update.
inline constexpr hint early_exit_hints = hint::seldom_changes | hint::monotone;

/// The access of the look. Of an object that moves in one direction only, an old value will do: at
/// the narrowest scope the caches answer that answer a plain load, which sees what happened before
/// it.
template <class Access>
using looking =
    std::conditional_t<includes(Access::value.hints, hint::monotone),
                       typename Access::template with_scope<memory_scope::warp>, Access>;

/// Whether the call loads the object and checks before it updates. Loops load in any case, and
/// elements are checked each by itself.
template <op Op, class Access, class T>
inline constexpr bool checks_first_v =
    may_leave_out_v<Op, Access> &&
    (static_cast<unsigned>(Access::value.hints) & static_cast<unsigned>(early_exit_hints)) != 0 &&
    entry_v<Op, T, Access>.implementation != method::cas_loop &&
    entry_v<Op, T, Access>.implementation != method::by_element;

/// The value of `*p`, out of the word that updates of it work on.
template <class Access, class T>
DIATOMIC_FUNCTION T look_at(T* p) {
  const place_of<T> place(p);
  return place.get(target::load<looking<Access>>(place.word));
}

template <op Op, class Access, class T>
struct apply_operand {
  T operand;
  DIATOMIC_FUNCTION bool operator()(const T& old, T& desired) const {
    desired = result_of<Op>(old, operand);
    return !may_leave_out_v<Op, Access> ||
           bits_as<unsigned_of<T>>(desired) != bits_as<unsigned_of<T>>(old);
  }
  DIATOMIC_FUNCTION bool changes(const T& old) const {
    T desired = old;
    return (*this)(old, desired);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
