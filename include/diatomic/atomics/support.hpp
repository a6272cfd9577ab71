// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Whether a call exists, and as what: on the architecture being compiled, or on any other.

#include <type_traits>

#include <diatomic/dispatch/entry.hpp>
#include <diatomic/dispatch/static_checks.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Whether a call is refused on every chip.
template <op Op, class T, class... Tags>
inline constexpr bool is_never_there_v =
    operation_refusal_v<Op, std::remove_const_t<T>> != refusal::none ||
    (std::is_const_v<T> && Op != op::load) ||
    !tables::can_have_order(Op, access_of<Tags...>::value);

/// The answer of this translation unit's backend for an architecture. No chip older than the
/// table's first is supported.
DIATOMIC_CONSTEXPR table_entry entry_for(question q, bool is_whole) {
  q.toolkit = tables::backend::compiled_toolkit;
  const bool is_supported = q.architecture >= tables::backend::architectures[0].number &&
                            tables::can_have_order(q.operation, q.access);
  return is_supported ? detail::find_entry(tables::backend::table, q, is_whole) : table_entry{};
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The support for `Op` on a T with these tags, on the architecture being compiled (in host code:
/// on the host). `support::none` if the call is a compile error for any reason but
/// `require_native`. Without a space, the weaker of the two spaces.
template <op Op, class T, class... Tags>
inline constexpr support support_v =
    detail::is_never_there_v<Op, T, Tags...>
        ? support::none
        : static_cast<support>(detail::entry_v<Op, T, detail::access_of<Tags...>>.level);

/// What `support_v` is in kernels that this compiler compiles for `architecture`, a number in the
/// backend's numbering: 90 is sm_90, 0x90a is gfx90a. For host code that fills tables of function
/// pointers; `kernel_architecture()` returns a device's number. The rules of the table also answer
/// for numbers above its first that it does not list; for older ones and 0 it returns `none`.
template <op Op, class T, class... Tags>
DIATOMIC_CONSTEXPR support support_of(int architecture) {
  if (detail::is_never_there_v<Op, T, Tags...>) return support::none;
  return detail::entry_for({Op, kind_of_v<T>, detail::access_of<Tags...>::value, architecture},
                           detail::is_whole_v<T>)
      .level;
}
/// The same for an operation, a type of objects, which are aligned to their size, and properties
/// `access` that are known at run time only.
DIATOMIC_CONSTEXPR support support_of(op operation, kind type, access_properties access,
                                      int architecture) {
  return detail::entry_for({operation, type, access, architecture}, true).level;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
