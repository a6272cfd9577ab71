// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// One value of all threads of a block, for your own kernels.

#include <cstddef>

#include <diatomic/collectives/warp.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Combines one T of each thread of a block: lanes by shuffles, then warps through shared memory.
///
/// T has 4, 8 or 16 bytes. All threads of the block must make the same calls. The order of
/// combination depends on the block's size and the warp's size alone, so the result has the same
/// bits each time.
///
///     const float sum = block_reduce<float>(shared_array<float>())(own, [](float a, float b) {
///       return a + b;
///     });
///     if (thread_index() == 0) store_add(total, sum);
template <class T>
class block_reduce {
 public:
  /// Bytes of shared memory that a block of `block_size` threads needs, on every backend.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(unsigned block_size) {
    return sizeof(T) * block_size;
  }

  /// `shared` has room for `shared_bytes(block_size())`; on a GPU one T a warp is enough.
  DIATOMIC_DEVICE explicit block_reduce(T* shared) : shared_(shared) {}

  /// `combine` of all threads' values, in thread 0; what other threads get is undefined.
  ///
  /// `combine(T, T)` must be associative and commutative, as far as you care. The memory may be
  /// used again after the next `sync_block()`.
  template <class Function>
  DIATOMIC_DEVICE T operator()(T value, Function combine) const {
    const unsigned lanes = warp_size();
    const unsigned warps = (block_size() + lanes - 1) / lanes;
    const unsigned warp = thread_index() / lanes;
    value = in_warp(value, block_size() - warp * lanes, combine);
    if (warps == 1) return value;
    if (lane_index() == 0) shared_[warp] = value;
    sync_block();
    if (warp == 0) {
      // A warp takes a warp's worth of values at a time; the host's, of one lane, one by one.
      const unsigned live = warps < lanes ? warps : lanes;
      if (lane_index() < live) {
        value = shared_[lane_index()];
        for (unsigned i = lane_index() + lanes; i < warps; i += lanes) {
          value = combine(value, shared_[i]);
        }
      }
      value = in_warp(value, live, combine);
    }
    return value;
  }

 private:
  /// Combines the first `live` lanes, or all; the result is in lane 0.
  template <class Function>
  static DIATOMIC_DEVICE T in_warp(T value, unsigned live, Function combine) {
    const unsigned lanes = warp_size();
    const unsigned lane = lane_index();
    const unsigned there = block_size() - thread_index() / lanes * lanes;
    const lane_mask mask = first_lanes(there);
    for (unsigned delta = lanes / 2; delta != 0; delta /= 2) {
      const T other = shuffle_down(mask, value, delta);
      if (lane + delta < live && lane + delta < lanes) value = combine(value, other);
    }
    return value;
  }

  T* shared_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
