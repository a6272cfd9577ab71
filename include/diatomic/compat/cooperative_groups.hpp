// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's cooperative groups on every backend: blocks, tiles of up to 32 threads, coalesced
/// threads, the grid of a cooperative launch, reductions, scans and copies. On CUDA, its own.
///
/// The groups behave as CUDA's documentation says. A warp has 32 lanes on every chip. What differs:
///
/// - `coalesced_threads()` on the CPU has one thread, the caller, because threads run one at a
///   time. CUDA also allows this: the group may be smaller than the branch that makes it.
/// - `grid_group::sync()` on the CPU throws `runtime_error` in a launch that is not cooperative. On
///   HIP it may then hang, and `is_valid()` is a compile error.
/// - `memcpy_async` has copied when it returns; only `wait` makes the copy visible to the group.
/// - Tiles of more than 32 threads, partitions by labels, clusters and several grids are compile
///   errors.

#include <diatomic/core/detail/host_code.hpp>

#include <diatomic/compat/detail/group_operations.hpp>

#if !DIATOMIC_HAS_VENDOR_GROUPS
namespace cooperative_groups = diatomic::cuda_names::cooperative_groups;
#endif
