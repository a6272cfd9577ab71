// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Minima, maxima, `and`, `or` and exchanges that load the object first, and skip an update that
/// would change nothing; and loads that any cache may serve.

#include <type_traits>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/dispatch/cas_loop.hpp>
#include <diatomic/dispatch/entry.hpp>
#include <diatomic/dispatch/semantics.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The hints that ask for a check before the update.
inline constexpr hint early_exit_hints = hint::check_first | hint::monotone;

template <class Access>
inline constexpr bool asks_for_check_v =
    (static_cast<unsigned>(Access::value.hints) & static_cast<unsigned>(early_exit_hints)) != 0;

/// Whether an update that would change nothing may be skipped: a hint allows it, and the call
/// itself orders nothing. Without a hint the update is made, because an earlier fence may publish
/// through it.
template <op Op, class Access>
inline constexpr bool may_leave_out_v =
    asks_for_check_v<Access> && Access::order == memory_order::relaxed &&
    (extrema.has(Op) || of_floats.has(Op) || Op == op::bit_and || Op == op::bit_or ||
     Op == op::exchange);

/// The access of the check's load. If the object moves in one direction only, an old value
/// suffices. At the narrowest scope the nearest cache may answer, as for a plain load, which sees
/// everything that happened before it.
template <class Access>
using check_access =
    std::conditional_t<tables::includes(Access::value.hints, hint::monotone),
                       typename Access::template with_scope<memory_scope::warp>, Access>;

/// The access of a load. With the hint `monotone` a relaxed load has the access of the check.
template <class Access>
using load_access =
    std::conditional_t<Access::order == memory_order::relaxed, check_access<Access>, Access>;

/// Whether the call loads and checks the object before it updates. CAS loops load it in any case;
/// elements of vectors are checked separately.
template <op Op, class Access, class T>
inline constexpr bool checks_first_v =
    may_leave_out_v<Op, Access> && entry_v<Op, T, Access>.implementation != method::cas_loop &&
    entry_v<Op, T, Access>.implementation != method::by_element;

/// The value of `*p` for the check, from the 32-bit word that updates of a narrow object access.
template <class Access, class T>
DIATOMIC_FUNCTION T load_to_check(T* p) {
  const place_of<T> place(p);
  return place.get(device_ops::load<check_access<Access>>(place.word));
}

template <op Op, class Access, class T>
struct apply_operand {
  T operand;
  DIATOMIC_FUNCTION bool operator()(const T& old, T& desired) const {
    desired = detail::result_for<Op, subnormals_of<Access>>(old, operand);
    return !may_leave_out_v<Op, Access> ||
           detail::bits_as<unsigned_of<T>>(desired) != detail::bits_as<unsigned_of<T>>(old);
  }
  DIATOMIC_FUNCTION bool changes(const T& old) const {
    T desired = old;
    return (*this)(old, desired);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
