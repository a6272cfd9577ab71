// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Lanes of a warp (NVIDIA) or wave (AMD) that hand each other values, without memory between them.
///
/// For kernels only. On the host a warp is one lane. Each function's `mask` names the lanes that
/// take part; all of them must reach the same call, the caller among them. The lane at bit `i` is
/// the one whose `lane_index()` is `i`. What a lane outside the mask would hand over is undefined.

#include <cstdint>
#include <type_traits>

#include <diatomic/dispatch/lanes.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// One bit for each lane of a warp.
using detail::target::lane_mask;

/// The lanes that are here now. The compiler may part lanes that the source does not.
DIATOMIC_DEVICE inline lane_mask active_lanes() { return detail::target::active_lanes(); }

/// The mask of the first `n` lanes; of all that there are if `n` is as many or more.
DIATOMIC_DEVICE inline lane_mask first_lanes(unsigned n) {
  return n < detail::target::warp_lanes ? (lane_mask{1} << n) - 1 : detail::target::all_lanes;
}

/// What the lanes of the mask did before, all of them see after.
///
/// A loop that ends with a branch of one lane and begins with another one needs it between them:
/// compilers join the two, and on AMD chips the other lanes then go on without that lane, into a
/// `shuffle` that misses it (seen with clang 19 and 22).
DIATOMIC_DEVICE inline void sync_warp(lane_mask mask) { detail::target::sync_lanes(mask); }

/// The lanes of the mask whose `predicate` is true.
DIATOMIC_DEVICE inline lane_mask ballot(lane_mask mask, DIATOMIC_PERHAPS_UNSET bool predicate) {
  return detail::target::ballot(mask, predicate);
}

/// The value of the lane `lane`. T is trivially copyable, as it is for all of these, and has 4
/// bytes or a whole number of times as many. A lane whose value nobody uses may pass a variable
/// that it has not set.
template <class T>
DIATOMIC_DEVICE inline T shuffle(lane_mask mask, DIATOMIC_PERHAPS_UNSET T value, unsigned lane) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 4 == 0);
  return detail::shuffle(mask, value, lane);
}

/// The value of the lane that is `delta` higher; where the warp has none, the lane's own.
template <class T>
DIATOMIC_DEVICE inline T shuffle_down(lane_mask mask, DIATOMIC_PERHAPS_UNSET T value,
                                      unsigned delta) {
  return detail::word_by_word(
      value, [=](std::uint32_t word) { return detail::target::shuffle_down32(mask, word, delta); });
}

/// The value of the lane whose number differs in the bits of `x`, which is below the warp's size.
template <class T>
DIATOMIC_DEVICE inline T shuffle_xor(lane_mask mask, DIATOMIC_PERHAPS_UNSET T value, unsigned x) {
  return detail::word_by_word(
      value, [=](std::uint32_t word) { return detail::target::shuffle_xor32(mask, word, x); });
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
