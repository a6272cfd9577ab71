// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's warp and block functions on the CPU: 32 consecutive threads of a block are a warp, whose
/// lanes synchronize as fibers.
///
/// A 32-bit mask names lanes of CUDA's 32-lane warps; a 64-bit mask names lanes of the chip's own
/// warps or waves. `width` and the lanes that a shuffle reads are as in CUDA.

#include <cstdint>

#include <diatomic/compat/detail/warp_lanes.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/dispatch/semantics.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

using backends::host::block_scheduler;
using backends::host::here;
using backends::host::warp_rendezvous;

/// The number of lanes that a mask of this type can name.
template <class Mask>
inline constexpr int lanes_of = static_cast<int>(warp_rendezvous::lanes);

inline unsigned own_lane() { return thread_index() % warp_rendezvous::lanes; }

inline block_scheduler& own_scheduler() {
  if (here.scheduler == nullptr) {
    throw runtime_error("warp function", "invalid_configuration",
                        "a function of warps or blocks was called outside a kernel; call it in one "
                        "that launch runs");
  }
  return *here.scheduler;
}
template <class Mask>
std::uint64_t meet(Mask mask, std::uint64_t value, unsigned from,
                   warp_rendezvous::combination combine = nullptr) {
  return own_scheduler().rendezvous().meet(thread_index(), static_cast<std::uint32_t>(mask), value,
                                           from, combine);
}
template <source_lane Source, class Mask>
std::uint32_t warp_shuffle(Mask mask, std::uint32_t word, unsigned by, int width) {
  const unsigned lane = detail::find_lane<Source>(own_lane(), by, width, warp_rendezvous::lanes);
  return static_cast<std::uint32_t>(runtime_api::meet(mask, word, lane));
}

template <class Mask>
Mask warp_ballot(Mask mask, bool vote) {
  return static_cast<Mask>(runtime_api::meet(mask, vote ? 1 : 0, warp_rendezvous::votes));
}
template <class Mask>
bool warp_any(Mask mask, bool vote) {
  return runtime_api::warp_ballot(mask, vote) != 0;
}
template <class Mask>
bool warp_all(Mask mask, bool vote) {
  return runtime_api::warp_ballot(mask, !vote) == 0;
}
/// Only this lane: fibers run one at a time.
inline unsigned warp_active() { return 1u << own_lane(); }
template <class Mask>
void warp_sync(Mask mask) {
  own_scheduler().rendezvous().sync(thread_index(), static_cast<std::uint32_t>(mask));
}

template <class Mask, class Bits>
Mask warp_match_any(Mask mask, Bits bits) {
  return static_cast<Mask>(runtime_api::meet(mask, bits, warp_rendezvous::matches));
}
template <class Mask, class Bits>
Mask warp_match_all(Mask mask, Bits bits, int* all) {
  const auto agreeing =
      static_cast<Mask>(runtime_api::meet(mask, bits, warp_rendezvous::agreement));
  *all = agreeing != 0 ? 1 : 0;
  return agreeing;
}
template <op Op, class Mask, class T>
T warp_reduce(Mask mask, T v) {
  const auto combine = [](std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>(
        diatomic::result_of<Op>(static_cast<T>(a), static_cast<T>(b)));
  };
  return static_cast<T>(
      runtime_api::meet(mask, static_cast<std::uint64_t>(v), warp_rendezvous::reduction, combine));
}

inline int block_count(int predicate) {
  return static_cast<int>(own_scheduler().sync_and_count(predicate != 0));
}
inline int block_all(int predicate) { return block_count(predicate == 0) == 0 ? 1 : 0; }
inline int block_any(int predicate) { return block_count(predicate) != 0 ? 1 : 0; }

/// Ignores the duration: the block's other threads run meanwhile, each as far as it gets.
inline void sleep_for(unsigned) { device_ops::pause(1); }

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
