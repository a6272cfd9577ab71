// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The support table's entry for a call.

#include <cstddef>

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

/// Whether a T is aligned to its size. A vector that is not, such as std::complex, is updated by
/// element, and cannot be compared as a whole.
template <class T>
inline constexpr bool is_whole_v = alignof(T) >= sizeof(T) || !is_vector_v<T>;

/// The answer of `table` for an object that is aligned to its size, or not.
template <std::size_t Count>
DIATOMIC_CONSTEXPR table_entry find_entry(const rule (&table)[Count], question q, bool is_whole) {
  if (!is_whole && q.operation == op::compare_exchange) return {};
  if (!is_whole) q.type = part_of(q.type);
  q.access = detail::in_program(q.access);
  table_entry found = tables::find(table, q);
  const bool is_forced =
      DIATOMIC_FORCE_LOOP && updates.has(q.operation) && found.level != support::none;
  if (is_forced && found.implementation != method::by_element) {
    // Only vectors have native 16-byte updates. Before CUDA 12.4 a 16-byte exchange is missing.
    found = element_count(q.type) > 1 && size_of(q.type) > 8 ? loop_by_element : loop_of_cas;
  }
  return is_whole ? found : table_entry{found.level, method::by_element};
}

/// The call's entry on the architecture being compiled.
template <op Op, class T, class Access>
inline constexpr table_entry entry_v =
    detail::find_entry(device_ops::table,
                       question{Op, kind_of_v<T>, Access::value, device_ops::compiled_architecture,
                                device_ops::compiled_toolkit},
                       is_whole_v<T>);

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
