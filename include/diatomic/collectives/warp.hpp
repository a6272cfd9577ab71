// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Value exchange between the lanes of a warp (NVIDIA) or wave (AMD), without memory.
///
/// For kernels only. On the host a warp is one lane. Each function's `mask` names the participating
/// lanes, the caller included; all of them must reach the same call. Bit `i` is the lane whose
/// `lane_index()` is `i`. A value read from a lane outside the mask is undefined.

#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/detail/lanes.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// One bit for each lane of a warp.
using detail::device_ops::lane_mask;

/// The lanes that execute this call together. The compiler may split lanes that the source keeps
/// together.
DIATOMIC_DEVICE inline lane_mask active_lanes() { return detail::device_ops::active_lanes(); }

/// The mask of the first `n` lanes; of all lanes if `n` is the warp size or more.
DIATOMIC_DEVICE inline lane_mask first_lanes(unsigned n) {
  return n < detail::device_ops::warp_lanes ? (lane_mask{1} << n) - 1
                                            : detail::device_ops::all_lanes;
}

/// Synchronises the lanes of the mask: each sees the others' earlier writes afterwards.
///
/// A loop body that ends with a branch taken by one lane and starts with another such branch needs
/// this call between the two: compilers merge the branches, and on AMD chips the other lanes then
/// proceed without that lane into a `shuffle` that lacks it (seen with clang 19 and 22).
DIATOMIC_DEVICE inline void sync_warp(lane_mask mask) { detail::device_ops::sync_lanes(mask); }

/// The lanes of the mask whose `predicate` is true.
DIATOMIC_DEVICE inline lane_mask ballot(lane_mask mask, DIATOMIC_PERHAPS_UNSET bool predicate) {
  return detail::device_ops::ballot(mask, predicate);
}

/// The value of the lane `lane`. As for all shuffles, T is trivially copyable, and its size is a
/// multiple of 4 bytes. A lane whose value is not used may pass an uninitialised variable.
template <class T>
DIATOMIC_DEVICE inline detail::argument_value_t<T> shuffle(lane_mask mask,
                                                           DIATOMIC_PERHAPS_UNSET T value,
                                                           unsigned lane) {
  using type = detail::argument_value_t<T>;
  static_assert(std::is_trivially_copyable_v<type> && sizeof(type) % 4 == 0);
  return detail::shuffle<type>(mask, value, lane);
}

/// The value of the lane that is `delta` higher; the lane's own value if the warp has no such lane.
template <class T>
DIATOMIC_DEVICE inline detail::argument_value_t<T> shuffle_down(lane_mask mask,
                                                                DIATOMIC_PERHAPS_UNSET T value,
                                                                unsigned delta) {
  return detail::word_by_word<detail::argument_value_t<T>>(value, [=](std::uint32_t word) {
    return detail::device_ops::shuffle_down32(mask, word, delta);
  });
}

/// The value of the lane whose number differs in the bits of `x`, which is below the warp's size.
template <class T>
DIATOMIC_DEVICE inline detail::argument_value_t<T> shuffle_xor(lane_mask mask,
                                                               DIATOMIC_PERHAPS_UNSET T value,
                                                               unsigned x) {
  return detail::word_by_word<detail::argument_value_t<T>>(
      value, [=](std::uint32_t word) { return detail::device_ops::shuffle_xor32(mask, word, x); });
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
