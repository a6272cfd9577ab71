// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host backend's warp of one lane, where GenMC runs it; of its constants the program chooses the
/// one that decides how a mutex is unlocked.

#define releases_faster_by_reduction host_releases_faster_by_reduction
#include_next <diatomic/host/warp.hpp>
#undef releases_faster_by_reduction

#if !defined(BY_REDUCTION)
#define BY_REDUCTION false
#endif

namespace diatomic::backends::host {

inline constexpr bool releases_faster_by_reduction = BY_REDUCTION;

}  // namespace diatomic::backends::host
