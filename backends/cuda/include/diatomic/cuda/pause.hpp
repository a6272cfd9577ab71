// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The clock and pauses of a thread that polls. Device code only.

#include <cstdint>

#include <diatomic/cuda/platform.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// A counter of device clocks.
__device__ __forceinline__ std::uint32_t clock() {
  std::uint32_t now;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(now));
  return now;
}

/// A poll that takes more clocks means contention. On an H200 any threshold from 1500 to 6000 does
/// as well.
inline constexpr std::uint32_t slow_poll = 3000;
/// The clocks until a value that another block stores now is better looked for. A look that is too
/// early costs another one, of some 650 clocks. On an H200 all of 60 to 220 are better than none.
inline constexpr std::uint32_t transit = 130;

/// The chip schedules other warps while a thread polls.
inline constexpr bool takes_turns = false;
__device__ __forceinline__ void yield_if_due(const void*) {}
/// Yields to other warps for some tens of nanoseconds times `steps`.
__device__ __forceinline__ void pause(unsigned steps) { __nanosleep(32 * steps); }

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
