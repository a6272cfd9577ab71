// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The support table's entry for a call.

#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
// The backend: its `table`, and `device_ops`, which issues the operations of this compiler pass.
#include DIATOMIC_BACKEND_HEADER(backend.hpp)
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/core/support.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// `access`, with the hint of `DIATOMIC_COARSE_GRAINED` unless it has system scope.
DIATOMIC_CONSTEXPR access_properties in_program(access_properties access) {
  const bool is_ordinary = DIATOMIC_COARSE_GRAINED && access.scope != memory_scope::system;
  if (is_ordinary) access.hints = access.hints | hint::coarse_grained;
  return access;
}

template <op Op, class Access>
DIATOMIC_CONSTEXPR table_entry find_entry(kind type) {
  const table_entry c = tables::find(
      device_ops::table, question{Op, type, detail::in_program(Access::value),
                                  device_ops::compiled_architecture, device_ops::compiled_toolkit});
  const bool is_forced = DIATOMIC_FORCE_LOOP && updates.has(Op) && c.level != support::none;
  return is_forced && c.implementation != method::by_element ? loop_of_cas : c;
}

/// The call's entry on the architecture being compiled. A vector aligned only to its elements, such
/// as std::complex, is updated by element, and cannot be compared as a whole.
template <op Op, class T, class Access>
inline constexpr table_entry entry_v =
    alignof(T) >= sizeof(T) || !is_vector_v<T> ? detail::find_entry<Op, Access>(kind_of_v<T>)
    : Op == op::compare_exchange
        ? table_entry{}
        : table_entry{detail::find_entry<Op, Access>(detail::element_of(kind_of_v<T>)).level,
                      method::by_element};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The support for `Op` on a T with these tags, on the architecture being compiled (in host code:
/// on the host). Without a space, the weaker of the two spaces.
template <op Op, class T, class... Tags>
inline constexpr support support_v = detail::entry_v<Op, T, detail::access_of<Tags...>>.level;

/// The same for any `architecture` of the backend, at run time: the support for `operation` on
/// objects of kind `type` with the properties `access`, by the compiler that is running.
DIATOMIC_CONSTEXPR support support_of(op operation, kind type, access_properties access,
                                      int architecture) {
  return tables::find(tables::backend::table,
                      tables::question{operation, type, detail::in_program(access), architecture,
                                       tables::backend::compiled_toolkit})
      .level;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
