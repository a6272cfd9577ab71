// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's warp and block functions on CUDA: the vendor's functions, and shuffles on chips without
/// a reduction instruction.
///
/// A 32-bit mask names lanes of CUDA's 32-lane warps; a 64-bit mask names lanes of the chip's own
/// warps or waves. `width` and the lanes that a shuffle reads are as in CUDA.

#include <cstdint>

#include <diatomic/compat/detail/warp_lanes.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

/// The number of lanes that a mask of this type can name.
template <class Mask>
inline constexpr int lanes_of = 32;

template <source_lane Source, class Mask>
__device__ __forceinline__ std::uint32_t warp_shuffle(Mask mask, std::uint32_t word, unsigned by,
                                                      int width) {
  const auto lanes = static_cast<unsigned>(mask);
  if constexpr (Source == source_lane::at) {
    return ::__shfl_sync(lanes, word, static_cast<int>(by), width);
  } else if constexpr (Source == source_lane::below) {
    return ::__shfl_up_sync(lanes, word, by, width);
  } else if constexpr (Source == source_lane::above) {
    return ::__shfl_down_sync(lanes, word, by, width);
  } else {
    return ::__shfl_xor_sync(lanes, word, static_cast<int>(by), width);
  }
}

template <class Mask>
__device__ __forceinline__ Mask warp_ballot(Mask mask, bool vote) {
  return static_cast<Mask>(::__ballot_sync(static_cast<unsigned>(mask), vote));
}
template <class Mask>
__device__ __forceinline__ bool warp_any(Mask mask, bool vote) {
  return ::__any_sync(static_cast<unsigned>(mask), vote) != 0;
}
template <class Mask>
__device__ __forceinline__ bool warp_all(Mask mask, bool vote) {
  return ::__all_sync(static_cast<unsigned>(mask), vote) != 0;
}
__device__ __forceinline__ unsigned warp_active() { return ::__activemask(); }
template <class Mask>
__device__ __forceinline__ void warp_sync(Mask mask) {
  ::__syncwarp(static_cast<unsigned>(mask));
}

/// `Bits` is an unsigned integer of 4 or 8 bytes.
template <class Mask, class Bits>
__device__ __forceinline__ Mask warp_match_any(Mask mask, Bits bits) {
  return static_cast<Mask>(::__match_any_sync(static_cast<unsigned>(mask), bits));
}
template <class Mask, class Bits>
__device__ __forceinline__ Mask warp_match_all(Mask mask, Bits bits, int* all) {
  return static_cast<Mask>(::__match_all_sync(static_cast<unsigned>(mask), bits, all));
}
template <op Op, class Mask, class T>
__device__ __forceinline__ T warp_reduce(Mask mask, T v) {
  const auto lanes = static_cast<unsigned>(mask);
  if constexpr (device_ops::has_reduction<Op, T>) {
    return device_ops::template reduced<Op>(lanes, v);
  } else {
    return detail::reduced_by_shuffles<Op, 32>(lanes, v);
  }
}

__device__ __forceinline__ int block_count(int predicate) {
  return ::__syncthreads_count(predicate);
}
__device__ __forceinline__ int block_all(int predicate) { return ::__syncthreads_and(predicate); }
__device__ __forceinline__ int block_any(int predicate) { return ::__syncthreads_or(predicate); }

__device__ __forceinline__ void sleep_for(unsigned nanoseconds) { ::__nanosleep(nanoseconds); }

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
