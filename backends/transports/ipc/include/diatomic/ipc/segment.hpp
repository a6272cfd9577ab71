// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Symmetric memory of several processes' devices, as kernels see it: the same as within one
/// process.

#include <diatomic/peer/segment.hpp>

namespace diatomic::transports::ipc {
inline namespace DIATOMIC_RUNTIME_NS {

using peer::segment;

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::ipc
