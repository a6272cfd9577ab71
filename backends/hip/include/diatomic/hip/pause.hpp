// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The clock and pauses of a thread that polls. Device code only.

#include <cstdint>

#include <diatomic/hip/platform.hpp>

namespace diatomic::backends::hip {
inline namespace DIATOMIC_VERSION_NS {

/// A counter of device clocks.
DIATOMIC_FUNCTION std::uint32_t clock() {
  return static_cast<std::uint32_t>(__builtin_readcyclecounter());
}

/// A poll that takes more clocks means contention. CUDA's value, not measured here.
inline constexpr std::uint32_t slow_poll = 3000;
/// No wait before a value of another block is looked for.
inline constexpr std::uint32_t transit = 0;

/// The chip schedules other waves while a thread polls.
inline constexpr bool takes_turns = false;
DIATOMIC_FUNCTION void yield_if_due(const void*) {}
/// Yields to other waves for 64 clocks times `steps`.
DIATOMIC_FUNCTION void pause(unsigned steps) {
  for (; steps != 0; --steps) __builtin_amdgcn_s_sleep(1);
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::hip
