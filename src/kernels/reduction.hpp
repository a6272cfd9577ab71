// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Reduction kernels: sum, minimum and maximum of an array, from naive to tree-based.
///
/// The operation is `op::add`, `op::min` or `op::max`; any launch shape works. A kernel combines
/// its result into `*total`, which the caller sets to `identity_v` or to another initial value.
/// `total` must be in device memory (`device_array`), because the kernels pass the hint
/// `coarse_grained`.

#include <cstddef>
#include <limits>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// The identity of the operation: the initial value of `*total`.
template <op Op, class T>
inline constexpr T identity_v = T{};
template <class T>
inline constexpr T identity_v<op::min, T> =
    std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                         : std::numeric_limits<T>::max();
template <class T>
inline constexpr T identity_v<op::max, T> =
    std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                         : std::numeric_limits<T>::lowest();

/// Combines `value` into `*total` in device memory, atomically.
template <op Op, class T>
DIATOMIC_DEVICE void merge(T* total, T value) {
  static_assert(Op == op::add || Op == op::min || Op == op::max);
  if constexpr (Op == op::add) store_add(total, value, in_global, coarse_grained);
  if constexpr (Op == op::min) store_min(total, value, in_global, coarse_grained);
  if constexpr (Op == op::max) store_max(total, value, in_global, coarse_grained);
}

/// One atomic per element, all on one word: correct, short, and the slowest way.
template <op Op>
struct reduce_by_atomics {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, T* total) const {
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      merge<Op>(total, input[i]);
    }
  }
};

/// The pairs in the shared array that a step of the tree combines.
enum class stride_order {
  /// Neighbours first: strides 1, 2, 4 ... The words in use spread out: bank conflicts.
  interleaved,
  /// Halves first: strides ... 4, 2, 1. The active threads and their words stay contiguous.
  sequential,
};

/// Each thread combines its elements, a tree in shared memory combines the block's threads, and one
/// atomic per block combines the blocks.
///
/// Launch with `shared_bytes<T>(block)` of shared memory; `block` need not be a power of two.
template <op Op, stride_order Order = stride_order::sequential>
struct reduce_by_tree {
  template <class T>
  static constexpr std::size_t shared_bytes(unsigned block) {
    return sizeof(T) * block;
  }

  template <class T>
  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, T* total) const {
    T own = identity_v<Op, T>;
    for (std::size_t i = global_index(); i < n; i += global_size()) {
      own = result_of<Op>(own, input[i]);
    }

    T* values = shared_array<T>();
    const unsigned me = thread_index();
    const unsigned count = block_size();
    values[me] = own;
    sync_block();

    if constexpr (Order == stride_order::interleaved) {
      for (unsigned stride = 1; stride < count; stride *= 2) {
        const unsigned left = 2 * stride * me;
        if (left + stride < count) {
          values[left] = result_of<Op>(values[left], values[left + stride]);
        }
        sync_block();
      }
    } else {
      for (unsigned live = count; live > 1;) {
        const unsigned half = (live + 1) / 2;
        if (me + half < live) values[me] = result_of<Op>(values[me], values[me + half]);
        live = half;
        sync_block();
      }
    }

    if (me == 0) merge<Op>(total, values[0]);
  }
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
