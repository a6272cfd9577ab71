// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Communication between the lanes of a warp. Device code only. All lanes in a mask must make the
/// call together.

#include <diatomic/core/detail/backend_select.hpp>
#if !DIATOMIC_DEVICE_PASS
#include <diatomic/host/warp.hpp>  // for calls in host code
#else

#include <cstdint>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/cuda/platform.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// Lanes of a warp.
inline constexpr unsigned warp_lanes = 32;
/// One bit per lane.
using lane_mask = std::uint32_t;
inline constexpr lane_mask all_lanes = ~lane_mask{0};

/// This thread's lane.
__device__ __forceinline__ unsigned lane_number() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

/// The lanes that are converged with this one. Its own bit is set anyway: it keeps ptxas from
/// taking the mask as the same for all lanes that run together (decision 0051).
__device__ __forceinline__ lane_mask active_lanes() {
  return __activemask() | lane_mask{1} << lane_number();
}

/// The number of lanes, the lowest and the highest of them; `lanes` is not empty.
__device__ __forceinline__ unsigned count_of(lane_mask lanes) { return __popc(lanes); }
__device__ __forceinline__ unsigned lowest_of(lane_mask lanes) { return __ffs(lanes) - 1; }
__device__ __forceinline__ unsigned highest_of(lane_mask lanes) { return 31 - __clz(lanes); }

/// The lanes of `mask` whose `condition` is true. As a mask it is as safe as `mask`.
__device__ __forceinline__ lane_mask ballot(lane_mask mask, bool condition) {
  return mask & __ballot_sync(mask, condition);
}

/// The lanes of `mask` whose `bits`, 32 or 64, equal this lane's.
template <class Bits>
__device__ __forceinline__ lane_mask match(lane_mask mask, Bits bits) {
  return ::__match_any_sync(mask, bits);
}

/// The number of lanes of `mask` whose bits equal the lowest lane's.
__device__ __forceinline__ unsigned count_like_lowest(lane_mask mask, std::uint32_t bits) {
  const std::uint32_t first = __shfl_sync(mask, bits, static_cast<int>(lowest_of(mask)));
  return count_of(ballot(mask, bits == first));
}

/// Whether any lane of a full warp has the same bits as one of the next two: two shuffles and a
/// vote. The mask is a constant: for a variable mask ptxas emits a mask test before each shuffle.
__device__ __forceinline__ bool neighbours_agree(std::uint32_t bits) {
  const auto lane = static_cast<int>(lane_number());
  const std::uint32_t next = __shfl_sync(all_lanes, bits, lane + 1);
  const std::uint32_t second = __shfl_sync(all_lanes, bits, lane + 2);
  return __any_sync(all_lanes, bits == next || bits == second) != 0;
}

/// Whether one instruction (`redux`) reduces this type over a warp, and that reduction.
template <op Op, class T>
inline constexpr bool has_reduction =
    compiled_architecture >= 80 && sizeof(T) == 4 && detail::is_integer_v<T> && Op != op::mul;
template <op Op, class T>
__device__ __forceinline__ T reduced(lane_mask mask, T v) {
  using word = std::conditional_t<detail::is_signed_v<T>, int, unsigned>;
  const auto w = static_cast<word>(v);
  if constexpr (Op == op::add) return static_cast<T>(__reduce_add_sync(mask, w));
  if constexpr (Op == op::min) return static_cast<T>(__reduce_min_sync(mask, w));
  if constexpr (Op == op::max) return static_cast<T>(__reduce_max_sync(mask, w));
  const auto bits = static_cast<detail::unsigned_of<T> >(v);
  if constexpr (Op == op::bit_and) return static_cast<T>(__reduce_and_sync(mask, bits));
  if constexpr (Op == op::bit_or) return static_cast<T>(__reduce_or_sync(mask, bits));
  if constexpr (Op == op::bit_xor) return static_cast<T>(__reduce_xor_sync(mask, bits));
}

/// Whether the compiler keeps the atomics of two branches separate, so that a short path with an
/// atomic is worth a branch.
inline constexpr bool branches_keep_atomics = true;
/// Whether exchanges are faster with a constant mask: ptxas tests a variable one at each exchange.
inline constexpr bool prefers_constant_masks = true;

/// Result of `match_if_shared`: whether `any` group may have more than one lane, and the `members`
/// of this lane's group.
struct lane_matches {
  bool any;
  lane_mask members;
};

/// Whether some lanes of `mask` probably have the same bits; if `OnlyLarge`, whether at least a
/// quarter of the lanes, not counting the lowest, have the lowest lane's bits. In a partial warp
/// one `redux` counts how many of 32 slots a hash of the bits fills: at most 9 per 16 lanes mean
/// shared. The multiplier comes from a search: objects at a constant stride, any power of two up to
/// 4096 bytes or nearly any multiple of 4 up to 1024 bytes, fill more slots.
template <bool OnlyLarge>
__device__ __forceinline__ bool seem_shared(lane_mask mask, std::uint32_t bits) {
  if constexpr (OnlyLarge) {
    return 4 * (count_like_lowest(mask, bits) - 1) >= count_of(mask);
  } else {
    if (mask == all_lanes) return neighbours_agree(bits);
    if constexpr (has_reduction<op::bit_or, std::uint32_t>) {
      const std::uint32_t slot = bits * 0x4fb2c5adu >> 27;
      return 16 * count_of(reduced<op::bit_or>(mask, 1u << slot)) <= 9 * count_of(mask);
    } else {
      return count_like_lowest(mask, bits) > 1;
    }
  }
}

/// `match` if a much cheaper test of the lower 32 bits finds lanes of `mask` with the same bits;
/// else each lane is its own group.
template <bool OnlyLarge>
__device__ __forceinline__ lane_matches match_if_shared(lane_mask mask, std::uint64_t bits) {
  const bool any = cuda::seem_shared<OnlyLarge>(mask, static_cast<std::uint32_t>(bits));
  return {any, any ? match(mask, bits) : lane_mask{1} << lane_number()};
}

/// Whether all lanes of `mask` have the same bits, 32 or 64; much cheaper than `match` if they do
/// not.
template <class Bits>
__device__ __forceinline__ bool agree(lane_mask mask, Bits bits) {
  int all;
  ::__match_all_sync(mask, bits, &all);
  return all != 0;
}

/// Synchronizes the lanes of `mask`: each sees the memory accesses of all before the call.
__device__ __forceinline__ void sync_lanes(lane_mask mask) { __syncwarp(mask); }

/// Independent thread scheduling (since Volta): a lane may wait for a lane in another branch.
inline constexpr bool has_independent_lanes = true;

/// Whether a release in this device's memory is faster as a reduction than as a store: by a tenth
/// on an H200, at random addresses.
inline constexpr bool releases_faster_by_reduction = true;

/// The 32 bits of another lane.
__device__ __forceinline__ std::uint32_t shuffle32(lane_mask mask, std::uint32_t v, unsigned lane) {
  return __shfl_sync(mask, v, static_cast<int>(lane));
}

/// The 32 bits of the lane `delta` higher, or this lane's own past the last lane; of the lane whose
/// number is this lane's XOR `x`.
__device__ __forceinline__ std::uint32_t shuffle_down32(lane_mask mask, std::uint32_t v,
                                                        unsigned delta) {
  // The instruction takes `delta` modulo 32.
  return __shfl_down_sync(mask, v, delta < warp_lanes ? delta : 0);
}
__device__ __forceinline__ std::uint32_t shuffle_xor32(lane_mask mask, std::uint32_t v,
                                                       unsigned x) {
  return __shfl_xor_sync(mask, v, static_cast<int>(x));
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda

#endif
