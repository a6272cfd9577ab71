// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The lanes of a group of cooperative groups: a mask of lanes of CUDA's 32-lane warp. A lane's
/// rank is its number among the lanes of the mask.

#include <diatomic/core/detail/backend_select.hpp>

#include <diatomic/runtime/kernel.hpp>

// clang-format off: a blank beside a slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(compat/groups.hpp)
// clang-format on

#if !DIATOMIC_HAS_VENDOR_GROUPS

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace group_lanes {

inline constexpr unsigned of_warp = 32;

/// The calling thread's lane. Threads fill warps in linear order.
DIATOMIC_DEVICE inline unsigned own() { return thread_index() % of_warp; }

DIATOMIC_DEVICE inline unsigned count(unsigned mask) {
  return static_cast<unsigned>(__builtin_popcount(mask));
}
DIATOMIC_DEVICE inline unsigned rank(unsigned mask, unsigned lane) {
  return group_lanes::count(mask & ((1u << lane) - 1));
}
/// The lane of this rank; 32 if there is none.
DIATOMIC_DEVICE inline unsigned of_rank(unsigned mask, unsigned rank) {
  if (rank >= group_lanes::count(mask)) return of_warp;
  for (; rank != 0; --rank) mask &= mask - 1;
  return static_cast<unsigned>(__builtin_ctz(mask));
}
/// `n` lanes from `first` on.
DIATOMIC_DEVICE constexpr unsigned next_to(unsigned first, unsigned n) {
  return (n < of_warp ? (1u << n) - 1 : ~0u) << first;
}
/// The lanes whose ranks in `mask` are `n` from `first` on, or fewer if there are no more.
DIATOMIC_DEVICE inline unsigned of_ranks(unsigned mask, unsigned first, unsigned n) {
  unsigned found = 0;
  for (unsigned rank = 0; mask != 0 && rank < first + n; ++rank, mask &= mask - 1) {
    if (rank >= first) found |= mask & (0u - mask);
  }
  return found;
}
/// The bits of `lanes`, each at the rank of its lane in `mask`.
DIATOMIC_DEVICE inline unsigned at_ranks(unsigned mask, unsigned lanes) {
  unsigned packed = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) {
    if ((lanes & mask & (0u - mask)) != 0) packed |= 1u << rank;
  }
  return packed;
}

/// CUDA's tiles have a power of two of threads, here at most a warp's.
DIATOMIC_DEVICE constexpr bool can_be_tile(unsigned size) {
  return size != 0 && size <= of_warp && (size & (size - 1)) == 0;
}

}  // namespace group_lanes
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

#endif
