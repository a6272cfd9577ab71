// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The remote operations of the transport `ipc`: none, because it has no network.

#include <diatomic/peer/support.hpp>

namespace diatomic::transports::ipc {
inline namespace DIATOMIC_VERSION_NS {

using peer::has_network;
using peer::table;

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::transports::ipc
