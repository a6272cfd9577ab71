// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Links on the CPU: it is the device and the host.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/detail/link_types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace driver {

/// All is native, and there are no forms of it to tell apart.
inline link_atomics host_link(int) { return {true, link_support::all, {}}; }
/// Never called: there is one device only.
inline link_atomics peer_link(int, int) { return {}; }

/// Never called: there is one device only.
inline void enable_peer_access(int) {}

}  // namespace driver
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
