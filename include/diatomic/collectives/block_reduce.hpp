// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Block-wide reductions, for your own kernels.

#include <cstddef>

#include <diatomic/collectives/warp.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Combines one T per thread of a block: lanes using shuffles, then warps through shared memory.
///
/// T has 4, 8 or 16 bytes. All threads of the block must make the same calls. The order of
/// combination depends only on block size and warp size, so the result is bitwise reproducible.
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

  /// `shared` has room for `shared_bytes(block_size())`; on a GPU one T per warp is enough.
  DIATOMIC_DEVICE explicit block_reduce(T* shared) : shared_(shared) {}

  /// Returns the combination of all threads' values in thread 0; the result in other threads is
  /// undefined.
  ///
  /// `combine(T, T)` should be associative and commutative, at least approximately. The memory may
  /// be reused after the next `sync_block()`.
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
      // Each lane combines every `lanes`-th value; the host's one-lane warp combines all of them.
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
      const T other = diatomic::shuffle_down(mask, value, delta);
      if (lane + delta < live && lane + delta < lanes) value = combine(value, other);
    }
    return value;
  }

  T* shared_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
