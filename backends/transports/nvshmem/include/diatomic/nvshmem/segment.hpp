// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// NVSHMEM's symmetric memory if instructions reach every part of it: for kernels the same as
/// within one process.

#include <diatomic/peer/segment.hpp>

namespace diatomic::transports::nvshmem {
inline namespace DIATOMIC_RUNTIME_NS {

using peer::segment;

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::nvshmem
