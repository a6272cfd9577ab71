// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Sums in a processing element's own part of symmetric memory.

#include <type_traits>

#include <diatomic/atomics/support.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/remote/detail/transport_select.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// Whether `DIATOMIC_COARSE_GRAINED` makes sums of a T native. The macro is not about symmetric
/// memory, which is fine-grained on AMD GPUs: there the instruction would lose the sum.
template <class T>
inline constexpr bool default_makes_native_v =
    tables::find(device_ops::table,
                 question{op::add, kind_of_v<T>, access_of<result_unused_t>::value,
                          device_ops::compiled_architecture, device_ops::compiled_toolkit})
        .level < support_v<op::add, T, result_unused_t>;

/// The tag of the scope of sums in the own part: `device_scope` where it is correct.
template <class T>
using scope_of_own_part =
    std::conditional_t<default_makes_native_v<T>, system_scope_t, device_scope_t>;

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
