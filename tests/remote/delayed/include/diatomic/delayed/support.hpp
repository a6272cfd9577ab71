// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A transport for tests: a network within one process, which has what MPI has.

#include <diatomic/mpi/support.hpp>

namespace diatomic::transports::delayed {
inline namespace DIATOMIC_VERSION_NS {

using mpi::has_network;
using mpi::table;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::transports::delayed
