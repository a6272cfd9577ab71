// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Pauses, where GenMC runs them: the host backend's, unless warps have two lanes.

#if LANES == 1

#include_next <diatomic/host/pause.hpp>

#else

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

DIATOMIC_FUNCTION std::uint32_t clock() { return 0; }
inline constexpr std::uint32_t slow_poll = 1;
/// Votes between polls change memory here, so that GenMC cannot see that a poll waits: a thread
/// that has paused a few times is in an execution that is left.
DIATOMIC_FUNCTION void pause(unsigned) { __VERIFIER_assume(model::pauses++ < 2); }
inline constexpr bool takes_turns = false;
DIATOMIC_FUNCTION void yield_if_due(const void*) {}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host

#endif
