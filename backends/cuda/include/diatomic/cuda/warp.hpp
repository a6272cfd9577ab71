// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the lanes of a warp tell each other. Device code only. The lanes that a mask names must
/// make the call together.

#include <cstdint>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/cuda/platform.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

/// How many lanes a warp has.
inline constexpr unsigned warp_lanes = 32;
/// A bit for each lane.
using lane_mask = std::uint32_t;
inline constexpr lane_mask all_lanes = ~lane_mask{0};

/// This thread's lane.
__device__ __forceinline__ unsigned lane_number() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

/// The lanes that are here together with this one.
__device__ __forceinline__ lane_mask active_lanes() { return __activemask(); }

/// How many lanes, and the lowest of them; `lanes` has one.
__device__ __forceinline__ unsigned count_of(lane_mask lanes) { return __popc(lanes); }
__device__ __forceinline__ unsigned lowest_of(lane_mask lanes) { return __ffs(lanes) - 1; }
__device__ __forceinline__ unsigned highest_of(lane_mask lanes) { return 31 - __clz(lanes); }

/// The lanes of `mask` whose `condition` holds.
__device__ __forceinline__ lane_mask ballot(lane_mask mask, bool condition) {
  return __ballot_sync(mask, condition);
}

/// The lanes of `mask` whose `bits` are this lane's.
__device__ __forceinline__ lane_mask match(lane_mask mask, std::uint64_t bits) {
  return __match_any_sync(mask, bits);
}

/// How many lanes of `mask` have the bits of the lowest one.
__device__ __forceinline__ unsigned count_like_lowest(lane_mask mask, std::uint32_t bits) {
  const std::uint32_t first = __shfl_sync(mask, bits, static_cast<int>(lowest_of(mask)));
  return count_of(ballot(mask, bits == first));
}

/// Whether neighbours in a whole warp have the same bits: two shuffles and a vote. By the constant
/// mask ptxas knows that no lane is missing; it would compare masks before each shuffle.
__device__ __forceinline__ bool neighbours_agree(std::uint32_t bits) {
  const auto lane = static_cast<int>(lane_number());
  const std::uint32_t next = __shfl_sync(all_lanes, bits, lane + 1);
  const std::uint32_t second = __shfl_sync(all_lanes, bits, lane + 2);
  return __any_sync(all_lanes, bits == next || bits == second) != 0;
}

/// Whether all lanes of a warp combine 32-bit integers in one instruction (`redux`), and that.
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
  const auto bits = static_cast<detail::unsigned_of<T>>(v);
  if constexpr (Op == op::bit_and) return static_cast<T>(__reduce_and_sync(mask, bits));
  if constexpr (Op == op::bit_or) return static_cast<T>(__reduce_or_sync(mask, bits));
  if constexpr (Op == op::bit_xor) return static_cast<T>(__reduce_xor_sync(mask, bits));
}

/// Whether branches keep their atomics apart, so that the shorter one may have one of its own.
inline constexpr bool branches_keep_atomics = true;

/// What `match_if_shared` found: `any` group of more than one lane, and the `members` of this
/// lane's group.
struct lane_matches {
  bool any;
  lane_mask members;
};

/// Whether some lanes of `mask` seem to have the same bits; if `OnlyLarge`, whether a quarter of
/// them have those of the lowest lane beside it. Of warps that are not whole, it counts how many of
/// 32 slots a hash of the bits takes, by one `redux`: 9 for 16 lanes or fewer seem shared. The
/// multiplier was searched for: objects that lie in even steps, of any power of two of bytes up to
/// 4096 and of nearly all multiples of 4 up to 1024, take more.
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

/// `match`, if a test that costs much less finds lanes of `mask` with the same bits; else each lane
/// is alone. The test is of the lower half of the bits.
template <bool OnlyLarge>
__device__ __forceinline__ lane_matches match_if_shared(lane_mask mask, std::uint64_t bits) {
  const bool any = seem_shared<OnlyLarge>(mask, static_cast<std::uint32_t>(bits));
  return {any, any ? match(mask, bits) : lane_mask{1} << lane_number()};
}

/// Whether all lanes of `mask` have the same bits; much cheaper than `match` if they do not.
__device__ __forceinline__ bool agree(lane_mask mask, std::uint64_t bits) {
  int all;
  __match_all_sync(mask, bits, &all);
  return all != 0;
}

/// What the lanes of `mask` did before, all of them see after.
__device__ __forceinline__ void sync_lanes(lane_mask mask) { __syncwarp(mask); }

/// Since Volta a lane may wait for another one of its warp in a branch of its own.
inline constexpr bool has_independent_lanes = true;

/// Whether a release in this device's memory is faster by a reduction than by a store: on an H200
/// by a tenth, at random places.
inline constexpr bool releases_faster_by_reduction = true;

/// Something that goes up with time, in device clocks.
__device__ __forceinline__ std::uint32_t clock() {
  std::uint32_t now;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(now));
  return now;
}

/// How many clocks a load takes under too much contention: on an H200 any number from 1500 to
/// 6000 tells as well.
inline constexpr std::uint32_t slow_poll = 3000;

/// The chip itself lets others run while a thread polls.
__device__ __forceinline__ void take_turns(const void*) {}
/// Lets others run for a while, some tens of nanoseconds times `steps`.
__device__ __forceinline__ void pause(unsigned steps) { __nanosleep(32 * steps); }

/// The 32 bits of another lane.
__device__ __forceinline__ std::uint32_t shuffle32(lane_mask mask, std::uint32_t v, unsigned lane) {
  return __shfl_sync(mask, v, static_cast<int>(lane));
}

/// Those of the lane that is `delta` higher, or this lane's own; and of the lane whose number
/// differs in the bits of `x`.
__device__ __forceinline__ std::uint32_t shuffle_down32(lane_mask mask, std::uint32_t v,
                                                        unsigned delta) {
  // The instruction takes the distance modulo 32.
  return __shfl_down_sync(mask, v, delta < warp_lanes ? delta : 0);
}
__device__ __forceinline__ std::uint32_t shuffle_xor32(lane_mask mask, std::uint32_t v,
                                                       unsigned x) {
  return __shfl_xor_sync(mask, v, static_cast<int>(x));
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
