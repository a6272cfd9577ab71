// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The classes of this layer that others name as their friends.

#include <diatomic/remote/detail/engine_select.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

template <class T>
class symmetric_array;
template <class T, class... Tags>
class remote_ref;

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
